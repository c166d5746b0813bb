import { LociError } from "@loci/kernel";
import type { Pipeline, Stage, StageEnd } from "@loci/ports/durable-runner";
import type { Held } from "./claim.ts";
import {
  afterReportThrown,
  afterStage,
  afterThrown,
  mostAttempts,
  type Pauses,
  type Settlement,
} from "@loci/ports/durable-runner/settlement";

/** Work that runs in this process. */
export interface Run {
  readonly held: Held;
  /** Resolves with what became of it; undefined when it was dropped. Never rejects. */
  readonly settlement: Promise<Settlement | undefined>;
  /** Resolves when the stage's own code has ended, also after it was dropped. Never rejects. */
  readonly ended: Promise<unknown>;
  /** Aborts the stage; its result is of no interest any more. */
  drop(reason: string): void;
}

export interface RunOptions {
  readonly pauses: Pauses;
  /** A number from 0 to 1. */
  readonly chance: () => number;
  /** Is told of each failed attempt. */
  readonly onThrown: (held: Held, stage: string, error: unknown) => void;
}

/** How long a report of a failure may take. */
const reportSeconds = 60;

/** Begins the stage that the work is at, or the report that it failed. */
export function beginRun(pipeline: Pipeline, held: Held, options: RunOptions): Run {
  const controller = new AbortController();
  let dropped = false;
  const own = () => (held.state === "failing" ? report(pipeline, held) : runStage(pipeline, held, controller.signal));
  const ended = Promise.resolve().then(own);
  const settlement = orAborted(ended, controller, lateness(pipeline, held)).then(
    (returned) => (dropped ? undefined : settled(pipeline, held, returned)),
    (thrown: unknown) => {
      if (dropped) return undefined;
      options.onThrown(held, nameOf(pipeline, held), thrown);
      return afterFailure(pipeline, held, thrown, options);
    },
  );
  return {
    held,
    settlement,
    ended: ended.catch(() => undefined),
    drop(reason) {
      dropped = true;
      controller.abort(new LociError("cancelled", reason));
    },
  };
}

/** After so many processes that ended while a stage ran it is taken for what ends them: the next would take everybody's service with it. */
const mostDeaths = 3;

/** Work that is not begun again, as it ends whoever does. */
class Deadly extends LociError {
  constructor(stage: string) {
    super("internal", `The process ended while the stage ${stage} ran.`);
  }
}

function runStage(pipeline: Pipeline, held: Held, signal: AbortSignal): Promise<StageEnd> {
  const stage = stageOf(pipeline, held);
  // Counted when it was taken: who took it died each time.
  if (held.deaths >= mostDeaths || held.attempt > mostAttempts(stage)) throw new Deadly(stage.name);
  return stage.run({ contextId: held.contextId, id: held.id }, { attempt: held.attempt, signal, from: held.progress ?? undefined });
}

function report(pipeline: Pipeline, held: Held): Promise<void> {
  const failure = { stage: nameOf(pipeline, held), reason: held.reason, attempts: held.failedAfter };
  return pipeline.onFailed({ contextId: held.contextId, id: held.id }, failure);
}

function settled(pipeline: Pipeline, held: Held, returned: StageEnd): Settlement {
  return held.state === "failing" ? { kind: "failed" } : afterStage(pipeline, stageOf(pipeline, held), returned);
}

function afterFailure(pipeline: Pipeline, held: Held, thrown: unknown, { pauses, chance }: RunOptions): Settlement {
  const error = LociError.from(thrown);
  if (held.state === "failing") return afterReportThrown(held.attempt, error, pauses, chance());
  const stage = findStage(pipeline, held);
  if (stage === undefined) return { kind: "fail", failure: { stage: held.stage, reason: error.message, attempts: held.attempt } };
  if (thrown instanceof Deadly)
    return { kind: "fail", failure: { stage: stage.name, reason: thrown.message, attempts: held.attempt - 1 } };
  return afterThrown(stage, Math.min(held.attempt, mostAttempts(stage)), error, pauses, chance());
}

function findStage(pipeline: Pipeline, held: Held): Stage | undefined {
  return held.stage === "" ? pipeline.stages[0] : pipeline.stages.find((stage) => stage.name === held.stage);
}

/** @throws LociError `invalid` for a stage that a later release no longer has */
function stageOf(pipeline: Pipeline, held: Held): Stage {
  const stage = findStage(pipeline, held);
  if (stage === undefined) throw new LociError("invalid", `The pipeline ${pipeline.name} has no stage ${held.stage}.`);
  return stage;
}

function nameOf(pipeline: Pipeline, held: Held): string {
  return findStage(pipeline, held)?.name ?? held.stage;
}

interface Lateness {
  readonly afterMs: number;
  readonly error: LociError;
}

function lateness(pipeline: Pipeline, held: Held): Lateness {
  const seconds = held.state === "failing" ? reportSeconds : (findStage(pipeline, held)?.timeoutSeconds ?? 0);
  const error = new LociError("deadline_exceeded", `The stage ${nameOf(pipeline, held)} did not end within ${seconds} seconds.`);
  return { afterMs: seconds * 1_000, error };
}

/** Rejects when the signal is aborted or the time is over: a stage that does not heed its signal must not hold its place for ever. */
async function orAborted<T>(work: Promise<T>, controller: AbortController, late: Lateness): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  controller.signal.addEventListener("abort", () => reject(LociError.from(controller.signal.reason)), { once: true });
  const timer = setTimeout(() => controller.abort(late.error), late.afterMs);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    clearTimeout(timer);
  }
}
