# Made by generate.py from _async/access.py.
"""Who may do what, within one context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._arguments import Grants, Time
from .._request import body_of
from .._types import (
    AddGrantsAnswer,
    CreatePrincipalAnswer,
    ForgetScopeAnswer,
    GetEffectiveGrantsAnswer,
    GetPrincipalAnswer,
    ListKeysAnswer,
    ListPrincipalsAnswer,
    ListScopesAnswer,
    MintKeyAnswer,
    RegisterScopeAnswer,
    RemoveGrantsAnswer,
    RotateKeyAnswer,
)
from .calls import Calls


class Keys:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def mint(
        self,
        name: str | None = None,
        *,
        grants: Grants | None = None,
        ttl_seconds: int | None = None,
        idempotency_key: str | None = None,
    ) -> MintKeyAnswer:
        """A key for the caller's own principal; ``grants`` can only narrow. Its secret is in this answer alone."""
        body: Any = body_of(name=name, grants=grants)
        query: Any = body_of(ttl_seconds=ttl_seconds)
        return self._calls.call("mintKey", query=query, body=body, idempotency_key=idempotency_key)

    def list(self) -> ListKeysAnswer:
        """The caller's key; all keys for an administrator."""
        return self._calls.call("listKeys")

    def rotate(
        self, name: str, *, ttl_seconds: int | None = None, overlap_seconds: int | None = None
    ) -> RotateKeyAnswer:
        """Gives a key a new secret; the old one holds for the overlap."""
        query: Any = body_of(ttl_seconds=ttl_seconds, overlap_seconds=overlap_seconds)
        return self._calls.call("rotateKey", path={"name": name}, query=query)

    def revoke(self, name: str) -> None:
        self._calls.call("revokeKey", path={"name": name})


class Scopes:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def register(
        self, path: str, *, display_name: str | None = None, description: str | None = None
    ) -> RegisterScopeAnswer:
        """Registers a scope path; it may then be written to."""
        body: Any = body_of(path=path, display_name=display_name, description=description)
        return self._calls.call("registerScope", body=body)

    def list(self) -> ListScopesAnswer:
        return self._calls.call("listScopes")

    def delete(self, path: str) -> None:
        """Removes a path and all below it; records keep theirs."""
        self._calls.call("deleteScope", query={"path": path})

    def forget(self, path: str, *, idempotency_key: str | None = None) -> ForgetScopeAnswer:
        """Erases what belongs to a scope."""
        return self._calls.call("forgetScope", body={"path": path}, idempotency_key=idempotency_key)


class Principals:
    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def create(
        self,
        display_name: str,
        *,
        kind: str = "agent",
        id: str | None = None,
        grants: Grants | None = None,
        external_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> CreatePrincipalAnswer:
        body: Any = body_of(display_name=display_name, kind=kind, id=id, grants=grants, external_id=external_id)
        return self._calls.call("createPrincipal", body=body, idempotency_key=idempotency_key)

    def list(self) -> ListPrincipalsAnswer:
        return self._calls.call("listPrincipals")

    def get(self, principal_id: str) -> GetPrincipalAnswer:
        return self._calls.call("getPrincipal", path={"principalId": principal_id})

    def effective(self, principal_id: str, path: str, *, as_of: Time | None = None) -> GetEffectiveGrantsAnswer:
        """What the principal may do over a path, now or on some day."""
        query: Any = body_of(path=path, as_of=as_of)
        return self._calls.call("getEffectiveGrants", path={"principalId": principal_id}, query=query)

    def grant(self, principal_id: str, path: str, verbs: Sequence[str]) -> AddGrantsAnswer:
        """Gives the principal verbs over a path."""
        body: Any = body_of(path=path, verbs=list(verbs))
        return self._calls.call("addGrants", path={"principalId": principal_id}, body=body)

    def revoke(self, principal_id: str, path: str, verbs: Sequence[str]) -> RemoveGrantsAnswer:
        """Takes the principal's verbs over a path away."""
        body: Any = body_of(path=path, verbs=list(verbs))
        return self._calls.call("removeGrants", path={"principalId": principal_id}, body=body)
