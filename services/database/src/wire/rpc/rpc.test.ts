import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { cbor, formats } from "../format.ts";
import { Uuid } from "../../values/value.ts";
import { atOnce } from "../../turns.ts";
import { plain, text, uuidText, valueOf, type Plain } from "../testing/plain.ts";
import { basic, served } from "../testing/served.ts";

const database = served();
const uuid = /^[0-9a-f-]{36}$|^u'[0-9a-f-]{36}'$/;

describe.each(["cbor", "json", "flatbuffers"] as const)("calls over WebSocket in %s", (format) => {
  it("answers the methods of a connection", async () => {
    const client = await database.connect(format);
    expect(await client.call("version")).toMatch(/^surrealdb-3\./);
    expect(await client.call("ping")).toEqual(format !== "json" ? undefined : null);
    await expect(client.call("query", "RETURN 1")).rejects.toThrow("Anonymous access not allowed");
    expect(await client.call("signin", { user: "root", pass: "secret" })).toMatch(/^ey/);
    expect(await client.call("use", "test", `methods_${format}`)).toEqual({ namespace: "test", database: `methods_${format}` });
    if (format !== "json") expect(await client.call("use", undefined, undefined)).toMatchObject({ namespace: "test" });
    await client.call("let", "x", 5);
    await client.call("set", "y", 6);
    expect(await client.query("RETURN $x + $y + $z", { z: 1 })).toEqual([12]);
    await client.call("unset", "x");
    expect(await client.query("RETURN $x")).toEqual([format !== "json" ? undefined : null]);
    expect(await client.query("LET $kept = 3; RETURN 1")).toHaveLength(2);
    expect(await client.query("RETURN $kept")).toEqual([3]);
    expect(await client.call("use", null, null)).toEqual({ namespace: null, database: null });
    await client.call("invalidate");
    await expect(client.call("query", "RETURN 1")).rejects.toThrow("Anonymous access not allowed");
    await client.call("reset");
  });

  it("answers the methods of records", async () => {
    const client = await database.asRoot(`records_${format}`, format);
    expect(await client.call("create", "person", { name: "Tobie", id: "tobie" })).toEqual({ id: "person:tobie", name: "Tobie" });
    expect(await client.call("insert", "person", [{ id: "jaime", age: 1 }])).toEqual([{ id: "person:jaime", age: 1 }]);
    expect(await client.call("update", "person", { age: 2 })).toHaveLength(2);
    expect(await client.call("merge", "person", { name: "X" })).toHaveLength(2);
    expect(await client.call("patch", "person", [{ op: "replace", path: "/age", value: 4 }])).toHaveLength(2);
    expect(await client.call("select", "person")).toEqual([
      { id: "person:jaime", age: 4, name: "X" },
      { id: "person:tobie", age: 4, name: "X" },
    ]);
    expect(await client.call("upsert", "person:jaime", { name: "Y" })).toEqual({ id: "person:jaime", name: "Y" });
    expect(await client.call("create", "person:one", { n: 1 })).toEqual({ id: "person:one", n: 1 });
    expect(await client.call("update", "person:one", { n: 2 })).toEqual({ id: "person:one", n: 2 });
    expect(await client.call("select", "person:one")).toEqual({ id: "person:one", n: 2 });
    expect(await client.call("relate", "person:one", "likes", "person:tobie", { much: true })).toMatchObject({ much: true });
    expect(await client.call("insert_relation", "likes", { in: "person:one", out: "person:tobie" }).catch(String)).toBeDefined();
    expect(await client.call("delete", "person:one")).toEqual({ id: "person:one", n: 2 });
    expect(await client.call("run", "string::len", null, ["four"])).toBe(4);
    await client.query("DEFINE FUNCTION fn::twice($x: int) { RETURN $x * 2 }");
    expect(await client.call("run", "fn::twice", null, [4])).toBe(8);
    await expect(client.call("run", "1; REMOVE TABLE person; RETURN x", null, [])).rejects.toThrow("Invalid params");
    expect(await client.call("delete", "person")).toHaveLength(2);
    expect(await client.call("select", "person")).toEqual([]);
  });

  it("tells of a failure by code and kind", async () => {
    const client = await database.asRoot(`failures_${format}`, format);
    const failure = (method: string, ...params: Plain[]) => client.call(method, ...params).catch((error: unknown) => error);
    expect(await failure("nothing")).toMatchObject({ code: -32_601, kind: "NotFound", message: "Method not found" });
    expect(await failure("constructor")).toMatchObject({ code: -32_601 });
    expect(await failure("query", 1)).toMatchObject({ code: -32_603, message: "Invalid params" });
    expect(await failure("query", "SELECT")).toMatchObject({ kind: "Validation", message: expect.stringContaining("Parse error") });
    expect(await failure("signin", { user: "root", pass: "x" })).toMatchObject({
      code: -32_002,
      message: "There was a problem with authentication",
    });
    expect(await failure("let", "auth", 1)).toMatchObject({ message: "Cannot set protected variable: auth" });
    expect(await failure("query", "RETURN 1", { session: 1 })).toMatchObject({
      message: "'session' is a protected variable and cannot be set",
    });
    expect(await failure("commit", randomUUID())).toMatchObject({ message: "Transaction not found" });
    expect(await failure("kill", randomUUID())).toMatchObject({ message: expect.stringContaining("Cannot execute KILL") });
    expect(await client.query("CREATE ONLY a:1; CREATE a:1")).toEqual([{ id: "a:1" }, "Database record `a:1` already exists"]);
  });

  it("keeps attached sessions apart", async () => {
    const client = await database.asRoot(`sessions_${format}`, format);
    const session = randomUUID();
    const asTheirs = (id: string) => (format !== "json" ? (new Uuid(id) as never as string) : id);
    await client.callIn({ session: asTheirs(session) }, "attach");
    expect(((await client.call("sessions")) as Plain[]).map(uuidText)).toEqual([session]);
    await expect(client.callIn({ session: asTheirs(session) }, "query", "RETURN 1")).rejects.toThrow("Anonymous");
    await client.callIn({ session: asTheirs(session) }, "signin", { user: "root", pass: "secret" });
    await client.callIn({ session: asTheirs(session) }, "let", "x", 1);
    await client.call("let", "x", 2);
    expect(await client.query("RETURN $x", {}, { session: asTheirs(session) })).toEqual([1]);
    expect(await client.query("RETURN $x")).toEqual([2]);
    await expect(client.callIn({ session: asTheirs(session) }, "attach")).rejects.toThrow("Session already exists");
    await client.callIn({ session: asTheirs(session) }, "detach");
    await expect(client.callIn({ session: asTheirs(session) }, "query", "RETURN 1")).rejects.toThrow("Session not found");
    await expect(client.call("attach")).rejects.toThrow("Expected a session ID");
    await expect(client.call("detach")).rejects.toThrow("Expected a session ID");
  });

  it("tells live queries of what changes, until they are killed", async () => {
    const [watcher, writer] = [await database.asRoot(`live_${format}`, format), await database.asRoot(`live_${format}`, format)];
    await writer.query("DEFINE TABLE person");
    const [all] = await watcher.query("LIVE SELECT * FROM person");
    const [some] = await watcher.query("LIVE SELECT name FROM person WHERE age > 3");
    const [diff] = await watcher.query("LIVE SELECT DIFF FROM person");
    const method = await watcher.call("live", "person");
    expect(await watcher.query("LIVE SELECT * FROM person:1; LIVE SELECT * FROM $text", { text: "person" })).toEqual([
      "Cannot execute LIVE statement using value: person:1",
      "Cannot execute LIVE statement using value: 'person'",
    ]);
    for (const id of [all, some, diff, method]) expect(text(id)).toMatch(uuid);
    await watcher.call("kill", uuidText(method));
    await watcher.notified(1);
    expect(watcher.notifications.splice(0)).toMatchObject([{ action: "KILLED" }]);
    await writer.query("CREATE person:1 SET name = 'a', age = 1; UPDATE person:1 SET age = 5; DELETE person:1");
    const told = (await watcher.notified(8)) as Record<string, Plain>[];
    const of = (id: Plain) => told.filter((one) => uuidText(one["id"]) === uuidText(id));
    expect(of(all).map((one) => one["action"])).toEqual(["CREATE", "UPDATE", "DELETE"]);
    expect(of(all)[0]).toMatchObject({ record: "person:1", result: { id: "person:1", name: "a", age: 1 } });
    expect(of(some).map((one) => [one["action"], one["result"]])).toEqual([
      ["UPDATE", { name: "a" }],
      ["DELETE", { name: "a" }],
    ]);
    expect(of(diff)[1]).toMatchObject({ action: "UPDATE", result: [{ op: "replace", path: "/age", value: 5 }] });
    const [ofWriter] = await writer.query("KILL $id", { id: uuidText(all) });
    expect(ofWriter).toMatch(/Cannot execute KILL/);
    await watcher.query(`KILL u'${uuidText(all)}'; KILL u'${uuidText(some)}'; KILL u'${uuidText(diff)}'`);
    watcher.notifications.length = 0;
    await writer.query("CREATE person:2");
    await watcher.call("reset");
    await watcher.call("signin", { user: "root", pass: "secret" });
    await watcher.call("use", "test", `live_${format}`);
    await watcher.query("LIVE SELECT * FROM person");
    await writer.query("CREATE person:3");
    expect(await watcher.notified(1)).toMatchObject([{ action: "CREATE", record: "person:3" }]);
  });
});

describe("live queries and rights", () => {
  it("show a record user what PERMISSIONS let it see, and nothing of a transaction that was cancelled", async () => {
    const owner = await database.asRoot("live_rights");
    await owner.query(`DEFINE TABLE user PERMISSIONS FULL;
      DEFINE TABLE note SCHEMALESS PERMISSIONS FOR select WHERE owner = $auth.id;
      DEFINE FIELD secret ON note PERMISSIONS NONE;
      DEFINE ACCESS account ON DATABASE TYPE RECORD SIGNUP (CREATE type::record('user', $name)) SIGNIN (SELECT * FROM type::record('user', $name))`);
    const user = await database.connect();
    await user.call("signup", { ns: "test", db: "live_rights", ac: "account", name: "ann" });
    await user.query("LIVE SELECT * FROM note");
    await owner.query(`CREATE note:1 SET owner = user:bob, text = 'no';
      BEGIN; CREATE note:2 SET owner = user:ann; CANCEL;
      CREATE note:3 SET owner = user:ann, text = 'yes', secret = 1`);
    expect(await user.notified(1)).toMatchObject([
      { action: "CREATE", record: "note:3", result: { id: "note:3", owner: "user:ann", text: "yes" } },
    ]);
    expect(JSON.stringify(user.notifications)).not.toContain("secret");
  });
});

describe.each(formats)("a call over HTTP in $name", (format) => {
  const call = async (method: string, params: readonly unknown[], more: Record<string, string> = {}) => {
    const { as, ...headers } = more;
    const response = await database.send("/rpc", {
      ...(as !== undefined && { as }),
      method: "POST",
      body: Buffer.from(atOnce(format.write(valueOf({ id: "a", method, params })))),
      headers: { "content-type": format.mediaType, accept: format.mediaType, ...headers },
    });
    return {
      status: response.status,
      answer: response.ok ? plain(atOnce(format.read(new Uint8Array(await response.arrayBuffer())))) : {},
    };
  };

  it("is answered", async () => {
    expect(
      await call("query", ["DEFINE NAMESPACE IF NOT EXISTS test; DEFINE DATABASE IF NOT EXISTS main; RETURN $x", { x: 1 }]),
    ).toMatchObject({
      answer: { id: "a", result: [{}, {}, { status: "OK", result: 1 }] },
    });
    expect(await call("version", [])).toMatchObject({ answer: { result: expect.stringMatching(/^surrealdb-/) } });
    expect(await call("signin", [{ user: "root", pass: "secret" }])).toMatchObject({
      answer: { result: expect.stringMatching(/^ey/) },
    });
  });

  it("is answered where the result has no form in the format", async () => {
    const { status, answer } = await call("query", ["RETURN /a/"]);
    expect(status).toBe(200);
    if (format === cbor)
      expect(answer).toMatchObject({ id: "a", error: { kind: "Serialization", message: expect.stringMatching(/CBOR/) } });
    else expect(answer).toMatchObject({ result: [{ result: "/a/" }] });
  });

  it.each(["live", "kill", "begin", "commit", "cancel", "sessions"])("is refused for %s", async (method) => {
    expect(await call(method, [])).toMatchObject({ answer: { error: { message: expect.stringContaining("needs a WebSocket") } } });
  });

  it("is refused in another format than the answer's", async () => {
    expect((await call("version", [], { accept: "text/html" })).status).toBe(415);
    expect((await call("version", [], { "content-type": "text/plain" })).status).toBe(415);
    expect((await call("version", [], { as: basic("root", "wrong") })).status).toBe(401);
  });
});

it("a call that cannot be read is answered as one", async () => {
  const read = async (body: Uint8Array) => {
    const headers = { "content-type": "application/cbor", accept: "application/cbor" };
    const response = await database.send("/rpc", { method: "POST", body: Buffer.from(body), headers });
    return plain(atOnce(cbor.read(new Uint8Array(await response.arrayBuffer()))));
  };
  expect(await read(new Uint8Array([0x82, 0x01]))).toMatchObject({ error: { code: -32_700 } });
  expect(await read(atOnce(cbor.write([1n])))).toMatchObject({ error: { code: -32_600 } });
  expect(database.failures).toEqual([]);
});
