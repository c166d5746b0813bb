import { serviceCall, type Call } from "@loci/platform/call";
import type { Pipeline, Progress, StageEnd, Work } from "@loci/ports/durable-runner";
import type { UpkeepDeps } from "./deps.ts";

export interface Upkept {
  readonly name: string;
  readonly timeoutSeconds: number;
  /** Done again with the next attempt, or at the next time, whatever was done before. */
  readonly run: (work: Work, call: Call) => Promise<unknown>;
}

/** Long work, in steps (see Stage.run); each step is done again with the next attempt. */
export interface UpkeptInSteps extends Omit<Upkept, "run"> {
  readonly step: (work: Work, call: Call, from: Progress | undefined) => Promise<StageEnd>;
}

/** After these the next time comes. */
const maxAttempts = 6;
/** A database that is restarted, a provider that is down for a quarter of an hour: with growing pauses this is about twenty minutes. */
const maxAttemptsAway = 16;
/** Background work takes few places: requests come first. */
const concurrency = 2;

/** A pipeline with one stage, made for its work's context ("" for all). */
export function upkeepPipeline(upkept: Upkept | UpkeptInSteps, deps: Pick<UpkeepDeps, "clock" | "ids" | "logger">): Pipeline {
  const { name, timeoutSeconds } = upkept;
  const { clock, ids, logger } = deps;
  return {
    name,
    concurrency,
    stages: [
      {
        ...{ name, timeoutSeconds, maxAttempts, maxAttemptsAway },
        async run(work, { signal, from }) {
          const call = serviceCall(work.contextId, ids("trace"), clock() + timeoutSeconds * 1_000, signal);
          if ("step" in upkept) return upkept.step(work, call, from);
          await upkept.run(work, call);
        },
      },
    ],
    onFailed: async ({ contextId }, { attempts }) => {
      logger.warn({ context: contextId, kind: name, attempts }, "scheduled work failed; it is done at its next time");
    },
  };
}
