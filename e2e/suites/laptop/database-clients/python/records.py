"""Each way to change and read records, variables, and failures."""

from surrealdb import (
    AlreadyExistsError,
    NotFoundError,
    QueryError,
    RecordID,
    SurrealError,
    Table,
    ThrownError,
    ValidationError,
)

from checks import World, fails, same

mina = RecordID("person", "mina")


async def records(world: World) -> None:
    db = await world.connect()
    await db.query("REMOVE TABLE IF EXISTS person")
    same(await db.create(mina, {"name": "Mina"}), {"id": mina, "name": "Mina"})
    same(await db.create("person:ali"), {"id": RecordID("person", "ali")})
    made = await db.create(Table("person"), {"name": "Random"})
    same(made["id"].table_name, "person")
    same(await db.select(mina), [{"id": mina, "name": "Mina"}])
    same(len(await db.select("person")), 3)
    same(await db.update(mina, {"age": 1}), {"id": mina, "age": 1})
    same(await db.merge(mina, {"name": "Mina"}), {"id": mina, "age": 1, "name": "Mina"})
    same(await db.patch(mina, [{"op": "replace", "path": "/age", "value": 2}]), {"id": mina, "age": 2, "name": "Mina"})
    same(await db.upsert(RecordID("person", 7), {"age": 7}), {"id": RecordID("person", 7), "age": 7})
    same(await db.delete(mina), {"id": mina, "age": 2, "name": "Mina"})
    same(len(await db.delete("person")), 3)
    same(await db.select(Table("person")), [])
    same(await db.insert("person", [{"id": 1}, {"id": 2}]), [{"id": RecordID("person", n)} for n in (1, 2)])
    edge = {"id": "e", "in": RecordID("person", 1), "out": RecordID("person", 2)}
    same(await db.insert_relation("knows", edge), [{**edge, "id": RecordID("knows", "e")}])
    same(await db.query("SELECT VALUE ->knows->person FROM ONLY person:1"), [RecordID("person", 2)])


async def queries(world: World) -> None:
    db = await world.connect()
    assert (await db.version()).startswith("surrealdb-3.")
    same(await db.query("RETURN $a + 1", {"a": 1}), 2)
    raw = await db.query_raw("RETURN 1; THROW 'no'; RETURN 3")
    same([(each["status"], each["result"]) for each in raw["result"]], [("OK", 1), ("ERR", "An error occurred: no"), ("OK", 3)])
    await db.let("kept", {"n": 5})
    same(await db.query("RETURN $kept.n"), 5)
    await db.unset("kept")
    same(await db.query("RETURN $kept"), None)
    await db.use(world.namespace, f"{world.database}_2")
    await db.query("DEFINE DATABASE IF NOT EXISTS " + f"{world.database}_2")
    same(await db.query("RETURN session::db()"), f"{world.database}_2")


async def failures(world: World) -> None:
    db = await world.connect()
    await db.query("REMOVE TABLE IF EXISTS once")
    await db.create("once:1")
    same((await fails(db.create("once:1"), AlreadyExistsError, "already exists")).record_id, "once:1")
    same((await fails(db.select("nowhere"), NotFoundError, "The table 'nowhere' does not exist")).table_name, "nowhere")
    same((await fails(db.query("SELECT FROM"), ValidationError, "Parse error")).is_parse_error, True)
    same((await fails(db.query("LET $auth = 1"), ValidationError)).parameter_name, "auth")
    await fails(db.query("THROW 'no'"), ThrownError, "An error occurred: no")
    late = await fails(db.query("SELECT * FROM once WHERE { SLEEP 60ms; RETURN true } TIMEOUT 20ms"), QueryError)
    same((late.is_timed_out, late.timeout), (True, {"secs": 0, "nanos": 20_000_000}))
    stranger = await world.stranger()
    await fails(stranger.query("RETURN 1"), Exception, "")
    assert not issubclass(SurrealError, AssertionError)
    same(await db.query("RETURN 1"), 1)
