import { expect, it } from "@jest/globals";
import type { Progress } from "../port.ts";
import { pipeline } from "./pipeline.ts";
import type { Place } from "./place.ts";
import { aborted, gate, idle, until } from "./waiting.ts";

const after = (from: Progress | undefined): Progress => {
  const done = (from?.counts["done"] ?? 0) + 1;
  return { at: `step ${done}`, counts: { done } };
};

/** Long work goes in steps, and what they came to stays. */
export function stepTests(place: Place): void {
  it("runs a stage step by step, each from where the last one came to, and tells how far it is", async () => {
    const log: string[] = [];
    const held = gate();
    const line = pipeline("steps", {
      dress: async () => undefined,
      walk: async (_, { from, attempt }) => {
        log.push(`${from?.at ?? "begin"} ${attempt}`);
        if (from?.counts["done"] === 2) await held.opened;
        return from?.counts["done"] === 3 ? undefined : after(from);
      },
      rest: async (_, { from }) => void log.push(`rest ${from === undefined}`),
    });
    const runner = await place.started(line);
    const work = place.fresh();
    expect(await runner.progress("steps", work)).toBeUndefined();
    await runner.submit("steps", work);
    await until(async () => log.length === 3 && (await runner.progress("steps", work))?.at === "step 2");
    expect(await runner.progress("steps", work)).toEqual({ at: "step 2", counts: { done: 2 } });
    held.open();
    await idle(runner, "steps");
    expect(log).toEqual(["begin 1", "step 1 1", "step 2 1", "step 3 1", "rest true"]);
    expect(await runner.progress("steps", work)).toBeUndefined();
  });

  it("walks hundreds of steps, each of them once, and begins anew when it is submitted again", async () => {
    const steps: number[] = [];
    const line = pipeline("many-steps", {
      walk: async (_, { from }) => {
        const next = after(from);
        steps.push(next.counts["done"] ?? 0);
        return steps.at(-1) === 105 ? undefined : next;
      },
    });
    const runner = await place.started(line);
    const work = place.fresh();
    const whole = Array.from({ length: 105 }, (_, i) => i + 1);
    for (const times of [1, 2]) {
      await runner.submit("many-steps", work);
      await until(async () => !(await runner.isActive("many-steps", work)));
      expect(steps).toEqual(Array.from({ length: times }, () => whole).flat());
    }
  });

  it("tries a step again from where it began", async () => {
    const log: string[] = [];
    const line = pipeline("stumble", {
      walk: async (_, { from, attempt }) => {
        log.push(`${from?.at ?? "begin"} ${attempt}`);
        if (from?.at === "step 1" && attempt < 3) throw new Error("not yet");
        return from?.at === "step 2" ? undefined : after(from);
      },
    });
    const runner = await place.started(line);
    await runner.submit("stumble", place.fresh());
    await idle(runner, "stumble");
    expect(log).toEqual(["begin 1", "step 1 1", "step 1 2", "step 1 3", "step 2 1"]);
  });

  it("goes on from the last step when its process died", async () => {
    const log: string[] = [];
    const line = (who: string, wait: boolean) =>
      pipeline("step-death", {
        walk: async (_, { from, signal }) => {
          log.push(`${who} ${from?.at ?? "begin"}`);
          if (wait && from?.at === "step 2") await aborted(signal);
          return from?.at === "step 3" ? undefined : after(from);
        },
      });
    const first = await place.doomed(line("one", true));
    await first.submit("step-death", place.fresh());
    await until(() => log.includes("one step 2"));
    place.die(first);
    const second = await place.started(line("two", false));
    await until(() => log.includes("two step 3"));
    await idle(second, "step-death");
    expect(log).toEqual(["one begin", "one step 1", "one step 2", "two step 2", "two step 3"]);
  });

  it("stops between the steps of work that was cancelled", async () => {
    let begun = 0;
    const line = pipeline("walk-off", {
      walk: async (_, { from }) => {
        begun += 1;
        return after(from);
      },
    });
    const runner = await place.started(line);
    const work = place.fresh("endless");
    await runner.submit("walk-off", work);
    // On Temporal it goes on in a new history meanwhile.
    await until(() => begun > 120);
    await runner.cancel("walk-off", work);
    await idle(runner, "walk-off");
    expect(await runner.isActive("walk-off", work)).toBe(false);
    expect(await runner.progress("walk-off", work)).toBeUndefined();
  });
}
