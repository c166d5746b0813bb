"""The events of a streamed chat."""

from __future__ import annotations

import json
from typing import Any, Literal, TypedDict, cast

from httpx_sse import ServerSentEvent

from ._types import ChatAnswer, Citation
from .errors import LociError, error_of_problem


class ChatStarted(TypedDict):
    """The first event: where the answer is traced, and the session that it belongs to."""

    type: Literal["trace"]
    traceId: str
    sessionId: str


class ChatDelta(TypedDict):
    """The next piece of the reply."""

    type: Literal["delta"]
    text: str


class ChatCited(TypedDict):
    """A source that the reply just named."""

    type: Literal["citation"]
    citation: Citation


class ChatDone(ChatAnswer):
    """The last event: the whole answer."""

    type: Literal["done"]


ChatEvent = ChatStarted | ChatDelta | ChatCited | ChatDone


def chat_event_of(event: ServerSentEvent) -> ChatEvent | None:
    """The event, or None for a kind that this version does not know; raises the error that ends a stream."""
    data = _data_of(event)
    match event.event:
        case "trace":
            return {"type": "trace", "traceId": data.get("traceId", ""), "sessionId": data.get("sessionId", "")}
        case "delta":
            return {"type": "delta", "text": data.get("delta", "")}
        case "citation":
            return {"type": "citation", "citation": cast(Citation, data.get("citation"))}
        case "done":
            return cast(ChatDone, {**data, "type": "done"})
        case "error":
            status = data.get("status")
            raise error_of_problem(data, status if isinstance(status, int) else 500, None) or cut_off()
        case _:
            return None


def _data_of(event: ServerSentEvent) -> dict[str, Any]:
    try:
        data = json.loads(event.data) if event.data else {}
    except ValueError as error:
        raise _not_loci() from error
    if not isinstance(data, dict):
        raise _not_loci()
    return data


def _not_loci() -> LociError:
    return LociError("An event of the stream is not a JSON object: is the URL that of a Loci server?", code="not_loci")


def cut_off() -> LociError:
    return LociError("The stream ended before the answer was complete.", code="unreachable")
