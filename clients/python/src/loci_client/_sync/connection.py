# Made by generate.py from _async/connection.py.
"""A connection to a server, as the clients of both planes have it."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any

from typing_extensions import Self

from .._operations import operations
from .._request import Settings, request_of
from .calls import Calls
from .transport import Transport


class Connection(Calls):
    """What the clients of both planes have in common: how to reach the server, and that they are closed."""

    _settings: Settings
    _transport: Transport

    def _call(
        self, operation: str, path: Mapping[str, str] | None, query: Any, body: Any, idempotency_key: str | None
    ) -> Any:
        known = operations.get(operation)
        if known is None:
            raise ValueError(f"the API has no operation {operation!r}")
        request = request_of(known, self._settings, path, query, body, idempotency_key=idempotency_key)
        return self._transport.send(request, self._settings)

    def with_options(
        self,
        *,
        on_behalf_of: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        attempts: int | None = None,
    ) -> Self:
        """The same client with other options for the requests made through it. It shares the connections."""
        other = object.__new__(type(self))
        other._transport = self._transport
        other._settings = self._settings.changed(
            on_behalf_of=on_behalf_of,
            headers=None if headers is None else {**self._settings.headers, **headers},
            timeout=timeout,
            attempts=attempts,
        )
        return other

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(url={self._settings.url!r}, context_id={self._settings.context_id!r})"
