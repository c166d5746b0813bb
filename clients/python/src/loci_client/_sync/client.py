# Made by generate.py from _async/client.py.
"""The client of one context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import httpx

from .._arguments import ScopeSelector, Time
from .._events import ChatEvent
from .._request import Settings, body_of
from .._types import (
    ChatAnswer,
    ContextAnswer,
    CorrectAnswer,
    ForgetAnswer,
    GetTraceStatsAnswer,
    ListAuditAnswer,
    RecallAnswer,
    ReflectAnswer,
    RememberAnswer,
    RememberBatchAnswer,
    WhoamiAnswer,
)
from .access import Keys, Principals, Scopes
from .chat import stream_chat
from .connection import Connection
from .documents import Documents
from .knowledge import Entities, Traces, Uncertainties
from .sessions import Sessions
from .transport import Transport


class Loci(Connection):
    """Long-term memory: one context of a Loci server, seen with one key.

    Reads, and writes under an Idempotency-Key of their own, are repeated when the connection breaks or the server asks for a
    moment; nothing is done twice. Answers are the API's JSON, typed. What fails raises LociError.
    """

    def __init__(
        self,
        *,
        url: str = "http://localhost:9090",
        api_key: str,
        context_id: str,
        on_behalf_of: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = 120.0,
        attempts: int = 4,
        backoff: float = 0.2,
        http: httpx.Client | None = None,
    ) -> None:
        if not context_id:
            raise ValueError("context_id is empty")
        self._settings = Settings(
            url=url,
            key=api_key,
            context_id=context_id,
            on_behalf_of=on_behalf_of,
            headers=headers or {},
            timeout=timeout,
            attempts=attempts,
            backoff=backoff,
        )
        self._transport = Transport(http)

    @property
    def documents(self) -> Documents:
        return Documents(self, self._transport, self._settings)

    @property
    def sessions(self) -> Sessions:
        return Sessions(self, self._transport, self._settings)

    @property
    def entities(self) -> Entities:
        return Entities(self)

    @property
    def uncertainties(self) -> Uncertainties:
        return Uncertainties(self)

    @property
    def traces(self) -> Traces:
        return Traces(self)

    @property
    def keys(self) -> Keys:
        return Keys(self)

    @property
    def scopes(self) -> Scopes:
        return Scopes(self)

    @property
    def principals(self) -> Principals:
        return Principals(self)

    def remember(
        self,
        text: str | None = None,
        *,
        infer: Literal["full", "triples", "preview", "none"] | None = None,
        triples: Sequence[Mapping[str, Any]] | None = None,
        scopes: ScopeSelector | None = None,
        user: str | None = None,
        labels: Sequence[str] | None = None,
        observed_at: Time | None = None,
        session_id: str | None = None,
        role: Literal["user", "assistant", "system", "tool"] | None = None,
        memory_category: Literal["identity", "knowledge", "context"] | None = None,
        idempotency_key: str | None = None,
    ) -> RememberAnswer:
        """Remembers a text, or with ``infer="triples"`` facts that are already structured."""
        body: Any = body_of(
            text=text,
            infer=infer,
            triples=triples,
            scopes=scopes,
            user=user,
            labels=labels,
            observed_at=observed_at,
            session_id=session_id,
            role=role,
            memory_category=memory_category,
        )
        return self.call("remember", body=body, idempotency_key=idempotency_key)

    def remember_batch(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        extract: Literal["whole_conversation", "per_message"] | None = None,
        infer: Literal["full", "triples", "preview", "none"] | None = None,
        scopes: ScopeSelector | None = None,
        user: str | None = None,
        labels: Sequence[str] | None = None,
        session_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> RememberBatchAnswer:
        """Remembers a conversation: messages of ``role``, ``content`` and, where it is known, ``ts``."""
        body: Any = body_of(
            messages=messages,
            extract=extract,
            infer=infer,
            scopes=scopes,
            user=user,
            labels=labels,
            session_id=session_id,
        )
        return self.call("rememberBatch", body=body, idempotency_key=idempotency_key)

    def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        lens: ScopeSelector | None = None,
        user: str | None = None,
        labels: Sequence[str] | None = None,
        include: Sequence[Literal["facts", "passages"]] | None = None,
        mode: Literal["hybrid", "vector", "bm25", "graph"] | None = None,
        as_of: Time | None = None,
        at_instant: Time | None = None,
        valid_from: Time | None = None,
        valid_until: Time | None = None,
        include_duplicates: bool | None = None,
        include_ended: bool | None = None,
        max_tokens: int | None = None,
        source: str | None = None,
        session_id: str | None = None,
    ) -> RecallAnswer:
        """What is remembered that answers a question."""
        body: Any = body_of(
            query=query,
            k=k,
            lens=lens,
            user=user,
            labels=labels,
            include=include,
            mode=mode,
            as_of=as_of,
            at_instant=at_instant,
            valid_from=valid_from,
            valid_until=valid_until,
            include_duplicates=include_duplicates,
            include_ended=include_ended,
            max_tokens=max_tokens,
            source=source,
            session_id=session_id,
        )
        return self.call("recall", body=body)

    def context(
        self,
        query: str,
        *,
        k: int | None = None,
        lens: ScopeSelector | None = None,
        user: str | None = None,
        labels: Sequence[str] | None = None,
        as_of: Time | None = None,
        at_instant: Time | None = None,
        valid_from: Time | None = None,
        valid_until: Time | None = None,
        include_ended: bool | None = None,
        max_tokens: int | None = None,
    ) -> ContextAnswer:
        """The same as one block of text for a prompt."""
        body: Any = body_of(
            query=query,
            k=k,
            lens=lens,
            user=user,
            labels=labels,
            as_of=as_of,
            at_instant=at_instant,
            valid_from=valid_from,
            valid_until=valid_until,
            include_ended=include_ended,
            max_tokens=max_tokens,
        )
        return self.call("context", body=body)

    def chat(
        self,
        message: str,
        *,
        session_id: str | None = None,
        scopes: ScopeSelector | None = None,
        user: str | None = None,
        labels: Sequence[str] | None = None,
        k: int | None = None,
        model: str | None = None,
        bypass_cache: bool | None = None,
        as_of: Time | None = None,
        at_instant: Time | None = None,
        valid_from: Time | None = None,
        valid_until: Time | None = None,
        include_ended: bool | None = None,
        idempotency_key: str | None = None,
    ) -> ChatAnswer:
        """A reply that cites what is remembered. It stores the message: a repetition under the same key stores nothing again."""
        body: Any = body_of(
            message=message,
            session_id=session_id,
            scopes=scopes,
            user=user,
            labels=labels,
            k=k,
            model=model,
            bypass_cache=bypass_cache,
            as_of=as_of,
            at_instant=at_instant,
            valid_from=valid_from,
            valid_until=valid_until,
            include_ended=include_ended,
        )
        return self.call("chat", body=body, idempotency_key=idempotency_key)

    def chat_stream(
        self,
        message: str,
        *,
        session_id: str | None = None,
        scopes: ScopeSelector | None = None,
        user: str | None = None,
        labels: Sequence[str] | None = None,
        k: int | None = None,
        model: str | None = None,
        bypass_cache: bool | None = None,
        as_of: Time | None = None,
        at_instant: Time | None = None,
        valid_from: Time | None = None,
        valid_until: Time | None = None,
        include_ended: bool | None = None,
    ) -> Iterator[ChatEvent]:
        """The reply as it comes: events by their ``type``, the last one ``done`` with the whole answer."""
        body = body_of(
            message=message,
            session_id=session_id,
            scopes=scopes,
            user=user,
            labels=labels,
            k=k,
            model=model,
            bypass_cache=bypass_cache,
            as_of=as_of,
            at_instant=at_instant,
            valid_from=valid_from,
            valid_until=valid_until,
            include_ended=include_ended,
        )
        return stream_chat(self._transport, self._settings, "chat", None, body)

    def reflect(
        self, query: str, *, persist: bool | None = None, idempotency_key: str | None = None
    ) -> ReflectAnswer:
        """A synthesis of what is remembered; with ``persist`` it is stored as derived facts of lower trust."""
        body: Any = body_of(query=query, persist=persist)
        return self.call("reflect", body=body, idempotency_key=idempotency_key)

    def forget(
        self,
        query: str,
        *,
        dry_run: bool | None = None,
        purge: bool | None = None,
        lens: ScopeSelector | None = None,
        user: str | None = None,
        idempotency_key: str | None = None,
    ) -> ForgetAnswer:
        """Forgets what a text describes. ``dry_run`` counts only; ``purge`` erases for good."""
        body: Any = body_of(query=query, dry_run=dry_run, purge=purge, lens=lens, user=user)
        return self.call("forget", body=body, idempotency_key=idempotency_key)

    def correct(
        self,
        entity_type: str,
        entity_name: str,
        *,
        key: str,
        value: str,
        reason: str,
        old: str | None = None,
        memory_category: Literal["identity", "knowledge", "context"] | None = None,
        idempotency_key: str | None = None,
    ) -> CorrectAnswer:
        """Sets a value right, with a reason; ``old`` names the wrong one where a key holds several."""
        body: Any = body_of(key=key, value=value, reason=reason, old=old, memory_category=memory_category)
        path = {"entityType": entity_type, "entityName": entity_name}
        return self.call("correct", path=path, body=body, idempotency_key=idempotency_key)

    def me(self) -> WhoamiAnswer:
        """Who the key belongs to, and what it may do."""
        return self.call("whoami")

    def stats(
        self, *, since: Time | None = None, window_hours: int | None = None, scopes: list[str] | None = None
    ) -> GetTraceStatsAnswer:
        """Numbers over the traces of a window; of these scope paths, or of all that the key may see."""
        return self.traces.stats(since=since, window_hours=window_hours, scopes=scopes)

    def audit(
        self,
        *,
        principal: str | None = None,
        key: str | None = None,
        kind: Literal["decision", "retrieval", "response"] | None = None,
        since: Time | None = None,
        until: Time | None = None,
        limit: int | None = None,
    ) -> ListAuditAnswer:
        """Who did what, newest first."""
        query: Any = body_of(principal=principal, key=key, kind=kind, since=since, until=until, limit=limit)
        return self.call("listAudit", query=query)
