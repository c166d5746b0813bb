# Made by generate.py from _async/chat.py.
"""A reply as it comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from httpx_sse import EventSource

from .._answer import not_loci
from .._events import ChatEvent, chat_event_of, cut_off
from .._operations import operations
from .._request import Settings, request_of
from .transport import Transport


def stream_chat(
    transport: Transport,
    settings: Settings,
    operation: Literal["chat", "chatInSession"],
    path: Mapping[str, str] | None,
    body: Mapping[str, Any],
) -> Iterator[ChatEvent]:
    request = request_of(operations[operation], settings, path, None, body, accept="text/event-stream")
    with transport.open(request, settings) as answer:
        if "text/event-stream" not in answer.headers.get("content-type", ""):
            raise not_loci(answer, settings)
        for sent in EventSource(answer).iter_sse():
            event = chat_event_of(sent)
            if event is None:
                continue
            yield event
            if event["type"] == "done":
                return
        raise cut_off()
