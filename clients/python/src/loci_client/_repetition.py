"""When a request is sent again, and after how long."""

from __future__ import annotations

import random
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import httpx

from ._request import Request, Settings

_transient = {429, 502, 503, 504}


def wait_after_answer(answer: httpx.Response, request: Request, attempt: int, settings: Settings) -> float | None:
    """Seconds to wait before the next attempt; None where this answer stands."""
    status = answer.status_code
    asked = retry_after(answer)
    # A 429 may come late, from a model whose budget is used up, when what was said is stored already.
    # A 409 with Retry-After: our own earlier attempt is still under way.
    passing = status in _transient or (status == 409 and asked is not None)
    if not passing or not request.repeatable or attempt >= settings.attempts:
        return None
    wait = _backoff(attempt, settings) if asked is None else asked
    return wait if wait <= settings.longest_wait else None


def wait_after_failure(failure: httpx.RequestError, request: Request, attempt: int, settings: Settings) -> float | None:
    """The same where no answer came. What was never sent may always be sent again."""
    unsent = isinstance(failure, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
    hopeless = isinstance(failure, (httpx.UnsupportedProtocol, httpx.LocalProtocolError))
    if hopeless or not (unsent or request.repeatable) or attempt >= settings.attempts:
        return None
    return _backoff(attempt, settings)


def _backoff(attempt: int, settings: Settings) -> float:
    """Doubles with each attempt; the jitter keeps many clients from coming back all at once."""
    longest: float = min(settings.longest_wait, settings.backoff * 2 ** (attempt - 1))
    return longest * (0.5 + random.random() / 2)


def retry_after(answer: httpx.Response) -> float | None:
    """Seconds, from either form of the header."""
    value = answer.headers.get("retry-after", "")
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (ValueError, TypeError):
        return None
