import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Grants } from "@loci/kernel";
import { serviceCall } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import { callOf, openGrounds, openRoom, queryRequest, type Grounds, type Room } from "../testing/room.ts";

let grounds: Grounds;
beforeAll(async () => void (grounds = await openGrounds()));
afterAll(() => grounds.close());

const admin: Grants = { "memory:read": ["/"], "grant:manage": ["/"] };
const asAdmin = (room: Room) => callOf(room.contextId, admin);

/** A context whose index lacks one record and holds one too many. */
async function damaged() {
  const room = openRoom(grounds);
  const kept = room.say("Ann lives in Boston.");
  const missing = room.say("Ben has a parrot.", { scopes: scopeSetMessage([["org/b"]]) });
  const orphaned = room.say("Cleo sings.");
  await room.service.query(queryRequest("all"), asAdmin(room));
  const position = await room.index.watermark(room.contextId);
  await room.index.apply(room.contextId, [{ remove: missing }], position, position);
  room.lose(orphaned);
  return { room, kept, missing, orphaned };
}

describe("the index against the truth", () => {
  it("says what is missing and what is left over", async () => {
    const { room, missing, orphaned } = await damaged();
    expect(await room.service.checkIndex({ repair: false }, asAdmin(room))).toEqual({
      ...{ missing: [missing], orphaned: [orphaned], missingCount: 1, orphanedCount: 1, repaired: 0 },
    });
  });

  it("is repaired where an administrator asks for that", async () => {
    const { room, missing } = await damaged();
    expect(await room.service.checkIndex({ repair: true }, asAdmin(room))).toMatchObject({ repaired: 2 });
    expect(await room.service.checkIndex({ repair: false }, asAdmin(room))).toMatchObject({ missingCount: 0, orphanedCount: 0 });
    const { hits } = await room.service.query(queryRequest("parrot", { mode: "bm25" }), asAdmin(room));
    expect(hits.map((hit) => hit.id)).toEqual([missing]);
  });

  it("shows others only how much is missing of what they may read", async () => {
    const { room } = await damaged();
    const check = (...region: string[]) => room.service.checkIndex({ repair: false }, callOf(room.contextId, { "memory:read": region }));
    expect(await check("org/a")).toEqual({ missing: [], orphaned: [], missingCount: 0, orphanedCount: 0, repaired: 0 });
    expect(await check("org/b")).toMatchObject({ missing: [], missingCount: 1 });
    const repair = room.service.checkIndex({ repair: true }, callOf(room.contextId));
    await expect(repair).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is filled again from the feed to the same answers", async () => {
    const { room, kept } = await damaged();
    const before = await room.service.query(queryRequest("Boston", { mode: "bm25" }), asAdmin(room));
    const management = { ...serviceCall("", "trace:m", Number.MAX_SAFE_INTEGER), caller: { kind: "management" } as const };
    expect(await room.service.reindex({ contextId: room.contextId }, management)).toEqual({ indexed: 2, position: 3 });
    expect(await room.service.checkIndex({ repair: false }, asAdmin(room))).toMatchObject({ missingCount: 0, orphanedCount: 0 });
    const after = await room.service.query(queryRequest("Boston", { mode: "bm25" }), asAdmin(room));
    expect([after.hits.map((hit) => hit.id), before.hits.map((hit) => hit.id)]).toEqual([[kept], [kept]]);
    await expect(room.service.reindex({ contextId: room.contextId }, callOf(room.contextId))).rejects.toMatchObject({ code: "forbidden" });
  });
});
