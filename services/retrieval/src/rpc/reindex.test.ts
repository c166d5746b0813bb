import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Call } from "@loci/platform/call";
import { loci, openWhole, type Whole } from "@loci/server/testing/whole";
import { openRoom, queryRequest, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const management: Call = { ...loci(""), caller: { kind: "management" } };
const reindex = ({ contextId, service }: Room) => service.reindex({ contextId }, management);
/** How many are found; with a mode no answer is a kept one. */
const found = async ({ service, all }: Room) =>
  (await service.query(queryRequest("Who lives in Boston?", { mode: "hybrid", k: 100 }), all)).hits.length;

describe("an index that is filled again", () => {
  it("answers meanwhile, and afterwards, what it answered before", async () => {
    const room = await openRoom(whole);
    for (let i = 0; i < 12; i++) await room.say(`Number ${i} lives in Boston.`);
    expect(await found(room)).toBe(12);
    const counts = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const state = { isOver: false };
      const filling = Promise.all([reindex(room), reindex(room)]).finally(() => (state.isOver = true));
      while (!state.isOver) counts.add(await found(room));
      await filling;
      counts.add(await found(room));
    }
    expect([...counts]).toEqual([12]);
  });

  it("has what is written meanwhile", async () => {
    const room = await openRoom(whole);
    for (let i = 0; i < 3; i++) await room.say(`Number ${i} lives in Boston.`);
    for (let n = 4; n <= 13; n++) {
      const filling = reindex(room);
      await room.say(`Number ${n} lives in Boston.`);
      expect(await found(room)).toBe(n);
      await filling;
      expect(await found(room)).toBe(n);
    }
  });

  it("is empty where the truth is gone, and filled where that begins again", async () => {
    const room = await openRoom(whole);
    for (let i = 0; i < 3; i++) await room.say(`Number ${i} lives in Boston.`);
    expect(await found(room)).toBe(3);
    await whole.graph.dropContext(await whole.graph.head({}, loci(room.contextId)), loci(room.contextId));
    await room.say("Ann lives in Boston.");
    expect(await reindex(room)).toMatchObject({ indexed: 1 });
    expect(await found(room)).toBe(1);
    await whole.graph.dropContext(await whole.graph.head({}, loci(room.contextId)), loci(room.contextId));
    expect(await reindex(room)).toEqual({ indexed: 0, position: 0 });
  });
});
