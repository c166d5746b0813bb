"""What is sent and what follows from an answer, without sending anything: the same for the sync and the async client."""

from __future__ import annotations

import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, BinaryIO, Literal
from urllib.parse import quote

import httpx

from .errors import LociError, error_of_problem

user_agent = "loci-client-python/0.1.0"

Plane = Literal["open", "data", "management"]
#: reads: changes nothing; keyed: takes an Idempotency-Key; once: neither.
Repetition = Literal["reads", "keyed", "once"]


@dataclass(frozen=True)
class Operation:
    """One operation of the API document."""

    method: str
    path: str
    plane: Plane
    repetition: Repetition


@dataclass(frozen=True)
class Settings:
    """How to reach a server, and how long to try."""

    url: str
    key: str
    context_id: str = ""
    on_behalf_of: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    #: Seconds without a sign from the server in one attempt; extraction by a slow model may take a minute.
    timeout: float = 120.0
    attempts: int = 4
    #: Seconds before the first repetition; doubled for each further one.
    backoff: float = 0.2
    #: A server that asks for more patience than this gets no repetition; the error says how long it asked for.
    longest_wait: float = 30.0

    def __post_init__(self) -> None:
        if not self.url.startswith(("http://", "https://")):
            raise ValueError(f"url must begin with http:// or https://, not {self.url!r}")
        if not self.key.isascii() or not self.key.isprintable() or " " in self.key or not self.key:
            raise ValueError("the key is empty, or has a character that no key has; was a line break pasted along?")
        if self.attempts < 1:
            raise ValueError("attempts must be at least 1")

    def __repr__(self) -> str:
        return f"Settings(url={self.url!r}, context_id={self.context_id!r})"

    def changed(self, **changes: Any) -> Settings:
        return replace(self, **{name: value for name, value in changes.items() if value is not None})


@dataclass(frozen=True)
class Upload:
    """A file on its way: sent as the part ``file`` of a form, after its metadata."""

    file: BinaryIO
    filename: str
    mime_type: str
    metadata: str

    def rewind(self) -> bool:
        """Back to the start for another attempt; false where the source can be read only once."""
        if not self.file.seekable():
            return False
        self.file.seek(0)
        return True


@dataclass(frozen=True)
class Request:
    """A request that may be attempted several times: its Idempotency-Key stays the same."""

    method: str
    url: str
    headers: Mapping[str, str]
    repeatable: bool
    json: Any = None
    upload: Upload | None = None

    def rewind(self) -> bool:
        return self.upload is None or self.upload.rewind()

    def build(self, client: httpx.Client | httpx.AsyncClient, timeout: float) -> httpx.Request:
        files: Any = None
        if self.upload is not None:
            upload = self.upload
            files = {
                "metadata": (None, upload.metadata, "application/json"),
                "file": (upload.filename, upload.file, upload.mime_type),
            }
        return client.build_request(
            self.method,
            self.url,
            headers=dict(self.headers),
            json=self.json,
            files=files,
            # A host that is there takes a connection at once, however long its answer may need.
            timeout=httpx.Timeout(timeout, connect=min(timeout, 10.0)),
        )


def request_of(
    operation: Operation,
    settings: Settings,
    path: Mapping[str, str] | None = None,
    query: Mapping[str, Any] | None = None,
    body: Any = None,
    upload: Upload | None = None,
    idempotency_key: str | None = None,
    accept: str = "application/json",
) -> Request:
    """Makes the request; fills the path, spells the query, and gives a write its Idempotency-Key."""
    headers = {"authorization": f"Bearer {settings.key}", "accept": accept, "user-agent": user_agent}
    headers.update(settings.headers)
    if settings.on_behalf_of is not None:
        headers["x-service-on-behalf-of"] = settings.on_behalf_of
    if operation.repetition == "keyed":
        headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
    params = httpx.QueryParams(_query_text(query or {}))
    address = settings.url.rstrip("/") + _filled(operation.path, {"contextId": settings.context_id, **(path or {})})
    return Request(
        method=operation.method,
        url=f"{address}?{params}" if params else address,
        headers=headers,
        repeatable=operation.repetition != "once",
        json=body,
        upload=upload,
    )


def _filled(path: str, values: Mapping[str, str]) -> str:
    segments = []
    for segment in path.split("/"):
        if segment.startswith("{"):
            name = segment[1:-1]
            value = values.get(name)
            if not value:
                raise ValueError(f"the path needs {name}")
            if value in (".", ".."):
                # URLs fold such segments away: the request would reach another resource.
                raise ValueError(f"{name} is {value!r}, which cannot stand in a path")
            segment = quote(value, safe="")
        segments.append(segment)
    return "/".join(segments)


def _query_text(query: Mapping[str, Any]) -> dict[str, str]:
    given = ((name, value) for name, value in query.items() if value is not None)
    return {name: str(value).lower() if isinstance(value, bool) else _text(value) for name, value in given}


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def body_of(**fields: Any) -> dict[str, Any]:
    """A request's body from keyword arguments: None is left out, ``as_of`` becomes ``asOf``, a datetime RFC 3339."""
    return {_camel(name): _plain(value) for name, value in fields.items() if value is not None}


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        # A time without a zone is the machine's own, as everywhere in Python.
        return value.astimezone(timezone.utc).isoformat()
    return value


_transient = {429, 502, 503, 504}


def wait_after_answer(answer: httpx.Response, request: Request, attempt: int, settings: Settings) -> float | None:
    """Seconds to wait before the next attempt; None where this answer stands."""
    status = answer.status_code
    asked = retry_after(answer)
    # 429 was refused before it had any effect. A 409 with Retry-After: our own earlier attempt is still under way.
    again = status == 429 or (request.repeatable and (status in _transient or (status == 409 and asked is not None)))
    if not again or attempt >= settings.attempts:
        return None
    wait = backoff(attempt, settings) if asked is None else asked
    return wait if wait <= settings.longest_wait else None


def wait_after_failure(failure: httpx.RequestError, request: Request, attempt: int, settings: Settings) -> float | None:
    """The same where no answer came. What was never sent may always be sent again."""
    unsent = isinstance(failure, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
    hopeless = isinstance(failure, (httpx.UnsupportedProtocol, httpx.LocalProtocolError))
    if hopeless or not (unsent or request.repeatable) or attempt >= settings.attempts:
        return None
    return backoff(attempt, settings)


def backoff(attempt: int, settings: Settings) -> float:
    """Doubles with each attempt; the jitter keeps many clients from coming back all at once."""
    longest: float = min(settings.longest_wait, settings.backoff * 2 ** (attempt - 1))
    return longest * (0.5 + random.random() / 2)


def retry_after(answer: httpx.Response) -> float | None:
    """Seconds, from either form of the header."""
    value = answer.headers.get("retry-after", "")
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (ValueError, TypeError):
        return None


def failure_of(failure: httpx.RequestError, settings: Settings) -> LociError:
    if isinstance(failure, httpx.TimeoutException):
        return LociError(f"{settings.url} gave no answer within {settings.timeout:g} s.", code="timeout")
    return LociError(f"Cannot reach {settings.url}: {failure}", code="unreachable")


def answer_of(answer: httpx.Response, settings: Settings) -> Any:
    """The JSON of an answer that was read whole; None where it has no body."""
    document = _json_of(answer)
    if answer.is_success and (document is not None or not answer.content):
        return document
    wait = retry_after(answer)
    problem = None if answer.is_success else error_of_problem(document, answer.status_code, wait)
    raise problem or not_loci(answer, settings)


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
