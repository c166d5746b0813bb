"""What an answer says, or that there is none: the same for the sync and the async client."""

from __future__ import annotations

from typing import Any

import httpx

from ._repetition import retry_after
from ._request import Settings
from .errors import LociError, error_of_problem


def failure_of(failure: httpx.RequestError, settings: Settings) -> LociError:
    if isinstance(failure, httpx.TimeoutException):
        return LociError(f"{settings.url} gave no answer within {settings.timeout:g} s.", code="timeout")
    return LociError(f"Cannot reach {settings.url}: {failure}", code="unreachable")


def answer_of(answer: httpx.Response, settings: Settings) -> Any:
    """The JSON of an answer that was read whole; None where it has no body."""
    if answer.status_code == httpx.codes.NO_CONTENT:
        return None
    document = _json_of(answer)
    if not answer.is_success:
        wait = retry_after(answer)
        raise error_of_problem(document, answer.status_code, wait) or not_loci(answer, settings)
    if not isinstance(document, (dict, list)):
        raise not_loci(answer, settings)
    return document


def not_loci(answer: httpx.Response, settings: Settings) -> LociError:
    """Something answers at the address that is no Loci server: a proxy's own page, another service."""
    lost = answer.status_code >= 500
    advice = "Perhaps a proxy in front of it has lost the server." if lost else "Is the URL right?"
    text = f"{settings.url} answered {answer.status_code}, not as a Loci server does. {advice}"
    return LociError(text, code="not_loci", status=answer.status_code, retry_after=retry_after(answer))


def _json_of(answer: httpx.Response) -> Any:
    if "json" not in answer.headers.get("content-type", ""):
        return None
    try:
        return answer.json()
    except ValueError:
        return None
