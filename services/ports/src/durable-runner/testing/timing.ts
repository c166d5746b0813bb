import { expect, it } from "@jest/globals";
import { pipeline } from "./pipeline.ts";
import type { Place } from "./place.ts";
import { idle, sleep, until } from "./waiting.ts";

/** How far the clocks of this process and of the store may differ, and how coarse they are. */
const clockMs = 100;

/** When work begins: after a delay, in its context's turn, on a schedule. */
export function timingTests(place: Place): void {
  it("waits for a delay", async () => {
    let ranAt = 0;
    const runner = await place.started(pipeline("delay", { only: async () => void (ranAt = Date.now()) }));
    const asked = Date.now();
    await runner.submit("delay", place.fresh(), { delaySeconds: 1 });
    await until(() => ranAt > 0);
    expect(ranAt - asked).toBeGreaterThanOrEqual(1_000 - clockMs);
  });

  it("begins at once what a context has waiting, and nothing of another's", async () => {
    const began: string[] = [];
    const runner = await place.started(pipeline("hasten", { only: async ({ contextId }) => void began.push(contextId) }));
    const [mine, others] = [place.fresh(), place.fresh()];
    for (const work of [mine, others]) await runner.submit("hasten", work, { delaySeconds: 3_600 });
    expect(await runner.hasten("hasten", mine.contextId)).toBe(1);
    await until(() => began.length > 0);
    expect(began).toEqual([mine.contextId]);
    expect(await runner.hasten("hasten", mine.contextId)).toBe(0);
    expect(await runner.isActive("hasten", others)).toBe(true);
    await runner.cancel("hasten", others);
  });

  it("lets contexts take turns", async () => {
    const order: string[] = [];
    const line = { ...pipeline("fair", { only: async ({ contextId }) => void order.push(contextId) }), concurrency: 2 };
    const idler = await place.opened();
    const [big, small, tiny] = [place.fresh().contextId, place.fresh().contextId, place.fresh().contextId];
    const submit = (contextId: string, count: number) =>
      Promise.all(Array.from({ length: count }, (_, i) => idler.submit("fair", { contextId, id: `d${i}` })));
    await submit(big, 180);
    await submit(small, 15);
    await submit(tiny, 5);
    const runner = await place.started(line);
    await until(() => order.length >= 200);
    await idle(runner, "fair");
    expect(order).toHaveLength(200);
    const lastOf = (contextId: string) => order.lastIndexOf(contextId);
    // With turns for each, the 5 are done after about 15 works, the 15 after about 40.
    expect(lastOf(tiny)).toBeLessThan(25);
    expect(lastOf(small)).toBeLessThan(50);
  });

  it("submits what is scheduled again and again, from one process at a time, until told otherwise", async () => {
    const runs: number[] = [];
    const line = pipeline("tick", { only: async () => void runs.push(Date.now()) });
    const [runner] = [await place.started(line), await place.started(line)];
    const schedule = { name: "tick", pipeline: "tick", work: place.fresh(), everySeconds: 1 };
    const asked = Date.now();
    await runner.schedule(schedule);
    await sleep(300);
    await runner.schedule(schedule);
    await until(() => runs.length >= 2);
    // However late a run is: each has a second of its own.
    for (const [i, at] of runs.entries()) expect(at - asked).toBeGreaterThanOrEqual((i + 1) * 1_000 - clockMs);
    await runner.unschedule("tick");
    const told = runs.length;
    await sleep(2_300);
    // One may have been submitted already.
    expect(runs.length).toBeLessThanOrEqual(told + 1);
    await expect(runner.schedule({ ...schedule, everySeconds: 0 })).rejects.toMatchObject({ code: "invalid" });
  });

  it("removes the schedules that nobody asks for any more", async () => {
    const runs: string[] = [];
    const runner = await place.started(pipeline("kept", { only: async ({ id }) => void runs.push(id) }));
    const [kept, old] = ["kept", "old"].map((id) => ({ name: id, pipeline: "kept", work: place.fresh(id), everySeconds: 1 }));
    if (kept === undefined || old === undefined) throw new Error("two schedules");
    await runner.schedule(old);
    await runner.schedule(kept);
    await runner.unscheduleOthers([kept.name]);
    const count = (name: string) => runs.filter((id) => id === name).length;
    const told = { old: count("old"), kept: count("kept") };
    await until(() => count("kept") >= told.kept + 3);
    // One may have been submitted already.
    expect(count("old")).toBeLessThanOrEqual(told.old + 1);
    await runner.unscheduleOthers([]);
  });

  it("keeps a schedule over a restart, and runs missed times once", async () => {
    const runs: number[] = [];
    const first = await place.started(pipeline("missed", { only: async () => undefined }));
    await first.schedule({ name: "missed", pipeline: "missed", work: place.fresh(), everySeconds: 1 });
    await first.close(0);
    await sleep(3_300);
    const from = Date.now();
    const second = await place.started(pipeline("missed", { only: async () => void runs.push(Date.now()) }));
    await until(() => runs.length >= 3);
    // One for the three that were missed, one for the next second, however soon that begins, and one for the second after it.
    expect((runs[2] ?? 0) - from).toBeGreaterThanOrEqual(1_000 - clockMs);
    await second.unschedule("missed");
  });
}
