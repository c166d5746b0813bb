import { expect, it } from "@jest/globals";
import { pipeline } from "./pipeline.ts";
import type { Place } from "./place.ts";
import { gate, idle, until } from "./waiting.ts";

/** Work goes through its stages in order, and is known until it is done. */
export function stageTests(place: Place): void {
  it("runs the stages in their order, and knows the work until it is done", async () => {
    const log: string[] = [];
    const held = gate();
    const line = pipeline("order", {
      parse: async () => void log.push("parse"),
      chunk: async () => {
        log.push("chunk");
        await held.opened;
      },
      embed: async (_, { attempt }) => void log.push(`embed ${attempt}`),
    });
    const runner = await place.started(line);
    const work = place.fresh();
    await runner.submit("order", work);
    await until(() => log.length === 2);
    expect(await runner.isActive("order", work)).toBe(true);
    expect(await runner.depth("order")).toEqual({ queued: 0, running: 1, failed: 0 });
    held.open();
    await idle(runner, "order");
    expect(log).toEqual(["parse", "chunk", "embed 1"]);
    expect(await runner.isActive("order", work)).toBe(false);
  });

  it("tells what is in the pipelines that it works on", async () => {
    const held = gate();
    let begun = 0;
    const line = { ...pipeline("totals", { only: async () => (begun++, held.opened) }), concurrency: 1 };
    const runner = await place.started(line);
    const works = async () =>
      (await runner.totals())
        .filter((total) => total.pipeline === "totals")
        .map((total) => `${total.works} ${total.state}`)
        .sort();
    expect(await works()).toEqual([]);
    const { contextId } = place.fresh();
    for (const id of ["one", "two", "three"]) await runner.submit("totals", { contextId, id });
    await until(async () => begun === 1 && (await works()).join() === "1 running,2 queued");
    await until(async () => (await runner.totals()).some(({ state, oldestSeconds }) => state === "queued" && oldestSeconds > 0));
    held.open();
    await until(async () => (await works()).length === 0);
  });

  it("begins at the stage that was asked for, and refuses one that is not there", async () => {
    const log: string[] = [];
    const runner = await place.started(
      pipeline("from", { parse: async () => void log.push("parse"), embed: async () => void log.push("embed") }),
    );
    await runner.submit("from", place.fresh(), { fromStage: "embed" });
    await idle(runner, "from");
    expect(log).toEqual(["embed"]);
    await expect(runner.submit("from", place.fresh(), { fromStage: "fly" })).rejects.toMatchObject({ code: "invalid" });
  });

  it("adds nothing while the same work is queued or runs, and takes it again once it is done", async () => {
    let runs = 0;
    const held = gate();
    const runner = await place.started(pipeline("once", { only: async () => (runs++, held.opened) }));
    const work = place.fresh();
    await Promise.all(Array.from({ length: 5 }, () => runner.submit("once", work)));
    await until(() => runs === 1);
    await runner.submit("once", work);
    held.open();
    await idle(runner, "once");
    expect(runs).toBe(1);
    await runner.submit("once", work);
    await idle(runner, "once");
    expect(runs).toBe(2);
  });

  it("tells works of the same id in two contexts apart", async () => {
    const seen: string[] = [];
    const runner = await place.started(pipeline("twins", { only: async (work) => void seen.push(work.contextId) }));
    const [a, b] = [place.fresh(), place.fresh()];
    await Promise.all([runner.submit("twins", a), runner.submit("twins", b), runner.submit("twins", { contextId: "", id: "d1" })]);
    await idle(runner, "twins");
    expect(seen.sort()).toEqual(["", a.contextId, b.contextId].sort());
  });
}
