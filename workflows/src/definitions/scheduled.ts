import { proxyLocalActivities, workflowInfo } from "@temporalio/workflow";
import type { ScheduledInput, SchedulingActivities } from "../contracts.ts";

const { submitDue } = proxyLocalActivities<SchedulingActivities>({ startToCloseTimeout: "30 seconds" });

/** Submits the schedule's work, as anybody would: while that is queued or runs, nothing is added. */
export async function submitScheduled({ pipeline, work, phaseMs }: ScheduledInput): Promise<void> {
  await submitDue({ pipeline, work, dueAt: workflowInfo().startTime.getTime() + phaseMs });
}
