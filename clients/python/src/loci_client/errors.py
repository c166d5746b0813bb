"""The one error of this client: what the server said of a request, or why there is no answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

ErrorCode = Literal[
    "invalid",
    "unauthenticated",
    "forbidden",
    "not_found",
    "method_not_allowed",
    "conflict",
    "too_large",
    "unsupported_media_type",
    "rate_limited",
    "not_implemented",
    "unavailable",
    "deadline_exceeded",
    "internal",
    "unreachable",
    "timeout",
    "not_loci",
]

_codes: Mapping[int, ErrorCode] = {
    400: "invalid",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "too_large",
    415: "unsupported_media_type",
    429: "rate_limited",
    501: "not_implemented",
    502: "unavailable",
    503: "unavailable",
    504: "deadline_exceeded",
}


@dataclass(frozen=True)
class FieldProblem:
    """One field that is wrong: a JSON pointer into the request, and what is wrong with it."""

    pointer: str
    detail: str


class LociError(Exception):
    """A request that failed. ``str(error)`` says why in one sentence, ``code`` is for programs."""

    def __init__(
        self,
        detail: str,
        *,
        code: ErrorCode,
        status: int = 0,
        title: str = "",
        type: str = "",
        fields: tuple[FieldProblem, ...] = (),
        trace_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.code: ErrorCode = code
        #: The HTTP status; 0 where no answer came.
        self.status = status
        self.title = title
        self.type = type
        self.fields = fields
        #: Names the request in the server's log and traces.
        self.trace_id = trace_id
        #: Seconds after which the server takes the request again, where it said so.
        self.retry_after = retry_after

    def __repr__(self) -> str:
        return f"LociError({self.detail!r}, code={self.code!r}, status={self.status})"


def error_of_answer(status: int, document: object, retry_after: float | None) -> LociError:
    """The error for an answer that is no success. A proxy in between may send no problem document."""
    problem: Mapping[str, Any] = document if isinstance(document, dict) else {}
    title = str(problem.get("title") or "")
    return LociError(
        str(problem.get("detail") or title or f"The server answered {status}."),
        code=_codes.get(status, "invalid" if status < 500 else "internal"),
        status=status,
        title=title,
        type=str(problem.get("type") or ""),
        fields=_fields_of(problem.get("errors")),
        trace_id=problem.get("traceId"),
        retry_after=retry_after,
    )


def _fields_of(errors: object) -> tuple[FieldProblem, ...]:
    if not isinstance(errors, list):
        return ()
    named = (error for error in errors if isinstance(error, dict))
    return tuple(FieldProblem(str(error.get("pointer", "")), str(error.get("detail", ""))) for error in named)
