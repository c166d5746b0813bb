"""What a check of PyPI's `surrealdb` is given: blocking and asynchronous connections look alike to it."""

import asyncio
import inspect
from typing import Any

from surrealdb import AsyncSurreal, Surreal

ROOT = {"username": "root", "password": "secret"}


class Alike:
    """Calls the methods of a connection, a session or a transaction of either kind, and notes which were called."""

    def __init__(self, of: Any, called: set[str]) -> None:
        self._of = of
        self._called = called

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._of, name)
        self._called.add(f"{type(self._of).__name__}.{name}")
        if not callable(member):
            return member

        async def call(*args: Any, **kwargs: Any) -> Any:
            result = member(*args, **kwargs)
            if inspect.isawaitable(result):
                result = await result
            if type(result).__name__.endswith(("Session", "Transaction")):
                return Alike(result, self._called)
            return result

        return call


class World:
    def __init__(self, url: str, asynchronous: bool, area: str) -> None:
        self.url = url
        self.is_socket = url.startswith("ws")
        self.namespace = "python"
        self.database = area.replace(" ", "_")
        self.asynchronous = asynchronous
        self.called: set[str] = set()
        self._opened: list[Any] = []

    async def stranger(self) -> Alike:
        """A connection of nobody."""
        connection = (AsyncSurreal if self.asynchronous else Surreal)(self.url)
        entered = await connection.__aenter__() if self.asynchronous else connection.__enter__()
        self._opened.append(connection)
        return Alike(entered, self.called)

    async def connect(self) -> Alike:
        """A connection of the root user in the area's database."""
        db = await self.stranger()
        await db.signin(ROOT)
        await db.use(self.namespace, self.database)
        # Over HTTP both are headers, which make neither.
        await db.query_raw(
            f"DEFINE NAMESPACE IF NOT EXISTS {self.namespace}; USE NS {self.namespace}; DEFINE DATABASE IF NOT EXISTS {self.database}"
        )
        return db

    async def close(self) -> None:
        for connection in self._opened:
            if self.asynchronous:
                await connection.__aexit__(None, None, None)
            else:
                connection.__exit__(None, None, None)


def same(actual: Any, expected: Any) -> None:
    assert actual == expected and type(actual) is type(expected), f"got {actual!r}\nnot {expected!r}"


async def fails(call: Any, expected: type[Exception], text: str = "") -> Exception:
    try:
        result = await call
    except expected as error:
        assert text in str(error), f"not {text!r}: {error!r}"
        return error
    raise AssertionError(f"no error, but {result!r}")


async def next_of(notifications: Any) -> Any:
    """The next of what a live query tells, of a generator of either kind."""
    if hasattr(notifications, "__anext__"):
        return await asyncio.wait_for(notifications.__anext__(), 15)
    return next(notifications)
