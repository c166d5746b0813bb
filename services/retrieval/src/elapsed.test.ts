import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { openRoom, queryRequest } from "./testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const hourMs = 3_600_000;

/** A clock that is set by so much whenever somebody has looked at it. */
function setting(ms: number): () => number {
  let now = whole.clock.now;
  return () => (now += ms);
}

describe("while the machine's clock is being set", () => {
  it.each([-hourMs, hourMs])("an answer says how long it took, the clock being set by %d ms", async (ms) => {
    const room = await openRoom(whole, { over: { clock: setting(ms) } });
    await room.say("Ann keeps a zebra in Boston.");
    const { queryMs, trace } = await room.service.query(queryRequest("Who keeps a zebra?"), room.all);
    for (const tookMs of [queryMs, ...Object.values(trace?.stageMs ?? {})]) {
      expect(tookMs).toBeGreaterThanOrEqual(0);
      expect(tookMs).toBeLessThan(hourMs);
    }
  });

  it("what other processes write is looked for again and again", async () => {
    let looks = 0;
    const head: typeof whole.graph.head = (request, call) => {
      looks++;
      return whole.graph.head(request, call);
    };
    const over = { graph: { ...whole.graph, head }, clock: setting(hourMs), followEveryMs: 5 };
    const room = await openRoom(whole, { over });
    await room.say("Ann keeps a zebra in Boston.");
    await room.service.query(queryRequest("Who keeps a zebra?"), room.all);
    const before = looks;
    for (const end = Date.now() + 20_000; Date.now() < end && looks < before + 3;) await pause(5);
    expect(looks).toBeGreaterThanOrEqual(before + 3);
  });
});
