# Made by generate.py from _async/sessions.py.
"""Conversations, and what was said in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from .._arguments import ScopeSelector, Time
from .._events import ChatEvent
from .._request import Settings, body_of
from .._types import (
    AddTurnAnswer,
    AskSessionContextAnswer,
    ChatInSessionAnswer,
    CreateSessionAnswer,
    GetSessionAnswer,
    ListSessionsAnswer,
    ListTurnsAnswer,
)
from .calls import Calls
from .chat import stream_chat
from .transport import Transport


class Sessions:
    def __init__(self, calls: Calls, transport: Transport, settings: Settings) -> None:
        self._calls = calls
        self._transport = transport
        self._settings = settings

    def create(
        self,
        *,
        scopes: ScopeSelector | None = None,
        user: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> CreateSessionAnswer:
        body: Any = body_of(scopes=scopes, user=user, metadata=metadata)
        return self._calls.call("createSession", body=body, idempotency_key=idempotency_key)

    def list(self, *, limit: int | None = None, offset: int | None = None) -> ListSessionsAnswer:
        """The sessions, newest first."""
        query: Any = body_of(limit=limit, offset=offset)
        return self._calls.call("listSessions", query=query)

    def get(self, session_id: str) -> GetSessionAnswer:
        return self._calls.call("getSession", path={"sessionId": session_id})

    def delete(self, session_id: str) -> None:
        """Deletes the session, and forgets what was said in it."""
        self._calls.call("deleteSession", path={"sessionId": session_id})

    def turns(self, session_id: str, *, limit: int | None = None, offset: int | None = None) -> ListTurnsAnswer:
        """The session's turns in their order."""
        query: Any = body_of(limit=limit, offset=offset)
        return self._calls.call("listTurns", path={"sessionId": session_id}, query=query)

    def add_turn(
        self,
        session_id: str,
        content: str,
        *,
        role: Literal["user", "assistant", "system", "tool"] = "user",
        ts: Time | None = None,
        infer: Literal["full", "triples", "preview", "none"] | None = None,
        labels: Sequence[str] | None = None,
        idempotency_key: str | None = None,
    ) -> AddTurnAnswer:
        body: Any = body_of(role=role, content=content, ts=ts, infer=infer, labels=labels)
        path = {"sessionId": session_id}
        return self._calls.call("addTurn", path=path, body=body, idempotency_key=idempotency_key)

    def context(self, session_id: str, query: str, *, k: int | None = None) -> AskSessionContextAnswer:
        """What a prompt in this session needs to know."""
        body: Any = body_of(query=query, k=k)
        return self._calls.call("askSessionContext", path={"sessionId": session_id}, body=body)

    def chat(self, session_id: str, message: str, *, k: int | None = None) -> ChatInSessionAnswer:
        """A reply within the session. It stores the message, once however often the request has to be repeated."""
        body: Any = body_of(message=message, k=k)
        return self._calls.call("chatInSession", path={"sessionId": session_id}, body=body)

    def chat_stream(self, session_id: str, message: str, *, k: int | None = None) -> Iterator[ChatEvent]:
        """The same as it comes."""
        path, body = {"sessionId": session_id}, body_of(message=message, k=k)
        return stream_chat(self._transport, self._settings, "chatInSession", path, body)
