import { LociError } from "@loci/kernel";
import type { Logger } from "@loci/platform/telemetry";
import type { Pipeline, Progress, Stage, StageEnd, StageFailure, Work } from "@loci/ports/durable-runner";
import {
  afterReportThrown,
  afterStage,
  afterThrown,
  loggedError,
  mostAttempts,
  type Pauses,
} from "@loci/ports/durable-runner/settlement";
import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import type { PipelineActivities, Reached, StageResult } from "../contracts.ts";
import { createNotes, type Noted } from "./notes.ts";
import { CutShort, NotWanted, type Place, type Places } from "./places.ts";

export interface ActivityOptions {
  readonly places: Places;
  readonly pauses: Pauses;
  /** How often the server is told that an activity still runs. */
  readonly beatMs: number;
  /** A stage that another followed is noted at the server when it has run so long; 0: before it begins. */
  readonly noteMs: number;
  /** A number from 0 to 1. */
  readonly chance: () => number;
  readonly logger: Logger;
  /** Has the server note where the activity is now. */
  readonly reached: (taskToken: Uint8Array, at: Reached) => Promise<Noted>;
}

/** How long a report of a failure may take. */
const reportSeconds = 60;
/**
 * For so long an activity goes on with the stage that follows, which costs nothing, or a note to the server, instead of an activity and a
 * turn of the workflow. After that other contexts have their turn.
 */
const onwardMs = 2_000;

/** A pipeline's stages and its report of a failure, as activities. */
export function createActivities(pipeline: Pipeline, options: ActivityOptions): PipelineActivities {
  const { places, pauses, chance, logger, reached } = options;
  const hold = <T>(place: Omit<Place, "pipeline" | "unwanted">, code: (signal: AbortSignal) => Promise<T>) => {
    const unwanted = Context.current().cancellationSignal;
    return places.hold({ ...place, pipeline: pipeline.name, unwanted }, code);
  };

  async function runOne(work: Work, name: string, attempt: number, from: Progress | undefined): Promise<StageResult> {
    const stage = findStage(pipeline, name);
    if (stage === undefined) throw noSuchStage(pipeline, name, attempt);
    try {
      // Counted when it was taken: who took it died each time.
      if (attempt > mostAttempts(stage)) throw new LociError("internal", `The process ended while the stage ${stage.name} ran.`);
      const place = { work, name: stage.name, seconds: stage.timeoutSeconds };
      return nextAfter(pipeline, stage, await hold(place, (signal) => stage.run(work, { attempt, signal, from })));
    } catch (thrown) {
      if (thrown instanceof CutShort) return { kind: "cut", attempts: attempt - 1 };
      if (thrown instanceof NotWanted) throw new CancelledFailure("The work was cancelled.");
      logger.warn({ ...loggedError(thrown), ...idsOf(pipeline, work), stage: stage.name, attempt }, "a stage failed");
      const error = LociError.from(thrown);
      const settlement = afterThrown(stage, Math.min(attempt, mostAttempts(stage)), error, pauses, chance());
      if (settlement.kind === "fail") throw forGood(settlement.failure, error);
      throw again(error, settlement.kind === "retry" ? settlement.pauseMs : 0);
    }
  }

  return {
    async runStage({ contextId, id, stage, attemptsBefore, progress }) {
      const work = { contextId, id };
      const { info } = Context.current();
      const began = performance.now();
      const before = info.heartbeatDetails as Reached | undefined;
      const started = before ?? { stage, attemptsBefore };
      const notes = createNotes(started, {
        // Its process may have died of a stage that was not noted: from now on each is, before it begins.
        afterMs: info.attempt > 1 ? 0 : options.noteMs,
        send: (at) => reached(info.taskToken, at),
        onUnwanted: () => places.cancel(pipeline.name, work),
      });
      let at = started;
      return beating(options.beatMs, async (beat) => {
        // Else a heartbeat would take back what the server was told.
        if (before !== undefined) beat(before);
        for (let from = before === undefined ? progress : undefined; ; from = undefined) {
          const result = await notes.during(at, () => runOne(work, at.stage, at.attemptsBefore + info.attempt, from));
          if (result.kind === "cut" && at.stage !== stage) return { kind: "advance", stage: at.stage, attempts: result.attempts };
          if (result.kind !== "advance" || performance.now() - began > onwardMs) return result;
          at = { stage: result.stage, attemptsBefore: 1 - info.attempt };
          beat(at);
        }
      });
    },
    async reportFailure({ contextId, id, failure, attemptsBefore }) {
      const work = { contextId, id };
      const attempt = attemptsBefore + Context.current().info.attempt;
      try {
        const place = { work, name: failure.stage, seconds: reportSeconds };
        await beating(options.beatMs, () => hold(place, () => pipeline.onFailed(work, failure)));
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

/** Tells the server that the activity still runs, and where it is; which in turn tells whether it is still wanted. */
async function beating<T>(beatMs: number, run: (beat: (at: Reached) => void) => Promise<T>): Promise<T> {
  const context = Context.current();
  let details: Reached | undefined;
  const timer = setInterval(() => context.heartbeat(details), beatMs);
  try {
    return await run((at) => void (details = at));
  } finally {
    clearInterval(timer);
  }
}

function findStage(pipeline: Pipeline, name: string): Stage | undefined {
  return name === "" ? pipeline.stages[0] : pipeline.stages.find((stage) => stage.name === name);
}

function nextAfter(pipeline: Pipeline, stage: Stage, returned: StageEnd): StageResult {
  const settlement = afterStage(pipeline, stage, returned);
  if (settlement.kind === "step") return { ...settlement, stage: stage.name };
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
