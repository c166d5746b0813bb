"""What is sent, without sending anything: the same for the sync and the async client."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import Any, BinaryIO, Literal
from urllib.parse import quote

import httpx

user_agent = "loci-client-python/0.1.0"

#: reads: changes nothing; keyed: takes an Idempotency-Key; once: neither.
Repetition = Literal["reads", "keyed", "once"]


@dataclass(frozen=True)
class Operation:
    """One operation of the API document."""

    method: str
    path: str
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


def is_seekable(file: BinaryIO) -> bool:
    # Before Python 3.11 a SpooledTemporaryFile, which can seek, does not say so.
    says: Callable[[], bool] = getattr(file, "seekable", lambda: True)
    return says()


@dataclass(frozen=True)
class Upload:
    """A file on its way: sent as the part ``file`` of a form, after its metadata."""

    file: BinaryIO
    filename: str
    mime_type: str
    metadata: str

    def rewind(self) -> bool:
        """Back to the start for another attempt; false where the source can be read only once."""
        if not is_seekable(self.file):
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
    # What is written while an answer streams is not done once by any key.
    once = operation.repetition == "once" or (operation.repetition == "keyed" and accept == "text/event-stream")
    if operation.repetition == "keyed" and not once:
        headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
    params = httpx.QueryParams(_query_text(query or {}))
    address = settings.url.rstrip("/") + _filled(operation.path, {"contextId": settings.context_id, **(path or {})})
    return Request(
        method=operation.method,
        url=f"{address}?{params}" if params else address,
        headers=headers,
        repeatable=not once,
        json=_plain(body),
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


def _query_text(query: Mapping[str, Any]) -> list[tuple[str, str | int | float | bool | None]]:
    """A list is repeated, once for each of its values."""
    lists = (
        (name, value if isinstance(value, list) else [value]) for name, value in query.items() if value is not None
    )
    given = ((name, _plain(value)) for name, values in lists for value in values)
    return [(name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in given]


def body_of(**fields: Any) -> dict[str, Any]:
    """A request's body or query from keyword arguments: None is left out, ``as_of`` becomes ``asOf``."""
    return {_camel(name): value for name, value in fields.items() if value is not None}


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def _plain(value: Any) -> Any:
    """As JSON has it, however deep: a datetime becomes RFC 3339."""
    if isinstance(value, datetime):
        # A time without a zone is the machine's own, as everywhere in Python.
        return value.astimezone(timezone.utc).isoformat()
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
