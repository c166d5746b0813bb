"""Runs the checks of PyPI's `surrealdb` against the server at the address given, and prints a line of JSON for each."""

import asyncio
import inspect
import json
import sys
import traceback
from typing import Any

from checks import World
from identity import identity
from records import failures, queries, records
from sockets import live, sessions, transactions
from values import values

CHECKS = [records, queries, failures, values, identity, sessions, transactions, live]
# The client calls it itself; `set_token` and `connect` talk to nobody.
OWN_USE = {"connect", "close", "set_token"}
LIMIT_S = 60


def methods_of(of: Any) -> set[str]:
    """What a class itself promises: the templates that it follows name methods which it may not have."""
    own = {name for each in type(of).__mro__ if each.__name__.startswith(("Async", "Blocking")) and "Template" not in each.__name__ for name in vars(each)}
    return {f"{type(of).__name__}.{name}" for name in own if not name.startswith("_") and callable(getattr(of, name))}


async def error_of(check: Any, world: World) -> str | None:
    try:
        await asyncio.wait_for(check(world), LIMIT_S)
    except Exception:
        return traceback.format_exc(limit=-3)
    return None


async def main(url: str, asynchronous: bool) -> None:
    area = f"{'async' if asynchronous else 'blocking'} over {url.split(':', maxsplit=1)[0]}"
    world = World(url, asynchronous, area)
    for check in CHECKS:
        print(json.dumps({"area": area, "check": check.__name__, "error": await error_of(check, world)}), flush=True)
    db = await world.connect()
    known: set[str] = methods_of(db._of)
    if world.is_socket:
        session = await db.new_session()
        known |= methods_of(session._of)
        known |= methods_of((await session.begin_transaction())._of) if await signed_in(session) else set()
    missed = {name for name in known - world.called if name.split(".")[1] not in OWN_USE}
    error = None if not missed else f"never called: {', '.join(sorted(missed))}"
    print(json.dumps({"area": area, "check": "each method was called", "error": error}), flush=True)
    await world.close()


async def signed_in(session: Any) -> bool:
    await session.signin({"username": "root", "password": "secret"})
    return True


if __name__ == "__main__":
    for scheme in ("http", "ws"):
        for asynchronous in (False, True):
            asyncio.run(main(f"{scheme}://{sys.argv[1]}", asynchronous))
