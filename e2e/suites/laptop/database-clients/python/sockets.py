"""What a socket alone can: sessions, transactions, live queries."""

from surrealdb import RecordID, SurrealError, UnsupportedFeatureError

from checks import ROOT, World, fails, next_of, same

one = RecordID("kept", 1)


async def sessions(world: World) -> None:
    db = await world.connect()
    if not world.is_socket:
        await fails(db.attach(), UnsupportedFeatureError)
        await fails(db.detach("x"), UnsupportedFeatureError)
        await fails(db.new_session(), UnsupportedFeatureError)
        return
    await db.let("whose", "first")
    session = await db.new_session()
    await fails(session.query("RETURN 1"), SurrealError, "nonymous access not allowed")
    await session.signin(ROOT)
    await session.use(world.namespace, world.database)
    same(await session.query("RETURN $whose"), None)
    await session.let("whose", "second")
    same((await session.query("RETURN $whose"), await db.query("RETURN $whose")), ("second", "first"))
    await session.unset("whose")
    await db.query("REMOVE TABLE IF EXISTS kept")
    same(await session.create(one, {"n": 1}), {"id": one, "n": 1})
    same(await session.update(one, {"n": 2}), {"id": one, "n": 2})
    same(await session.merge(one, {"m": 1}), {"id": one, "n": 2, "m": 1})
    same(await session.patch(one, [{"op": "remove", "path": "/m"}]), {"id": one, "n": 2})
    same(await session.upsert(one, {"n": 3}), {"id": one, "n": 3})
    same(await session.select(one), [{"id": one, "n": 3}])
    same(await session.insert("kept", {"id": 2}), [{"id": RecordID("kept", 2)}])
    edge = {"id": 1, "in": one, "out": RecordID("kept", 2)}
    same(await session.insert_relation("kept_edge", edge), [{**edge, "id": RecordID("kept_edge", 1)}])
    same(await session.delete(one), {"id": one, "n": 3})
    access = "DEFINE ACCESS OVERWRITE member ON DATABASE TYPE RECORD SIGNUP (CREATE member)"
    await db.query(access)
    tokens = await session.signup({"namespace": world.namespace, "database": world.database, "access": "member"})
    await session.invalidate()
    await session.authenticate(tokens.access)
    same((await session.query("RETURN $auth")).table_name, "member")
    await session.close_session()
    await fails(session.query("RETURN 1"), SurrealError, "Session not found")
    attached = await db.attach()
    await db.detach(attached)
    # Last, as the blocking client takes what a live query tells for the answer to its next call.
    session = await (await world.connect()).new_session()
    await session.signin(ROOT)
    await session.use(world.namespace, world.database)
    await session.kill(await session.live("kept"))


async def transactions(world: World) -> None:
    db = await world.connect()
    if not world.is_socket:
        await fails(db.begin(), UnsupportedFeatureError)
        await fails(db.commit("x"), UnsupportedFeatureError)
        await fails(db.cancel("x"), UnsupportedFeatureError)
        return
    other = await world.connect()
    await db.query_raw("REMOVE TABLE IF EXISTS kept; DEFINE TABLE kept")
    txn = await db.begin()
    await db.create(one, {"n": 1}, txn_id=txn)
    same(await other.select(one), [])
    await db.commit(txn)
    same(await other.select(one), [{"id": one, "n": 1}])
    lost = await db.begin()
    await db.delete(one, txn_id=lost)
    await db.cancel(lost)
    same(await other.select(one), [{"id": one, "n": 1}])

    session = await db.new_session()
    await session.signin(ROOT)
    await session.use(world.namespace, world.database)
    whole = await session.begin_transaction()
    two = RecordID("kept", 2)
    same(await whole.create(two, {"n": 2}), {"id": two, "n": 2})
    same(await whole.update(two, {"n": 3}), {"id": two, "n": 3})
    same(await whole.merge(two, {"m": 1}), {"id": two, "n": 3, "m": 1})
    same(await whole.patch(two, [{"op": "remove", "path": "/m"}]), {"id": two, "n": 3})
    same(await whole.upsert(two, {"n": 4}), {"id": two, "n": 4})
    same(await whole.insert("kept", {"id": 3}), [{"id": RecordID("kept", 3)}])
    edge = {"id": 2, "in": one, "out": two}
    same(await whole.insert_relation("joined", edge), [{**edge, "id": RecordID("joined", 2)}])
    same(await whole.delete(RecordID("kept", 3)), {"id": RecordID("kept", 3)})
    same(await whole.select(two), [{"id": two, "n": 4}])
    same(await whole.query("SELECT VALUE n FROM kept"), [1, 4])
    same(await other.query("SELECT VALUE n FROM kept"), [1])
    await whole.commit()
    same(await other.query("SELECT VALUE n FROM kept"), [1, 4])
    dropped = await session.begin_transaction()
    await dropped.delete("kept")
    await dropped.cancel()
    same(await other.query("SELECT VALUE n FROM kept"), [1, 4])

    await fails(db.commit(txn), SurrealError, "Transaction not found")


async def live(world: World) -> None:
    db = await world.connect()
    if not world.is_socket:
        return
    await db.query_raw("REMOVE TABLE IF EXISTS watched; DEFINE TABLE watched")
    other = await world.connect()
    query = await db.live("watched")
    told = await db.subscribe_live(query)
    await other.query_raw("CREATE watched:1 SET n = 1; UPDATE watched:1 SET n = 2; DELETE watched:1")
    watched = RecordID("watched", 1)
    same([await next_of(told) for _ in range(3)], [{"id": watched, "n": n} for n in (1, 2, 2)])
    await db.kill(query)
