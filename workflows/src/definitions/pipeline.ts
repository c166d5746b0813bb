import type { StageFailure, Work } from "@loci/ports/durable-runner";
import {
  ActivityFailure,
  ApplicationFailure,
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

/**
 * Runs a pipeline's stages one after the other, and reports a failure until the report ends. Which stage follows, and what an error leads
 * to, the activities say: they are in the process that knows the pipeline, so a release with other stages needs no other workflow.
 */
export async function runPipeline({ contextId, id, fromStage, leaseMs }: PipelineInput): Promise<void> {
  const work = { contextId, id };
  const activities = proxyActivities<PipelineActivities>({
    taskQueue: activityQueue(workflowInfo().workflowType),
    startToCloseTimeout: longestStageSeconds * 1_000,
    heartbeatTimeout: leaseMs,
    // How often is the activity's to say, and how long to pause after what it threw: these are the pauses after it fell silent.
    retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
  });
  try {
    await runStages(activities, work, fromStage);
  } catch (thrown) {
    if (isCancellation(thrown)) throw thrown;
    const failure = failureOf(thrown, fromStage);
    upsertMemo({ failing: true } satisfies PipelineMemo);
    await untilNotCut((attemptsBefore) => activities.reportFailure({ ...work, failure, attemptsBefore }));
    const failed = ApplicationFailure.nonRetryable(failure.reason, failure.stage);
    // A history needs no stack trace, and where this was built is nobody's business.
    failed.stack = "";
    throw failed;
  }
}

async function runStages({ runStage }: PipelineActivities, work: Work, fromStage: string): Promise<void> {
  for (let stage = fromStage; ;) {
    const at = stage;
    const result = await untilNotCut((attemptsBefore) => runStage({ ...work, stage: at, attemptsBefore }));
    if (result.kind === "done") return;
    stage = result.stage;
  }
}

/** Does again what a closing process gave back. */
async function untilNotCut<T extends { readonly kind: string }>(run: (attemptsBefore: number) => Promise<T | Cut>): Promise<T> {
  for (let attempts = 0; ;) {
    const result = await run(attempts);
    if (!isCut(result)) return result;
    attempts = result.attempts;
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
