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
    "no_such_route",
    "method_not_allowed",
    "conflict",
    "too_large",
    "unsupported_media_type",
    "rate_limited",
    "not_implemented",
    "unavailable",
    "deadline_exceeded",
    "cancelled",
    "internal",
    "unreachable",
    "timeout",
    "not_loci",
]

_prefix = "urn:loci:problem:"
_codes: Mapping[str, ErrorCode] = {
    "invalid-request": "invalid",
    "unauthenticated": "unauthenticated",
    "forbidden": "forbidden",
    "not-found": "not_found",
    "no-such-route": "no_such_route",
    "method-not-allowed": "method_not_allowed",
    "conflict": "conflict",
    "too-large": "too_large",
    "header-too-large": "too_large",
    "unsupported-media-type": "unsupported_media_type",
    "rate-limited": "rate_limited",
    "request-timeout": "timeout",
    "cancelled": "cancelled",
    "internal": "internal",
    "not-implemented": "not_implemented",
    "unavailable": "unavailable",
    "deadline-exceeded": "deadline_exceeded",
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

    def __reduce__(self) -> tuple[Any, ...]:
        # It goes from process to process, as any exception does that a worker raises.
        return (_restored, (self.detail, vars(self)))

    def __repr__(self) -> str:
        return f"LociError({self.detail!r}, code={self.code!r}, status={self.status})"


def _restored(detail: str, state: dict[str, Any]) -> LociError:
    error = LociError(detail, code=state["code"])
    vars(error).update(state)
    return error


def error_of_problem(document: object, status: int, retry_after: float | None) -> LociError | None:
    """The error that a problem document (RFC 9457) tells of; None where the JSON is not one of Loci's."""
    problem: Mapping[str, Any] = document if isinstance(document, dict) else {}
    kind = str(problem.get("type") or "")
    if not kind.startswith(_prefix):
        return None
    title = str(problem.get("title") or "")
    trace_id = problem.get("traceId")
    return LociError(
        str(problem.get("detail") or title or f"The server answered {status}."),
        # A server that is newer than this client may know kinds that this client does not.
        code=_codes.get(kind.removeprefix(_prefix), "invalid" if status < 500 else "internal"),
        status=status,
        title=title,
        type=kind,
        fields=_fields_of(problem.get("errors")),
        trace_id=str(trace_id) if trace_id else None,
        retry_after=retry_after,
    )


def _fields_of(errors: object) -> tuple[FieldProblem, ...]:
    if not isinstance(errors, list):
        return ()
    named = (error for error in errors if isinstance(error, dict))
    return tuple(FieldProblem(str(error.get("pointer", "")), str(error.get("detail", ""))) for error in named)
