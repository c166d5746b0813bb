import { expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { StageFailure } from "../port.ts";
import { pipeline } from "./pipeline.ts";
import type { Place } from "./place.ts";
import { idle, never, until } from "./waiting.ts";

/** What a stage's failure leads to. */
export function attemptTests(place: Place): void {
  it("tries a stage again until it ends, and counts its attempts", async () => {
    const attempts: number[] = [];
    const runner = await place.started(
      pipeline("again", {
        only: async (_, { attempt }) => {
          attempts.push(attempt);
          if (attempt < 4) throw new Error("not yet");
        },
      }),
    );
    await runner.submit("again", place.fresh());
    await idle(runner, "again");
    expect(attempts).toEqual([1, 2, 3, 4]);
  });

  it("fails when the attempts are used up, tells it once, and begins anew when asked", async () => {
    const failures: StageFailure[] = [];
    let broken = true;
    const runner = await place.started({
      ...pipeline("fails", {
        fine: async () => undefined,
        bad: async () => {
          if (broken) throw new Error("a detail that is nobody's business");
        },
      }),
      onFailed: async (_, failure) => void failures.push(failure),
    });
    const work = place.fresh();
    await runner.submit("fails", work);
    await until(async () => failures.length > 0 && !(await runner.isActive("fails", work)));
    expect(failures).toEqual([{ stage: "bad", reason: "An unexpected error occurred.", attempts: 5 }]);
    await until(async () => (await runner.depth("fails")).failed === 1);
    expect(await runner.depth("fails")).toEqual({ queued: 0, running: 0, failed: 1 });
    broken = false;
    await runner.submit("fails", work, { fromStage: "bad" });
    await until(async () => (await runner.depth("fails")).failed === 0 && !(await runner.isActive("fails", work)));
    expect(failures).toHaveLength(1);
  });

  it("waits longer for what is away than for what fails of itself, where the stage says so", async () => {
    const attempts: number[] = [];
    const failures: StageFailure[] = [];
    let away = 6;
    const line = pipeline("away", {
      only: async (_, { attempt }) => {
        attempts.push(attempt);
        if (away-- > 0) throw new LociError("unavailable", "The store does not answer.");
      },
    });
    const runner = await place.started({
      ...line,
      stages: line.stages.map((stage) => ({ ...stage, maxAttempts: 2, maxAttemptsAway: 8 })),
      onFailed: async (_, failure) => void failures.push(failure),
    });
    await runner.submit("away", place.fresh());
    await idle(runner, "away");
    expect({ attempts, failures }).toEqual({ attempts: [1, 2, 3, 4, 5, 6, 7], failures: [] });
    away = 8;
    await runner.submit("away", place.fresh());
    await until(() => failures.length > 0);
    expect(failures).toEqual([{ stage: "only", reason: "The store does not answer.", attempts: 8 }]);
  });

  it("fails at once when trying again would not help", async () => {
    const failures: StageFailure[] = [];
    const runner = await place.started({
      ...pipeline("permanent", {
        only: async () => {
          throw new LociError("unsupported_media_type", "The document is encrypted.");
        },
      }),
      onFailed: async (_, failure) => void failures.push(failure),
    });
    await runner.submit("permanent", place.fresh());
    await until(() => failures.length > 0);
    expect(failures).toEqual([{ stage: "only", reason: "The document is encrypted.", attempts: 1 }]);
  });

  it("reports a failure again until the report itself ends", async () => {
    let reports = 0;
    const runner = await place.started({
      ...pipeline("report", {
        only: async () => {
          throw new LociError("invalid", "No.");
        },
      }),
      onFailed: async () => {
        if (++reports < 3) throw new Error("the database is away");
      },
    });
    await runner.submit("report", place.fresh());
    await until(() => reports === 3);
  });

  it("ends an attempt that takes too long, whether or not it heeds its signal", async () => {
    const signals: AbortSignal[] = [];
    const late = pipeline("late", {
      // The first that begins: one may be over before its process has come to it.
      only: async (_, { signal }) => (signals.push(signal), signals.length === 1 ? never : undefined),
    });
    const runner = await place.started({ ...late, stages: late.stages.map((stage) => ({ ...stage, timeoutSeconds: 0.05 })) });
    await runner.submit("late", place.fresh());
    await until(() => signals.length >= 2);
    expect(signals[0]?.aborted).toBe(true);
  });
}
