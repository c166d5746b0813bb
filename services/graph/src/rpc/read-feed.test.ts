import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { serviceDefinition } from "@loci/protos/grpc";
import { caller, loci, openRoom, turn, write, type Room } from "../testing/room.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

describe("the feed", () => {
  it("gives large records in several answers, each of them once, none of them too large for a message", async () => {
    const ctx = room.context();
    const long = (i: number) => `${i} ${"\u6771".repeat(99_000)}`;
    for (let i = 0; i < 60; i += 20) {
      const turns = Array.from({ length: 20 }, (_, n) => turn(long(i + n), { extraction: "none" }));
      await room.service.writeMemory(write({ turns }), caller(ctx));
    }
    const { revision } = await room.service.head({}, caller(ctx));
    const answerBytes = serviceDefinition("graph")["ReadFeed"]?.responseSerialize;
    if (answerBytes === undefined) throw new Error("there is no ReadFeed");
    const texts: string[] = [];
    let [after, answers, changes] = [0, 0, 0];
    while (after < revision) {
      const feed = await room.service.readFeed({ after, limit: 500 }, loci(ctx));
      expect(feed.position).toBeGreaterThan(after);
      expect(answerBytes(feed).length).toBeLessThan(16 * 1024 * 1024);
      texts.push(...feed.records.filter((one) => one.class === "passage").map((one) => one.text));
      changes += feed.changes.length;
      after = feed.position;
      answers++;
    }
    expect(changes).toBe(revision);
    expect(answers).toBeGreaterThan(1);
    expect(new Set(texts).size).toBe(60);
    expect(texts).toHaveLength(60);
  });
});
