import type { Progress, StageFailure, Work } from "@loci/ports/durable-runner";
import {
  ActivityFailure,
  ApplicationFailure,
  continueAsNew,
  ContinueAsNew,
  isCancellation,
  proxyActivities,
  upsertMemo,
  workflowInfo,
} from "@temporalio/workflow";
import {
  activityQueue,
  longestStageSeconds,
  type Cut,
  type PipelineActivities,
  type PipelineInput,
  type PipelineMemo,
} from "../contracts.ts";

/** A history is read whole by whoever takes the workflow up: after so many steps it goes on in a new one. */
const stepsOfAHistory = 100;

/**
 * Runs a pipeline's stages one after the other, and reports a failure until the report ends. Which stage follows, and what an error leads
 * to, the activities say: they are in the process that knows the pipeline, so a release with other stages needs no other workflow.
 * @returns what the last step came to, of a pipeline that goes in steps
 */
export async function runPipeline(input: PipelineInput): Promise<Progress | undefined> {
  const { contextId, id, fromStage, leaseMs } = input;
  const work = { contextId, id };
  const activities = proxyActivities<PipelineActivities>({
    taskQueue: activityQueue(workflowInfo().workflowType),
    startToCloseTimeout: longestStageSeconds * 1_000,
    heartbeatTimeout: leaseMs,
    // How often is the activity's to say, and how long to pause after what it threw: these are the pauses after it fell silent.
    retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
  });
  try {
    return await runStages(activities, input);
  } catch (thrown) {
    if (isCancellation(thrown) || thrown instanceof ContinueAsNew) throw thrown;
    const failure = failureOf(thrown, fromStage);
    upsertMemo({ failing: true } satisfies PipelineMemo);
    await untilNotCut((attemptsBefore) => activities.reportFailure({ ...work, failure, attemptsBefore }));
    const failed = ApplicationFailure.nonRetryable(failure.reason, failure.stage);
    // A history needs no stack trace, and where this was built is nobody's business.
    failed.stack = "";
    throw failed;
  }
}

async function runStages({ runStage }: PipelineActivities, input: PipelineInput): Promise<Progress | undefined> {
  const { contextId, id } = input;
  const work: Work = { contextId, id };
  let { fromStage: stage, progress } = input;
  let last = progress;
  let attempts = 0;
  for (let steps = 0; ;) {
    const at = { ...work, stage, ...(progress === undefined ? {} : { progress }) };
    const result = await untilNotCut((attemptsBefore) => runStage({ ...at, attemptsBefore }), attempts);
    attempts = 0;
    switch (result.kind) {
      case "done":
        return last;
      case "advance":
        ({ stage, attempts = 0 } = result);
        progress = undefined;
        break;
      case "step":
        ({ stage, progress } = result);
        last = progress;
        upsertMemo({ progress } satisfies PipelineMemo);
        if (++steps < stepsOfAHistory) break;
        return continueAsNew<typeof runPipeline>({ ...input, fromStage: stage, progress });
      default:
        throw ofALaterRelease(result);
    }
  }
}

/** It fails this attempt to go on, not the workflow: a worker of the release that said it takes it up. */
function ofALaterRelease(result: never): Error {
  return new Error(`This release does not know what to do after a stage that answered ${JSON.stringify(result)}.`);
}

/** Does again what a closing process gave back. */
async function untilNotCut<T extends { readonly kind: string }>(
  run: (attemptsBefore: number) => Promise<T | Cut>,
  attemptsBefore = 0,
): Promise<T> {
  for (let attempts = attemptsBefore; ;) {
    const result = await run(attempts);
    if (!isCut(result)) return result;
    ({ attempts } = result);
  }
}

function isCut(result: { readonly kind: string }): result is Cut {
  return result.kind === "cut";
}

function failureOf(thrown: unknown, stage: string): StageFailure {
  if (thrown instanceof ActivityFailure && thrown.cause instanceof ApplicationFailure) {
    const failure = (thrown.cause.details as readonly StageFailure[] | undefined)?.[0];
    if (failure !== undefined) return failure;
  }
  return { stage, reason: "An unexpected error occurred.", attempts: 1 };
}
