import type { Client, WorkflowExecutionDescription } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import { workflowId, type PipelineInput } from "./contracts.ts";
import { unlessGone, type Works } from "./works.ts";

/** Ids of the context's works in the pipeline that have not ended, as the server's lists show them: they lag by a second or so. */
export async function openWorks(client: Client, pipeline: string, contextId: string): Promise<string[]> {
  const prefix = prefixOf(pipeline, contextId);
  const query = `WorkflowType = '${pipeline}' AND WorkflowId STARTS_WITH '${prefix}' AND ExecutionStatus = 'Running'`;
  const ids: string[] = [];
  for await (const run of client.workflow.list({ query })) ids.push(run.workflowId);
  return ids;
}

export const isOf = (pipeline: string, contextId: string) => (id: string) => id.startsWith(prefixOf(pipeline, contextId));

function prefixOf(pipeline: string, contextId: string): string {
  return workflowId(pipeline, { contextId, id: "" });
}

/**
 * Begins a work at once that waits for its start or its next attempt, which then counts as the first.
 * @returns whether it waited
 */
export async function hastenWork(client: Client, works: Works, pipeline: string, id: string): Promise<boolean> {
  const described = await unlessGone(client.workflow.getHandle(id).describe());
  if (described?.status.name !== "RUNNING") return false;
  if (isDelayed(described)) {
    const input = await inputOf(client, described);
    if (input === undefined) return false;
    // Nothing ends the delay of a start, a signal neither.
    await works.beginAnew(pipeline, input);
    return true;
  }
  const waiting = (described.raw.pendingActivities ?? []).filter(({ state, attempt }) => isScheduled(state) && Number(attempt) > 1);
  const execution = { workflowId: described.workflowId, runId: described.runId };
  for (const { activityId } of waiting) {
    const { namespace } = client.options;
    await unlessGone(client.workflowService.resetActivity({ namespace, execution, id: activityId ?? "" }));
  }
  return waiting.length > 0;
}

/** The scheduled state of PendingActivityState: it waits for a worker, or for its next attempt. */
function isScheduled(state: unknown): boolean {
  return Number(state) === 1;
}

/** Whether its start is still to come: then there is nothing in its history but the start, and no worker is asked. */
function isDelayed({ historyLength, raw }: WorkflowExecutionDescription): boolean {
  return historyLength <= 1 && (raw.pendingWorkflowTask ?? undefined) === undefined;
}

async function inputOf(client: Client, { workflowId, runId }: WorkflowExecutionDescription): Promise<PipelineInput | undefined> {
  const { namespace } = client.options;
  const execution = { workflowId, runId };
  const first = await unlessGone(client.workflowService.getWorkflowExecutionHistory({ namespace, execution, maximumPageSize: 1 }));
  const [payload] = first?.history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  return payload ? defaultPayloadConverter.fromPayload<PipelineInput>(payload) : undefined;
}
