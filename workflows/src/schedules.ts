import type { Schedule } from "@loci/ports/durable-runner";
import { ScheduleAlreadyRunning, ScheduleNotFoundError, type Client, type ScheduleSpec } from "@temporalio/client";
import { scheduledWorkflow, scheduleId, workflowQueue, type ScheduledInput } from "./contracts.ts";

/** Sets it, or brings the one of its name to what is asked; with the same period its next time stays. */
export async function setSchedule(client: Client, schedule: Schedule, now: number): Promise<void> {
  const scheduleOf = ({ spec, phaseMs }: Timing) => ({
    spec,
    action: {
      type: "startWorkflow" as const,
      workflowType: scheduledWorkflow,
      workflowId: scheduleId(schedule.name),
      taskQueue: workflowQueue,
      args: [inputOf(schedule, phaseMs)],
    },
    // A time that comes while the last one still waits for a worker is skipped: missed times run once.
    policies: { overlap: "SKIP" as const, catchupWindow: "1 minute" },
  });
  const timing = timingOf(schedule.everySeconds, now);
  try {
    await client.schedule.create({ scheduleId: scheduleId(schedule.name), ...scheduleOf(timing) });
  } catch (thrown) {
    if (!(thrown instanceof ScheduleAlreadyRunning)) throw thrown;
    const handle = client.schedule.getHandle(scheduleId(schedule.name));
    const { spec, action } = await handle.describe();
    const [before] = (action.args ?? []) as ScheduledInput[];
    const samePeriod = spec.intervals?.length === 1 && spec.intervals[0]?.every === schedule.everySeconds * 1_000;
    const kept = samePeriod && before !== undefined ? { spec, phaseMs: before.phaseMs } : timing;
    // Nothing to write is the rule: each process asks at its start.
    if (JSON.stringify(before) === JSON.stringify(inputOf(schedule, kept.phaseMs)) && kept !== timing) return;
    await handle.update((previous) => ({ ...previous, ...scheduleOf(kept) }));
  }
}

export async function removeSchedule(client: Client, name: string): Promise<void> {
  try {
    await client.schedule.getHandle(scheduleId(name)).delete();
  } catch (thrown) {
    if (!(thrown instanceof ScheduleNotFoundError)) throw thrown;
  }
}

interface Timing {
  readonly spec: ScheduleSpec;
  readonly phaseMs: number;
}

/** Each period from now on. The server knows whole seconds; what is below stands in the input. */
function timingOf(everySeconds: number, now: number): Timing {
  const offset = (Math.floor(now / 1_000) % everySeconds) * 1_000;
  return { spec: { intervals: [{ every: everySeconds * 1_000, offset }] }, phaseMs: now % 1_000 };
}

function inputOf({ pipeline, work: { contextId, id } }: Schedule, phaseMs: number): ScheduledInput {
  return { pipeline, work: { contextId, id }, phaseMs };
}
