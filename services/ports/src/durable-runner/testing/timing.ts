import { expect, it } from "@jest/globals";
import { pipeline } from "./pipeline.ts";
import type { Place } from "./place.ts";
import { idle, sleep, until } from "./waiting.ts";

/** When work begins: after a delay, in its context's turn, on a schedule. */
export function timingTests(place: Place): void {
  it("waits for a delay", async () => {
    let ran = false;
    const runner = await place.started(pipeline("delay", { only: async () => void (ran = true) }));
    await runner.submit("delay", place.fresh(), { delaySeconds: 1 });
    await sleep(400);
    expect(ran).toBe(false);
    await until(() => ran);
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
    await idle(runner, "fair");
    expect(order).toHaveLength(200);
    const lastOf = (contextId: string) => order.lastIndexOf(contextId);
    // With turns for each, the 5 are done after about 15 works, the 15 after about 40.
    expect(lastOf(tiny)).toBeLessThan(25);
    expect(lastOf(small)).toBeLessThan(50);
  });

  it("submits what is scheduled again and again, from one process at a time, until told otherwise", async () => {
    let runs = 0;
    const line = pipeline("tick", { only: async () => void (runs += 1) });
    const [runner] = [await place.started(line), await place.started(line)];
    const schedule = { name: "tick", pipeline: "tick", work: place.fresh(), everySeconds: 1 };
    const asked = Date.now();
    await runner.schedule(schedule);
    await sleep(300);
    await runner.schedule(schedule);
    await until(() => runs === 2);
    expect(Date.now() - asked).toBeGreaterThan(1_900);
    await runner.unschedule("tick");
    await sleep(1_200);
    expect(runs).toBe(2);
    await expect(runner.schedule({ ...schedule, everySeconds: 0 })).rejects.toMatchObject({ code: "invalid" });
  });

  it("keeps a schedule over a restart, and runs missed times once", async () => {
    let runs = 0;
    const line = pipeline("missed", { only: async () => void (runs += 1) });
    const first = await place.started(line);
    await first.schedule({ name: "missed", pipeline: "missed", work: place.fresh(), everySeconds: 1 });
    await first.close(0);
    await sleep(2_300);
    const second = await place.started(line);
    await until(() => runs === 1);
    await sleep(300);
    expect(runs).toBe(1);
    await second.unschedule("missed");
  });
}
