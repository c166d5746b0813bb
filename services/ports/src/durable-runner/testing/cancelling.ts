import { expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { Stage } from "../port.ts";
import { pipeline } from "./pipeline.ts";
import type { Place } from "./place.ts";
import { aborted, until } from "./waiting.ts";

/** Work that is not wanted any more. */
export function cancellingTests(place: Place): void {
  it("takes out work that is cancelled, and aborts the stage that runs", async () => {
    const signals = new Map<string, AbortSignal>();
    const line = pipeline("cancel", { only: async ({ id }, { signal }) => (signals.set(id, signal), aborted(signal)) });
    const one = { ...line, concurrency: 1 };
    const runner = await place.started(one);
    const running = place.fresh("running");
    const waiting = { ...running, id: "waiting" };
    await runner.submit("cancel", running);
    await until(() => signals.has("running"));
    await runner.submit("cancel", waiting);
    await runner.cancel("cancel", waiting);
    await runner.cancel("cancel", running);
    await runner.cancel("cancel", place.fresh());
    await until(() => signals.get("running")?.aborted === true);
    expect(await runner.isActive("cancel", running)).toBe(false);
    await runner.submit("cancel", { ...running, id: "after" });
    await until(() => signals.has("after"));
    expect(signals.has("waiting")).toBe(false);
  });

  it("aborts a stage that another process cancelled", async () => {
    let signal: AbortSignal | undefined;
    const line = pipeline("far", { only: async (_, run) => aborted((signal = run.signal)) });
    await place.started(line);
    const other = await place.opened();
    const work = place.fresh();
    await other.submit("far", work);
    await until(() => signal !== undefined);
    await other.cancel("far", work);
    await until(() => signal?.aborted === true);
  });

  it("takes out all that a context has, in every state and process, but what one pipeline does of it", async () => {
    const other = await place.opened();
    if (other.cancelContext === undefined) return;
    const signals = new Map<string, AbortSignal>();
    const run: Stage["run"] = async ({ contextId, id }, { signal }) => {
      if (id === "fails") throw new LociError("invalid", "No.");
      signals.set(`${contextId} ${id}`, signal);
      await aborted(signal);
    };
    const one = await place.started(pipeline("works", { run }), pipeline("keeps", { run }));
    const [gone, here] = [place.fresh().contextId, place.fresh().contextId];
    for (const contextId of [gone, here]) {
      for (const id of ["runs", "fails"]) await other.submit("works", { contextId, id });
      await other.submit("works", { contextId, id: "waits" }, { delaySeconds: 3_600 });
      await other.submit("keeps", { contextId, id: "runs too" });
    }
    await until(async () => signals.size === 4 && (await other.depth("works")).failed === 2);
    expect(await other.cancelContext(gone, "keeps")).toBe(3);
    await until(() => signals.get(`${gone} runs`)?.aborted === true);
    expect(await other.depth("works")).toEqual({ queued: 1, running: 1, failed: 1 });
    expect(await one.cancelContext?.(here, "keeps")).toBe(3);
    expect(signals.get(`${here} runs`)?.aborted).toBe(true);
    expect([await other.depth("works"), await other.depth("keeps")]).toEqual([
      { queued: 0, running: 0, failed: 0 },
      { queued: 0, running: 2, failed: 0 },
    ]);
  });
}
