# Made by generate.py from _async/management.py.
"""The control plane: contexts, and who may enter them. It needs a management key, which no client app should hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx

from .._arguments import Grants
from .._request import Settings, body_of
from .._types import (
    CreateContextAnswer,
    CreateContextPrincipalAnswer,
    GetContextAnswer,
    GetContextStateAnswer,
    GetContextUsageAnswer,
    ListContextKeysAnswer,
    ListContextPrincipalsAnswer,
    ListContextsAnswer,
    ListContextScopesAnswer,
    ListVerbsAnswer,
    MintContextKeyAnswer,
    RegisterContextScopeAnswer,
    RotateContextKeyAnswer,
)
from .calls import Calls
from .connection import Connection
from .transport import Transport


class LociManagement(Connection):
    """A Loci server, seen with its management key."""

    def __init__(
        self,
        *,
        url: str = "http://localhost:9090",
        management_key: str,
        headers: Mapping[str, str] | None = None,
        timeout: float = 120.0,
        attempts: int = 4,
        backoff: float = 0.2,
        http: httpx.Client | None = None,
    ) -> None:
        self._settings = Settings(
            url=url,
            key=management_key,
            headers=headers or {},
            timeout=timeout,
            attempts=attempts,
            backoff=backoff,
        )
        self._transport = Transport(http)

    @property
    def contexts(self) -> Contexts:
        return Contexts(self)

    @property
    def principals(self) -> ContextPrincipals:
        return ContextPrincipals(self)

    @property
    def keys(self) -> ContextKeys:
        return ContextKeys(self)

    @property
    def scopes(self) -> ContextScopes:
        return ContextScopes(self)

    def verbs(self) -> ListVerbsAnswer:
        """The verbs that grants may name."""
        return self.call("listVerbs")


class Contexts:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def create(self, id: str, *, display_name: str | None = None) -> CreateContextAnswer:
        body: Any = body_of(id=id, display_name=display_name)
        return self._calls.call("createContext", body=body)

    def list(self) -> ListContextsAnswer:
        return self._calls.call("listContexts")

    def get(self, ctx: str) -> GetContextAnswer:
        return self._calls.call("getContext", path={"ctx": ctx})

    def usage(self, ctx: str, *, month: str | None = None) -> GetContextUsageAnswer:
        """What a context used in a month (``2026-03``), the present one by default."""
        query: Any = body_of(month=month)
        return self._calls.call("getContextUsage", path={"ctx": ctx}, query=query)

    def state(self, ctx: str) -> GetContextStateAnswer:
        """How many records there are, and how the search index is."""
        return self._calls.call("getContextState", path={"ctx": ctx})

    def delete(self, ctx: str) -> None:
        self._calls.call("deleteContext", path={"ctx": ctx})


class ContextPrincipals:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def create(
        self,
        ctx: str,
        display_name: str,
        *,
        kind: str = "agent",
        id: str | None = None,
        grants: Grants | None = None,
    ) -> CreateContextPrincipalAnswer:
        body: Any = body_of(display_name=display_name, kind=kind, id=id, grants=grants)
        return self._calls.call("createContextPrincipal", path={"ctx": ctx}, body=body)

    def list(self, ctx: str) -> ListContextPrincipalsAnswer:
        return self._calls.call("listContextPrincipals", path={"ctx": ctx})

    def delete(self, ctx: str, principal_id: str) -> None:
        self._calls.call("deleteContextPrincipal", path={"ctx": ctx, "principalId": principal_id})


class ContextKeys:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def mint(
        self, ctx: str, principal_id: str, name: str, *, ttl_seconds: int | None = None
    ) -> MintContextKeyAnswer:
        """A key bound to the principal. Its secret is in this answer alone."""
        query: Any = body_of(ttl_seconds=ttl_seconds)
        return self._calls.call("mintContextKey", path=_key_path(ctx, principal_id, name), query=query, body={})

    def list(self, ctx: str) -> ListContextKeysAnswer:
        return self._calls.call("listContextKeys", path={"ctx": ctx})

    def rotate(
        self, ctx: str, principal_id: str, name: str, *, ttl_seconds: int | None = None
    ) -> RotateContextKeyAnswer:
        query: Any = body_of(ttl_seconds=ttl_seconds)
        return self._calls.call("rotateContextKey", path=_key_path(ctx, principal_id, name), query=query)

    def revoke(self, ctx: str, principal_id: str, name: str) -> None:
        self._calls.call("revokeContextKey", path=_key_path(ctx, principal_id, name))


def _key_path(ctx: str, principal_id: str, name: str) -> dict[str, str]:
    return {"ctx": ctx, "principalId": principal_id, "name": name}


class ContextScopes:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def register(self, ctx: str, path: str) -> RegisterContextScopeAnswer:
        return self._calls.call("registerContextScope", path={"ctx": ctx}, body={"path": path})

    def list(self, ctx: str) -> ListContextScopesAnswer:
        return self._calls.call("listContextScopes", path={"ctx": ctx})

    def delete(self, ctx: str, path: str) -> None:
        self._calls.call("deleteContextScope", path={"ctx": ctx}, query={"path": path})
