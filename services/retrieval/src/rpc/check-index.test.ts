import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { loci, openWhole, type Whole } from "@loci/server/testing/whole";
import { by, forgetRequest, openRoom, queryRequest, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const admin: Grants = { "memory:read": ["/"], "grant:manage": ["/"] };
const asAdmin = (room: Room) => by(room, admin);
const check = (room: Room, call: Call, repair = false) => room.service.checkIndex({ repair }, call);
const nothing = { missing: [], orphaned: [], missingCount: 0, orphanedCount: 0, repaired: 0 };

/** A context whose index lacks one record and holds one too many. */
async function damaged() {
  const room = await openRoom(whole);
  const kept = await room.say("Ann lives in Boston.");
  const missing = await room.say("Ben has a parrot.", {}, by(room, { "memory:write": ["org/b"] }));
  const orphaned = await room.say("Cleo sings.");
  await room.service.query(queryRequest("all"), room.all);
  const position = await whole.index.watermark(room.contextId);
  await whole.index.apply(room.contextId, [{ remove: missing }], position, position);
  // Without a word in the feed, as a fault would.
  await whole.database.inContext(room.contextId, (tx) =>
    tx.query(sql`delete from graph.turn where ctx = ${room.contextId} and chunk_id = ${orphaned}`),
  );
  return { room, kept, missing, orphaned };
}

describe("the index against the truth", () => {
  it("has all that is remembered of every kind, and nothing that was ended or forgotten", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "Ann: I live in Boston. I work for Acme." });
    await room.remember({ text: "Ann: I moved to Oslo." });
    await room.say("My address is 12 Elm Street.");
    await room.say("I drink tea.");
    for (const purge of [false, true]) await room.service.forget(forgetRequest(purge ? "tea" : "my address", { purge }), room.all);
    expect(await check(room, asAdmin(room))).toEqual(nothing);
  });

  it("says what is missing and what is left over", async () => {
    const { room, missing, orphaned } = await damaged();
    const found = { missing: [missing], orphaned: [orphaned], missingCount: 1, orphanedCount: 1, repaired: 0 };
    expect(await check(room, asAdmin(room))).toEqual(found);
  });

  it("is repaired where an administrator asks for that", async () => {
    const { room, missing } = await damaged();
    expect(await check(room, asAdmin(room), true)).toMatchObject({ repaired: 2 });
    expect(await check(room, asAdmin(room))).toEqual(nothing);
    const { hits } = await room.service.query(queryRequest("parrot", { mode: "bm25" }), room.all);
    expect(hits.map((hit) => hit.id)).toEqual([missing]);
  });

  it("shows others only how much is missing of what they may read", async () => {
    const { room } = await damaged();
    expect(await check(room, by(room, { "memory:read": ["org/a"] }))).toEqual(nothing);
    expect(await check(room, by(room, { "memory:read": ["org/b"] }))).toEqual({ ...nothing, missingCount: 1 });
    await expect(check(room, room.all, true)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is filled again from the feed to the same answers", async () => {
    const { room, kept } = await damaged();
    const boston = async () =>
      (await room.service.query(queryRequest("Boston", { mode: "bm25" }), room.all)).hits.map((hit) => hit.id);
    const before = await boston();
    const management: Call = { ...loci(""), caller: { kind: "management" } };
    const { revision } = await whole.graph.head({}, room.all);
    expect(await room.service.reindex({ contextId: room.contextId }, management)).toEqual({ indexed: 2, position: revision });
    expect(await check(room, asAdmin(room))).toEqual(nothing);
    expect([before, await boston()]).toEqual([[kept], [kept]]);
    await expect(room.service.reindex({ contextId: room.contextId }, room.all)).rejects.toMatchObject({ code: "forbidden" });
  });
});
