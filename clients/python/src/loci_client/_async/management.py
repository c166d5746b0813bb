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
from .calls import AsyncCalls
from .connection import AsyncConnection
from .transport import AsyncTransport


class AsyncLociManagement(AsyncConnection):
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
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = Settings(
            url=url,
            key=management_key,
            headers=headers or {},
            timeout=timeout,
            attempts=attempts,
            backoff=backoff,
        )
        self._transport = AsyncTransport(http)

    @property
    def contexts(self) -> AsyncContexts:
        return AsyncContexts(self)

    @property
    def principals(self) -> AsyncContextPrincipals:
        return AsyncContextPrincipals(self)

    @property
    def keys(self) -> AsyncContextKeys:
        return AsyncContextKeys(self)

    @property
    def scopes(self) -> AsyncContextScopes:
        return AsyncContextScopes(self)

    async def verbs(self) -> ListVerbsAnswer:
        """The verbs that grants may name."""
        return await self.call("listVerbs")


class AsyncContexts:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def create(self, id: str, *, display_name: str | None = None) -> CreateContextAnswer:
        body: Any = body_of(id=id, display_name=display_name)
        return await self._calls.call("createContext", body=body)

    async def list(self) -> ListContextsAnswer:
        return await self._calls.call("listContexts")

    async def get(self, ctx: str) -> GetContextAnswer:
        return await self._calls.call("getContext", path={"ctx": ctx})

    async def usage(self, ctx: str, *, month: str | None = None) -> GetContextUsageAnswer:
        """What a context used in a month (``2026-03``), the present one by default."""
        query: Any = body_of(month=month)
        return await self._calls.call("getContextUsage", path={"ctx": ctx}, query=query)

    async def state(self, ctx: str) -> GetContextStateAnswer:
        """How many records there are, and how the search index is."""
        return await self._calls.call("getContextState", path={"ctx": ctx})

    async def delete(self, ctx: str) -> None:
        await self._calls.call("deleteContext", path={"ctx": ctx})


class AsyncContextPrincipals:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def create(
        self,
        ctx: str,
        display_name: str,
        *,
        kind: str = "agent",
        id: str | None = None,
        grants: Grants | None = None,
    ) -> CreateContextPrincipalAnswer:
        body: Any = body_of(display_name=display_name, kind=kind, id=id, grants=grants)
        return await self._calls.call("createContextPrincipal", path={"ctx": ctx}, body=body)

    async def list(self, ctx: str) -> ListContextPrincipalsAnswer:
        return await self._calls.call("listContextPrincipals", path={"ctx": ctx})

    async def delete(self, ctx: str, principal_id: str) -> None:
        await self._calls.call("deleteContextPrincipal", path={"ctx": ctx, "principalId": principal_id})


class AsyncContextKeys:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def mint(
        self, ctx: str, principal_id: str, name: str, *, ttl_seconds: int | None = None
    ) -> MintContextKeyAnswer:
        """A key bound to the principal. Its secret is in this answer alone."""
        query: Any = body_of(ttl_seconds=ttl_seconds)
        return await self._calls.call("mintContextKey", path=_key_path(ctx, principal_id, name), query=query, body={})

    async def list(self, ctx: str) -> ListContextKeysAnswer:
        return await self._calls.call("listContextKeys", path={"ctx": ctx})

    async def rotate(
        self, ctx: str, principal_id: str, name: str, *, ttl_seconds: int | None = None
    ) -> RotateContextKeyAnswer:
        query: Any = body_of(ttl_seconds=ttl_seconds)
        return await self._calls.call("rotateContextKey", path=_key_path(ctx, principal_id, name), query=query)

    async def revoke(self, ctx: str, principal_id: str, name: str) -> None:
        await self._calls.call("revokeContextKey", path=_key_path(ctx, principal_id, name))


def _key_path(ctx: str, principal_id: str, name: str) -> dict[str, str]:
    return {"ctx": ctx, "principalId": principal_id, "name": name}


class AsyncContextScopes:
    def __init__(self, calls: AsyncCalls) -> None:
        self._calls = calls

    async def register(self, ctx: str, path: str) -> RegisterContextScopeAnswer:
        return await self._calls.call("registerContextScope", path={"ctx": ctx}, body={"path": path})

    async def list(self, ctx: str) -> ListContextScopesAnswer:
        return await self._calls.call("listContextScopes", path={"ctx": ctx})

    async def delete(self, ctx: str, path: str) -> None:
        await self._calls.call("deleteContextScope", path={"ctx": ctx}, query={"path": path})
