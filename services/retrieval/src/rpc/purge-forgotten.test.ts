import { identifier, sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { scopeSetMessage } from "@loci/platform/messages";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { by, openRoom, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const forget = (room: Room, query: string, over = {}, call = room.all) =>
  room.service.forget(
    { ...{ query, purge: false, dryRun: false, keepForgotten: false, lens: null, operation: null }, ...over },
    call,
  );

/** Every row of the context's records as text, with what each is counted by. */
async function rowsOf({ contextId }: Room): Promise<Record<string, string>> {
  const tables = ["turn", "fact", "fact_version", "entity", "provenance", "withheld", "decision"];
  const found: Record<string, string> = {};
  for (const table of tables) {
    const rows = await whole.database.inContext(contextId, (tx) =>
      tx.query<{ row: string }>(sql`select to_jsonb(t)::text as row from graph.${identifier(table)} t where ctx = ${contextId}`),
    );
    found[table] = rows.map(({ row }) => row).join("\n");
  }
  return found;
}

async function placesOf(room: Room, word: string): Promise<string[]> {
  return Object.entries(await rowsOf(room)).flatMap(([table, rows]) => (rows.includes(word) ? [table] : []));
}

describe("a purge after a forgetting", () => {
  it.each(["Kurt owns shipqz", "everything about Kurt"])("erases what was forgotten before (%s)", async (query) => {
    const room = await openRoom(whole);
    await room.remember({ text: "Kurt owns shipqz." });
    await room.remember({ text: "Mina owns a kite." });
    const first = await forget(room, "Kurt owns shipqz");
    expect(first.deleted).toBe(3);
    expect(await placesOf(room, "shipqz")).toEqual(expect.arrayContaining(["turn", "fact", "provenance"]));
    const preview = await forget(room, query, { purge: true, dryRun: true });
    const done = await forget(room, query, { purge: true });
    expect(preview.refs.map(({ id }) => id).sort()).toEqual(first.refs.map(({ id }) => id).sort());
    expect([preview.deleted, done.deleted]).toEqual([3, 3]);
    expect(done.receipt?.erased).toMatchObject({ turn: 1, fact: 1, entity: 1 });
    expect(await placesOf(room, "shipqz")).toEqual([]);
    expect(await placesOf(room, "Kurt")).toEqual([]);
    expect(await placesOf(room, "kite")).not.toEqual([]);
    expect((await forget(room, query, { purge: true })).deleted).toBe(0);
  });

  it("erases a part that a text had lost, and leaves the rest as it is", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "Knut lives in Narvik, earns 48,000 a year and plays the tuba." });
    await forget(room, "how much Knut earns");
    await forget(room, "Knut plays the tuba");
    expect(await placesOf(room, "48,000")).toContain("withheld");
    const preview = await forget(room, "how much Knut earns", { purge: true, dryRun: true });
    expect(preview.refs).toContainEqual(expect.objectContaining({ extent: "part", label: "earns 48,000 a year" }));
    const done = await forget(room, "how much Knut earns", { purge: true });
    expect(done.refs).toEqual(preview.refs);
    const rows = await rowsOf(room);
    expect(Object.values(rows).join("\n")).not.toContain("48,000");
    expect(rows["turn"]).toMatch(/Knut lives in Narvik, \[forgotten\] +and \[forgotten\] /);
    expect(rows["withheld"]).toContain("plays the tuba");
  });

  it("of a text that was forgotten as a whole erases the part that says it", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "Dagny lives in Aarhus. Her salary is 5,200 a month. She plays chess." });
    await forget(room, "everything about Dagny");
    await forget(room, "Dagny's salary", { purge: true });
    const rows = await rowsOf(room);
    expect(Object.values(rows).join("\n")).not.toContain("5,200");
    expect(rows["turn"]).toContain("Dagny lives in Aarhus.");
    expect(await whole.graph.fsck({ check: "", duplicateThreshold: 0, maxResults: 0, repair: false }, room.all)).toMatchObject({
      total: 0,
    });
  });

  it("keeps to the rules of what matches: numbers and names count as a whole", async () => {
    const room = await openRoom(whole);
    await room.say("Order 4711 is late.");
    await room.say("Order 47112 is late.");
    await room.say("Ann Lee sings.");
    for (const query of ["order 4711", "order 47112", "Ann Lee"]) await forget(room, query);
    expect((await forget(room, "order 4711", { purge: true })).deleted).toBe(1);
    expect([await placesOf(room, "Order 4711 "), await placesOf(room, "Order 47112")]).toEqual([[], ["turn"]]);
    expect((await forget(room, "order 471", { purge: true })).deleted).toBe(0);
  });

  it("reaches no further than the caller may forget", async () => {
    const room = await openRoom(whole);
    const scope = (path: string) => ({ path, displayName: "", description: "", contextId: "", operation: null });
    for (const path of ["a", "b"]) await whole.auth.registerScope(scope(path), by(room, { "scope:create": ["/"] }));
    for (const paths of [[["a"]], [["b"]], [["a"], ["b"]]])
      await room.say("The falcon is grey.", { scopes: scopeSetMessage(paths) });
    expect((await forget(room, "falcon")).deleted).toBe(3);
    const narrow = by(room, { "memory:forget": ["a"], "memory:read": ["a"] });
    expect((await forget(room, "falcon", { purge: true }, narrow)).deleted).toBe(1);
    const lens = scopeSetMessage([["b"]]);
    expect((await forget(room, "falcon", { purge: true, dryRun: true, lens })).deleted).toBe(2);
  });

  it("finds it among more than a page, and gives up where its time is over", async () => {
    const room = await openRoom(whole);
    const messages = Array.from({ length: 230 }, (_, i) => ({ role: "user", content: `Crate ${i} is at the harbour.`, ts: "" }));
    const batch = { infer: "none", extract: "per_message", scopes: null, labels: [], sessionId: "", respondAsync: false };
    await whole.ingest.rememberBatch({ ...batch, messages, idempotencyKey: "", requestHash: new Uint8Array() }, room.all);
    expect((await forget(room, "harbour")).deleted).toBe(230);
    expect((await forget(room, "crate 229", { purge: true })).deleted).toBe(1);
    expect((await forget(room, "harbour", { purge: true, dryRun: true })).deleted).toBe(229);
    const late = { ...room.all, signal: AbortSignal.abort(new Error("late")) };
    await expect(forget(room, "harbour", { purge: true }, late)).rejects.toThrow("late");
    expect((await forget(room, "harbour", { purge: true })).deleted).toBe(229);
    expect(await placesOf(room, "harbour")).toEqual([]);
  });

  it("takes no more along than a forgetting lists", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "Kurt owns shipqz." });
    await room.remember({ text: "Kurt likes tea." });
    await forget(room, "Kurt owns shipqz");
    const done = await forget(room, "Kurt owns shipqz", { purge: true });
    expect(done.refs.map(({ kind }) => kind).sort()).toEqual(["attribute", "turn"]);
    expect(await placesOf(room, "shipqz")).toEqual([]);
    expect(await placesOf(room, "Kurt")).toContain("entity");
    await forget(room, "everything about Kurt");
    expect((await forget(room, "Kurt likes tea", { purge: true })).refs.map(({ kind }) => kind)).toContain("entity");
  });
});
