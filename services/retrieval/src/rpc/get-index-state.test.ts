import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createMemoryIndex } from "@loci/adapters/memory-index";
import { SearchIndexUnavailable } from "@loci/ports/search-index";
import { loci, openWhole, type Whole } from "@loci/server/testing/whole";
import { by, openRoom, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const stateOf = ({ contextId, service }: Room) => service.getIndexState({ contextId }, loci(contextId));

describe("the state of an index", () => {
  it("tells of nothing that was only not asked for yet", async () => {
    const room = await openRoom(whole, { over: { index: createMemoryIndex() } });
    await room.say("Ann lives in Boston.");
    expect(await stateOf(room)).toMatchObject({ available: true, behind: 0, behindSince: "" });
  });

  it("tells how much it stays behind, and since when", async () => {
    const index = createMemoryIndex();
    let passed = 0;
    const stuck = { ...index, degraded: ["vector: exact"], apply: async () => false };
    // Whoever asks how time goes by is told of a second more: nobody waits.
    const room = await openRoom(whole, { over: { index: stuck, elapsed: () => (passed += 1_000) } });
    await room.say("Ann lives in Boston.");
    const state = await stateOf(room);
    expect(state).toMatchObject({ available: true, degraded: ["vector: exact"] });
    expect(state.behind).toBeGreaterThan(0);
    expect(Number.isNaN(Date.parse(state.behindSince))).toBe(false);
  });

  it("tells that the index does not answer", async () => {
    const watermark = () => Promise.reject(new SearchIndexUnavailable("away"));
    const room = await openRoom(whole, { over: { index: { ...createMemoryIndex(), watermark } } });
    await room.say("Ann lives in Boston.");
    expect(await stateOf(room)).toMatchObject({ available: false });
  });

  it("is no business of somebody who may only read", async () => {
    const room = await openRoom(whole);
    const asked = room.service.getIndexState({ contextId: room.contextId }, by(room, { "memory:read": ["/"] }));
    await expect(asked).rejects.toMatchObject({ code: "forbidden" });
  });
});
