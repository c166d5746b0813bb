import { describe, expect, it } from "@jest/globals";
import type { Progress } from "@loci/ports/durable-runner";
import type { RebuildWatcher } from "./rebuild.ts";
import { createRebuildPipeline } from "./rebuild-work.ts";

/** A rebuild of contexts with 60 positions each, of which ten take seven seconds; it keeps what is done, as the new index does. */
function rebuilding() {
  let passed = 0;
  const left = new Map([
    ["acme", 60],
    ["globex", 60],
  ]);
  let switched = 0;
  const rebuild = async (_callFor: unknown, watcher: RebuildWatcher) => {
    for (const [contextId, positions] of left) {
      watcher.begin(contextId, positions);
      for (let todo = positions; todo > 0; todo -= 10) {
        passed += 7_000;
        left.set(contextId, todo - 10);
        watcher.done(10);
      }
    }
    switched += 1;
    return { index: "next", contexts: 2, positions: 120 };
  };
  // The machine's clock is being set back all the time.
  const pipeline = createRebuildPipeline({ rebuild, clock: () => -passed, elapsed: () => passed, ids: () => "t" });
  const work = { contextId: "", id: "all" };
  const step = async (from: Progress | undefined, signal = new AbortController().signal) =>
    (await pipeline.stages[0]?.run(work, { attempt: 1, signal, from })) ?? undefined;
  return { step, switched: () => switched };
}

describe("a rebuild as durable work", () => {
  it("goes in steps of some seconds, tells how far it is, and switches once at the end", async () => {
    const { step, switched } = rebuilding();
    const told: (Progress | undefined)[] = [await step(undefined)];
    while (told.at(-1) !== undefined) told.push(await step(told.at(-1)));
    expect(told.map((one) => one?.counts["positions"])).toEqual([20, 40, 60, 80, 100, 120, undefined]);
    expect(told[0]).toEqual({ at: "acme", counts: { contexts: 1, positions: 20 } });
    expect(told[3]).toEqual({ at: "globex", counts: { contexts: 2, positions: 80 } });
    expect(switched()).toBe(1);
  });

  it("stops where it is not wanted any more", async () => {
    const { step, switched } = rebuilding();
    await expect(step(undefined, AbortSignal.abort(new Error("cancelled")))).rejects.toThrow("cancelled");
    expect(switched()).toBe(0);
  });
});
