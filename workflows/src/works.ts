import { createHash } from "node:crypto";
import type { Progress, Work } from "@loci/ports/durable-runner";
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowExecutionDescription,
  type WorkflowStartOptions,
} from "@temporalio/client";
import { workflowId, workflowQueue, type PipelineInput, type PipelineMemo } from "./contracts.ts";

/** Works as the server knows them: each is a workflow. All of it is read from the truth, not from the lists, which lag behind. */
export interface Works {
  submit(pipeline: string, work: Work, fromStage: string, delayMs: number): Promise<Submitted>;
  /** Begins in the place of the run there is. */
  beginAnew(pipeline: string, input: PipelineInput): Promise<void>;
  /** @returns the failed run that it took out */
  cancel(pipeline: string, work: Work): Promise<string | undefined>;
  state(workflow: WorkflowKey): Promise<WorkState>;
  progress(workflow: WorkflowKey): Promise<Progress | undefined>;
}

export interface Submitted {
  /** The run that does it. */
  readonly runId: string;
  /** The failed run in whose place it is. */
  readonly replaced?: string;
}

export interface WorkflowKey {
  readonly workflowId: string;
  /** By default the latest. */
  readonly runId?: string;
}

/** `failing`: its failure is being reported, nothing more. */
export type WorkState = "queued" | "running" | "failing" | "failed" | "ended";

/** The started state of PendingActivityState. */
const activityStarted = 2;

export function createWorks(client: Client, leaseMs: number): Works {
  const describe = (key: WorkflowKey) => describeIn(client, key);

  async function start(pipeline: string, work: Work, fromStage: string, rest: Partial<WorkflowStartOptions>): Promise<string> {
    const input: PipelineInput = { contextId: work.contextId, id: work.id, fromStage, leaseMs };
    const handle = await client.workflow.start(pipeline, {
      ...rest,
      workflowId: workflowId(pipeline, work),
      taskQueue: workflowQueue,
      args: [input],
      priority: { fairnessKey: fairnessKey(work.contextId) },
    });
    return handle.firstExecutionRunId;
  }

  /**
   * Takes out a run that failed: else it would still be counted among those. One that was reporting its failure when it was looked at may
   * have come to its end before anything else could.
   * @returns its id, if it did
   */
  async function removeFailed(before: WorkflowExecutionDescription | undefined): Promise<string | undefined> {
    if (before === undefined) return undefined;
    const { workflowId, runId } = before;
    const state = stateOf(before);
    const now = state === "failed" || state === "ended" ? state : stateOf(await describe({ workflowId, runId }));
    if (now !== "failed") return undefined;
    await remove(client, before);
    return runId;
  }

  return {
    async submit(pipeline, work, fromStage, delayMs) {
      const rest = delayMs > 0 ? { startDelay: delayMs } : {};
      try {
        return { runId: await start(pipeline, work, fromStage, { ...rest, workflowIdReusePolicy: "REJECT_DUPLICATE" }) };
      } catch (thrown) {
        if (!(thrown instanceof WorkflowExecutionAlreadyStartedError)) throw thrown;
      }
      const before = await describe({ workflowId: workflowId(pipeline, work) });
      const state = stateOf(before);
      if (before !== undefined && (state === "queued" || state === "running")) return { runId: before.runId };
      const runId = await start(pipeline, work, fromStage, {
        ...rest,
        workflowIdReusePolicy: "ALLOW_DUPLICATE",
        workflowIdConflictPolicy: state === "failing" ? "TERMINATE_EXISTING" : "USE_EXISTING",
      });
      const replaced = await removeFailed(before);
      return replaced === undefined ? { runId } : { runId, replaced };
    },
    async beginAnew(pipeline, { contextId, id, fromStage }) {
      await start(pipeline, { contextId, id }, fromStage, {
        workflowIdReusePolicy: "ALLOW_DUPLICATE",
        workflowIdConflictPolicy: "TERMINATE_EXISTING",
      });
    },
    async cancel(pipeline, work) {
      const key = { workflowId: workflowId(pipeline, work) };
      const before = await describe(key);
      const state = stateOf(before);
      if (before === undefined || state === "ended") return undefined;
      if (state === "failed") return removeFailed(before);
      // Not asked to end: there may be no worker that could hear it, and what it runs learns of it by its next heartbeat.
      // By its first run: it may go on in another meanwhile.
      const { firstRunId } = before.raw.workflowExecutionInfo ?? {};
      const chain = firstRunId ? { firstExecutionRunId: firstRunId } : {};
      await unlessGone(client.workflow.getHandle(key.workflowId, undefined, chain).terminate("The work was cancelled."));
      return removeFailed(before);
    },
    state: async (key) => stateOf(await describe(key)),
    async progress(key) {
      const described = await describe(key);
      const state = stateOf(described);
      const memo: PipelineMemo = described?.memo ?? {};
      return state === "queued" || state === "running" ? memo.progress : undefined;
    },
  };
}

async function describeIn(client: Client, key: WorkflowKey): Promise<WorkflowExecutionDescription | undefined> {
  return unlessGone(client.workflow.getHandle(key.workflowId, key.runId).describe());
}

function stateOf(described: WorkflowExecutionDescription | undefined): WorkState {
  if (described === undefined) return "ended";
  if (described.status.name === "FAILED") return "failed";
  if (described.status.name !== "RUNNING") return "ended";
  const memo: PipelineMemo = described.memo ?? {};
  if (memo.failing === true) return "failing";
  const started = described.raw.pendingActivities?.some(({ state }) => Number(state) === activityStarted) ?? false;
  return started ? "running" : "queued";
}

async function remove(client: Client, { workflowId, runId }: WorkflowExecutionDescription): Promise<void> {
  const { namespace } = client.options;
  await unlessGone(client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } }));
}

/** @returns undefined where the workflow has ended or is not there */
export async function unlessGone<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof WorkflowNotFoundError) return undefined;
    throw thrown;
  }
}

/** The server takes 64 bytes; a context's id may be longer. */
function fairnessKey(contextId: string): string {
  return contextId.length <= 64 ? contextId : createHash("sha256").update(contextId).digest("base64url");
}
