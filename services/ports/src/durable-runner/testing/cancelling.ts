import { expect, it } from "@jest/globals";
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
}
