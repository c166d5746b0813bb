# Made by generate.py from _async/knowledge.py.
"""What is known: entities, what the memory is not sure of, and how answers came about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from .._arguments import Time
from .._request import body_of
from .._types import (
    AssignUncertaintyAnswer,
    GetEntityAnswer,
    GetEntityHistoryAnswer,
    GetTraceAnswer,
    GetTraceStatsAnswer,
    GetUncertaintyAnswer,
    ListEntitiesAnswer,
    ListTracesAnswer,
    ListUncertaintiesAnswer,
    ResolveUncertaintyAnswer,
)
from .calls import Calls


class Entities:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        type: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        as_of: Time | None = None,
        at_instant: Time | None = None,
    ) -> ListEntitiesAnswer:
        query: Any = body_of(type=type, limit=limit, offset=offset, as_of=as_of, at_instant=at_instant)
        return self._calls.call("listEntities", query=query)

    def get(
        self,
        entity_type: str,
        entity_name: str,
        *,
        as_of: Time | None = None,
        at_instant: Time | None = None,
        valid_from: Time | None = None,
        valid_until: Time | None = None,
    ) -> GetEntityAnswer:
        """One entity with its attributes and relations; as it was known, or as it held, at a time."""
        query: Any = body_of(as_of=as_of, at_instant=at_instant, valid_from=valid_from, valid_until=valid_until)
        path = {"entityType": entity_type, "entityName": entity_name}
        return self._calls.call("getEntity", path=path, query=query)

    def history(self, entity_type: str, entity_name: str, key: str) -> GetEntityHistoryAnswer:
        """Every value that a key had."""
        path = {"entityType": entity_type, "entityName": entity_name, "key": key}
        return self._calls.call("getEntityHistory", path=path)

    def delete(self, entity_type: str, entity_name: str) -> None:
        """Forgets the entity, and what is known of it."""
        self._calls.call("deleteEntity", path={"entityType": entity_type, "entityName": entity_name})


class Uncertainties:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        status: Literal["open", "resolved", "withdrawn"] | None = None,
        owner: str | None = None,
        entity: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> ListUncertaintiesAnswer:
        """What the memory is not sure of, oldest first."""
        query: Any = body_of(status=status, owner=owner, entity=entity, limit=limit, offset=offset)
        return self._calls.call("listUncertainties", query=query)

    def get(self, uncertainty_id: str) -> GetUncertaintyAnswer:
        """One uncertainty with its candidates and their sources."""
        return self._calls.call("getUncertainty", path={"uncertaintyId": uncertainty_id})

    def resolve(
        self,
        uncertainty_id: str,
        *,
        reason: str,
        chosen: Sequence[str] | None = None,
        value: str | None = None,
        idempotency_key: str | None = None,
    ) -> ResolveUncertaintyAnswer:
        """Settles it: ``chosen`` names the candidates that stand, or ``value`` says what is right."""
        body: Any = body_of(reason=reason, chosen=chosen, value=value)
        path = {"uncertaintyId": uncertainty_id}
        return self._calls.call("resolveUncertainty", path=path, body=body, idempotency_key=idempotency_key)

    def assign(self, uncertainty_id: str, owner: str | None) -> AssignUncertaintyAnswer:
        """Says who is to settle it; None takes it from everybody."""
        path = {"uncertaintyId": uncertainty_id}
        return self._calls.call("assignUncertainty", path=path, body={"owner": owner})


class Traces:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(
        self,
        *,
        kind: Literal["retrieval", "response"] | None = None,
        session_id: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
        limit: int | None = None,
    ) -> ListTracesAnswer:
        """Traces, newest first."""
        query: Any = body_of(kind=kind, session_id=session_id, since=since, until=until, limit=limit)
        return self._calls.call("listTraces", query=query)

    def get(self, trace_id: str) -> GetTraceAnswer:
        """One trace, with what the memory changed under it."""
        return self._calls.call("getTrace", path={"traceId": trace_id})

    def stats(
        self, *, since: Time | None = None, window_hours: int | None = None, scopes: Sequence[str] | None = None
    ) -> GetTraceStatsAnswer:
        """Numbers over the traces of a window; of these scope paths, or of all that the key may see."""
        query: Any = body_of(since=since, window_hours=window_hours, scope=None if scopes is None else [*scopes])
        return self._calls.call("getTraceStats", query=query)
