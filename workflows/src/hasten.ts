import type { Client, WorkflowExecutionDescription } from "@temporalio/client";
import { workflowId } from "./contracts.ts";
import { unlessGone } from "./works.ts";

/** The scheduled state of PendingActivityState: it waits for a worker, or for its next attempt. */
const activityScheduled = 1;
/** No workflow listens to it: the server ends the delay of a start when any signal comes. */
const wakingSignal = "hasten";

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
export async function hastenWork(client: Client, id: string): Promise<boolean> {
  const described = await unlessGone(client.workflow.getHandle(id).describe());
  if (described === undefined || described.status.name !== "RUNNING") return false;
  const { namespace } = client.options;
  const { workflowId, runId } = described;
  if (isNotBegun(described)) {
    await unlessGone(client.workflow.getHandle(workflowId, runId).signal(wakingSignal));
    return true;
  }
  const waiting = (described.raw.pendingActivities ?? []).filter(
    ({ state, attempt }) => Number(state) === activityScheduled && Number(attempt) > 1,
  );
  for (const { activityId } of waiting) {
    const execution = { workflowId, runId };
    await unlessGone(client.workflowService.resetActivity({ namespace, execution, id: activityId ?? "" }));
  }
  return waiting.length > 0;
}

/** Whether its start is still delayed: then there is nothing in its history but the start. */
function isNotBegun({ historyLength, raw }: WorkflowExecutionDescription): boolean {
  return historyLength <= 1 && (raw.pendingWorkflowTask ?? undefined) === undefined;
}
