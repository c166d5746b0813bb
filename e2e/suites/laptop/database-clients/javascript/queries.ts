import assert from "node:assert/strict";
import { BoundQuery, Duration, RecordId, surql, Table, UnsuccessfulApiError } from "surrealdb";
import { fails, same, type Checks } from "./checks.ts";

/** Texts of the language, and the ways to take what they answer. */
export const queries: Checks = {
  "give each statement's result": async ({ db }) => {
    same(await db.query("RETURN 1; RETURN 'two'; RETURN $three", { three: [3] }), [1, "two", [3]]);
    same(await db.query<[number[]]>("RETURN [1, 2, 3]").collect(0), [[1, 2, 3]]);
    same(await db.query("RETURN 1; RETURN 2; RETURN 3").collect(2, 0), [3, 1]);
    same(await db.query("LET $x = 2; RETURN $x * 2"), [undefined, 4]);
    await db.query("REMOVE TABLE IF EXISTS counted; CREATE counted:one SET n = 1; CREATE counted:two SET n = 2");
    same(await db.query("SELECT VALUE n FROM counted; SELECT count() FROM counted GROUP ALL"), [[1, 2], [{ count: 2 }]]);
  },
  "give failures beside results": async ({ db }) => {
    const [fine, thrown] = await db.query("RETURN 1; THROW 'no'; RETURN 3").responses();
    assert.ok(fine?.success === true && thrown?.success === false);
    assert.deepEqual([fine.result, fine.type, thrown.error.message], [1, "other", "An error occurred: no"]);
    assert.ok(fine.stats?.duration instanceof Duration);
    await fails(db.query("RETURN 1; THROW 'no'"), Error, /An error occurred: no/);
    const [picked] = await db.query("RETURN 1; RETURN 2").responses(1);
    assert.ok(picked?.success === true && picked.result === 2);
  },
  "come as a stream": async ({ db }) => {
    const seen: unknown[] = [];
    for await (const frame of db.query("RETURN [1, 2]; THROW 'no'; RETURN 'last'").stream()) {
      if (frame.isValue()) seen.push([frame.query, frame.value]);
      else if (frame.isError()) seen.push([frame.query, frame.error.message]);
      else if (frame.isDone()) seen.push([frame.query, frame.type]);
    }
    same(seen, [
      [0, 1],
      [0, 2],
      [0, "other"],
      [1, "An error occurred: no"],
      [2, "last"],
      [2, "other"],
    ]);
  },
  "give plain JSON": async ({ db }) => {
    const [value] = await db.query("RETURN { at: 1h, id: person:one, price: 1.5dec, table: type::table('t') }").json();
    assert.deepEqual(value, { at: "1h", id: "person:one", price: "1.5", table: "t" });
  },
  "take values as parameters": async ({ db }) => {
    const [table, name] = [new Table("bound"), "O'Hara; REMOVE TABLE bound"];
    await db.query("REMOVE TABLE IF EXISTS bound");
    const made = surql`CREATE ONLY ${new RecordId("bound", 1)} SET name = ${name}`;
    same((await db.query(made))[0], { id: new RecordId("bound", 1), name });
    const all = new BoundQuery("SELECT * FROM type::table($table)", { table: "bound" });
    all.append(" WHERE name = $name", { name });
    assert.equal(db.query(all).inner.query, "SELECT * FROM type::table($table) WHERE name = $name");
    same(await db.query(all), [[{ id: new RecordId("bound", 1), name }]]);
    same(await db.query("SELECT VALUE name FROM $table", { table }), [[name]]);
    same(await db.query(surql`RETURN ${{ deep: [{ a: null, b: undefined }] }}`), [{ deep: [{ a: null, b: undefined }] }]);
  },
  "run again when told so": async ({ db }) => {
    await db.query("REMOVE TABLE IF EXISTS again");
    same(await db.query("BEGIN; UPSERT again:1 SET n += 1; COMMIT").retry({ attempts: 2 }).collect(1), [
      [{ id: new RecordId("again", 1), n: 1 }],
    ]);
  },
  "call functions": async ({ db }) => {
    await db.query("DEFINE FUNCTION OVERWRITE fn::twice($x: number) { RETURN $x * 2 }");
    same(await db.run("fn::twice", [4]), 8);
    same(await db.run("string::len", ["four"]).json(), 4);
    same(await db.run("math::max", [[1, 5, 3]]).retry(), 5);
    assert.match(db.run("fn::twice", [4]).compile().query, /^fn::twice\(/);
    const frames: unknown[] = [];
    for await (const frame of db.run("fn::twice", [1]).stream()) if (frame.isValue()) frames.push(frame.value);
    same(frames, [2]);
    await fails(db.run("fn::absent"), Error, /fn::absent' does not exist/);
  },
  "call APIs": async ({ db }) => {
    await db.query(`DEFINE API OVERWRITE '/v1/a' FOR get, post, put, delete, patch, trace
      THEN { { status: 201, body: [$request.method, $request.body, $request.headers.\`x-tried\`, $request.query] } }`);
    const api =
      db.api<Record<`/${string}`, Record<"get" | "post" | "put" | "delete" | "patch" | "trace", [unknown, unknown]>>>("/v1");
    api.header("x-tried", "yes");
    api.header("x-dropped", "yes");
    api.header("x-dropped", null);
    same(await api.get("/a").header("a", "b").query("c", "d").value(), ["get", undefined, "yes", { c: "d" }]);
    const { status, body } = await api.post("/a", { n: 1 });
    same([status, body], [201, ["post", { n: 1 }, "yes", {}]]);
    assert.equal(((await api.invoke("/a", { method: "get" }).json()) as { status: number }).status, 201);
    const others = [api.put("/a", 1), api.delete("/a"), api.patch("/a", 1), api.trace("/a")];
    for (const [i, each] of others.entries()) same(((await each.value()) as unknown[])[0], ["put", "delete", "patch", "trace"][i]);
    assert.equal((await api.get("/none")).status, 404);
    await fails(api.get("/none").value(), UnsuccessfulApiError);
    assert.match(api.get("/a").compile().query, /^api::invoke\(/);
    for await (const frame of api.get("/none").stream()) if (frame.isValue()) same((frame.value as { status: number }).status, 404);
  },
  "remember what was set": async ({ db, connect, isWebSocket }) => {
    await db.set("kept", new RecordId("kept", 1));
    await db.set("other", { n: 1 });
    assert.deepEqual(Object.keys(db.parameters), ["kept", "other"]);
    same(await db.query("RETURN [$kept, $other.n]"), [[new RecordId("kept", 1), 1]]);
    await db.unset("kept");
    await db.unset("other");
    same(await db.query("RETURN $kept"), [undefined]);
    if (isWebSocket) await fails((await connect()).set("auth", 1), Error, /protected variable/);
  },
  "answer many at once, each its own": async ({ db }) => {
    const asked = Array.from({ length: 100 }, (_, n) => n);
    same(await Promise.all(asked.map(async (n) => (await db.query("RETURN $n", { n }))[0])), asked);
  },
};
