import { LociError } from "@loci/kernel";
import type { Logger } from "@loci/platform/telemetry";
import type { Pipeline, Stage, StageFailure, Work } from "@loci/ports/durable-runner";
import { afterReportThrown, afterStage, afterThrown, type Pauses } from "@loci/ports/durable-runner/settlement";
import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import type { PipelineActivities, StageInput, StageResult } from "../contracts.ts";
import { CutShort, NotWanted, type Place, type Places } from "./places.ts";

export interface ActivityOptions {
  readonly places: Places;
  readonly pauses: Pauses;
  /** How often the server is told that an activity still runs. */
  readonly beatMs: number;
  /** A number from 0 to 1. */
  readonly chance: () => number;
  readonly logger: Logger;
}

/** How long a report of a failure may take. */
const reportSeconds = 60;

/** A pipeline's stages and its report of a failure, as activities. */
export function createActivities(pipeline: Pipeline, options: ActivityOptions): PipelineActivities {
  const { places, pauses, chance, logger } = options;
  const hold = (place: Omit<Place, "pipeline" | "unwanted">, code: (signal: AbortSignal) => Promise<void>) =>
    beating(options.beatMs, (unwanted) => places.hold({ ...place, pipeline: pipeline.name, unwanted }, code));

  return {
    async runStage({ contextId, id, stage: name, attemptsBefore }) {
      const work = { contextId, id };
      const attempt = attemptsBefore + Context.current().info.attempt;
      const stage = findStage(pipeline, name);
      if (stage === undefined) throw noSuchStage(pipeline, name, attempt);
      try {
        // Counted when it was taken: who took it died each time.
        if (attempt > stage.maxAttempts) throw new LociError("internal", `The process ended while the stage ${stage.name} ran.`);
        const place = { work, name: stage.name, seconds: stage.timeoutSeconds };
        await hold(place, (signal) => stage.run(work, { attempt, signal }));
        return nextAfter(pipeline, stage);
      } catch (thrown) {
        if (thrown instanceof CutShort) return { kind: "cut", attempts: attempt - 1 };
        if (thrown instanceof NotWanted) throw new CancelledFailure("The work was cancelled.");
        logger.warn({ err: thrown, ...idsOf(pipeline, work), stage: stage.name, attempt }, "a stage failed");
        const error = LociError.from(thrown);
        const settlement = afterThrown(stage, Math.min(attempt, stage.maxAttempts), error, pauses, chance());
        if (settlement.kind === "fail") throw forGood(settlement.failure, error);
        throw again(error, settlement.kind === "retry" ? settlement.pauseMs : 0);
      }
    },
    async reportFailure({ contextId, id, failure, attemptsBefore }) {
      const work = { contextId, id };
      const attempt = attemptsBefore + Context.current().info.attempt;
      try {
        await hold({ work, name: failure.stage, seconds: reportSeconds }, () => pipeline.onFailed(work, failure));
        return { kind: "done" };
      } catch (thrown) {
        if (thrown instanceof CutShort) return { kind: "cut", attempts: attempt - 1 };
        if (thrown instanceof NotWanted) throw new CancelledFailure("The work was cancelled.");
        const about = { ...idsOf(pipeline, work), stage: failure.stage, attempt };
        logger.warn({ err: thrown, ...about }, "the failure of queued work could not be reported");
        const error = LociError.from(thrown);
        const settlement = afterReportThrown(attempt, error, pauses, chance());
        throw again(error, settlement.kind === "retry" ? settlement.pauseMs : 0);
      }
    },
  };
}

/** Tells the server that the activity still runs, which in turn tells whether it is still wanted. */
async function beating(beatMs: number, run: (unwanted: AbortSignal) => Promise<void>): Promise<void> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), beatMs);
  try {
    await run(context.cancellationSignal);
  } finally {
    clearInterval(beat);
  }
}

function findStage(pipeline: Pipeline, name: StageInput["stage"]): Stage | undefined {
  return name === "" ? pipeline.stages[0] : pipeline.stages.find((stage) => stage.name === name);
}

function nextAfter(pipeline: Pipeline, stage: Stage): StageResult {
  const settlement = afterStage(pipeline, stage);
  return settlement.kind === "advance" ? settlement : { kind: "done" };
}

/** One that a later release no longer has. */
function noSuchStage(pipeline: Pipeline, stage: string, attempts: number): ApplicationFailure {
  const error = new LociError("invalid", `The pipeline ${pipeline.name} has no stage ${stage}.`);
  return forGood({ stage, reason: error.message, attempts }, error);
}

function forGood(failure: StageFailure, error: LociError): ApplicationFailure {
  return bare(ApplicationFailure.create({ message: failure.reason, type: error.code, details: [failure], nonRetryable: true }));
}

function again({ message, code }: LociError, pauseMs: number): ApplicationFailure {
  return bare(ApplicationFailure.create({ message, type: code, nextRetryDelay: Math.max(pauseMs, 1) }));
}

/** Histories need no stack traces: what was thrown stands in the log. */
function bare(failure: ApplicationFailure): ApplicationFailure {
  failure.stack = "";
  return failure;
}

function idsOf(pipeline: Pipeline, work: Work): { pipeline: string; context: string; work: string } {
  return { pipeline: pipeline.name, context: work.contextId, work: work.id };
}
