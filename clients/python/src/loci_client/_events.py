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
            return {"type": "trace", "traceId": data["traceId"], "sessionId": data["sessionId"]}
        case "delta":
            return {"type": "delta", "text": data["delta"]}
        case "citation":
            return {"type": "citation", "citation": data["citation"]}
        case "done":
            return cast(ChatDone, {**data, "type": "done"})
        case "error":
            raise error_of_problem(data, int(data.get("status", 500)), None) or cut_off()
        case _:
            return None


def _data_of(event: ServerSentEvent) -> Any:
    try:
        return json.loads(event.data) if event.data else {}
    except ValueError as error:
        raise LociError(
            "An event of the stream is not JSON: is the URL that of a Loci server?", code="not_loci"
        ) from error


def cut_off() -> LociError:
    return LociError("The stream ended before the answer was complete.", code="unreachable")
