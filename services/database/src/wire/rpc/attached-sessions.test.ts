import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { hashPassword } from "../../catalog/passwords.ts";
import { ensureRootUser, openDatabases, openStore } from "../../index.ts";
import type { Databases } from "../../session/port.ts";
import type { Value } from "../../values/value.ts";
import { plain, type Plain } from "../testing/plain.ts";
import { basic, root, served } from "../testing/served.ts";
import { AttachedSessions } from "./attached-sessions.ts";

const database = served();
const limits = { sessions: 4, strangers: 2, idleMs: 1000 };
let now = 0;
let databases: Databases;
let attached: AttachedSessions;
let end: () => Promise<void>;
beforeAll(async () => {
  const store = await openStore(await openPglite({ folder: undefined }));
  end = () => store.close();
  await ensureRootUser(store, { name: "ann", passhash: await hashPassword("x") });
  databases = openDatabases({ store });
  const session = databases.openSession(from);
  await session.signin(credentials("ann"));
  await session.query("DEFINE USER bob ON ROOT PASSWORD 'x'", undefined);
});
beforeEach(() => {
  attached = new AttachedSessions(databases, fail, limits, () => now);
});
afterAll(() => end());

const fail = (error: unknown): void => {
  throw error;
};
const from = { ip: undefined, origin: undefined };
const ids = Array.from({ length: 9 }, () => randomUUID());

/** A call in a session; `who` is signed in to the request, and with `signin` to the session. */
async function within(id: number, method: string, who?: string): Promise<Plain> {
  const caller = databases.openSession(from);
  if (who !== undefined) await caller.signin(credentials(who));
  const params = method === "signin" && who !== undefined ? [credentials(who)] : [];
  const envelope = new Map<string, Value>([
    ["method", method],
    ["params", params],
    ["session", ids[id]],
  ]);
  const reply = await attached.answer(envelope, { from, caller, signal: new AbortController().signal });
  return plain(reply.get("error"));
}
const credentials = (who: string) =>
  new Map([
    ["user", who],
    ["pass", "x"],
  ]);
const missing = expect.objectContaining({ kind: "NotFound" });

/** One request over HTTP, of somebody. */
async function call(as: string, session: string | undefined, method: string, ...params: Plain[]): Promise<Record<string, Plain>> {
  const response = await database.send("/rpc", {
    method: "POST",
    as,
    body: JSON.stringify({ id: 1, method, params, session }),
    headers: { "content-type": "application/json" },
  });
  return (await response.json()) as Record<string, Plain>;
}

it("keeps what a session sets from one request to the next", async () => {
  const id = randomUUID();
  expect(await call("", id, "attach")).toEqual({ id: 1, result: null, session: id });
  expect(await call("", id, "attach")).toMatchObject({ error: { kind: "AlreadyExists" } });
  await call("", id, "signin", { user: "root", pass: "secret" });
  expect(await call(root, id, "use", "test", "attached")).toMatchObject({ result: { namespace: "test", database: "attached" } });
  await call(root, id, "let", "x", 5);
  expect(await call(root, id, "query", "RETURN [$x, session::db()]")).toMatchObject({ result: [{ result: [5, "attached"] }] });
  expect(await call(root, id, "detach")).toMatchObject({ result: null });
  expect(await call(root, id, "query", "RETURN $x")).toMatchObject({
    error: { kind: "NotFound", message: `Session not found: ${id}` },
  });
});

it("shows a session to nobody but who has signed in there", async () => {
  await database.send("/sql", { method: "POST", body: "DEFINE USER ann ON ROOT PASSWORD 'x' ROLES OWNER" });
  const id = randomUUID();
  await call("", id, "attach");
  await call("", id, "signin", { user: "root", pass: "secret" });
  for (const stranger of ["", basic("ann", "x")]) {
    for (const [method, ...params] of [["query", "RETURN 1"], ["invalidate"], ["detach"], ["let", "x", 1]] as const) {
      expect(await call(stranger, id, method, ...params)).toMatchObject({ error: { message: `Session not found: ${id}` } });
    }
  }
  expect(await call(root, id, "query", "RETURN 1")).toMatchObject({ result: [{ result: 1 }] });
});

it("refuses what is no session, and what needs a connection", async () => {
  expect(await call(root, undefined, "attach")).toMatchObject({ error: { message: "Expected a session ID" } });
  expect(await call(root, "x".repeat(1000), "attach")).toMatchObject({ error: { message: "Invalid request" } });
  expect(await call(root, randomUUID(), "sessions")).toMatchObject({ error: { kind: "NotFound" } });
  expect(await call(root, randomUUID(), "begin")).toMatchObject({
    error: { message: expect.stringContaining("needs a WebSocket") },
  });
});

it("forgets a session that nobody used for long", async () => {
  await within(0, "attach");
  await within(1, "attach");
  now += 800;
  expect(await within(0, "ping")).toBeUndefined();
  now += 800;
  expect(await within(1, "ping")).toEqual(missing);
  expect(await within(0, "ping")).toBeUndefined();
});

it("gives the place of a stranger's longest unused session to a new one, and keeps those of who has signed in", async () => {
  await within(0, "attach");
  await within(0, "signin", "ann");
  for (const id of [1, 2, 3]) await within(id, "attach");
  expect(await within(1, "ping")).toEqual(missing);
  expect(await within(2, "ping")).toBeUndefined();
  expect(await within(0, "ping", "ann")).toBeUndefined();
});

it("takes from who has most sessions when all are of who has signed in", async () => {
  for (const [id, who] of [
    [0, "bob"],
    [1, "ann"],
    [2, "ann"],
    [3, "ann"],
  ] as const) {
    await within(id, "attach");
    await within(id, "signin", who);
  }
  expect(await within(4, "attach")).toBeUndefined();
  expect(await within(0, "ping", "bob")).toBeUndefined();
  expect(await within(1, "ping", "ann")).toEqual(missing);
  expect(await within(2, "ping", "ann")).toBeUndefined();
});
