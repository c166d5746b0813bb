import type { Pipeline, StageEnd, StageRun, Work } from "../port.ts";

type StageCode = (work: Work, run: StageRun) => Promise<StageEnd>;

/** A pipeline of these stages, in their order, each with half a minute and five attempts. */
export function pipeline(name: string, stages: Readonly<Record<string, StageCode>>): Pipeline {
  return {
    name,
    concurrency: 4,
    stages: Object.entries(stages).map(([stage, run]) => ({ name: stage, timeoutSeconds: 30, maxAttempts: 5, run })),
    onFailed: async () => undefined,
  };
}
