import type { Schedule } from "@loci/ports/durable-runner";
import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
  type ScheduleSpec,
} from "@temporalio/client";
import { nameOf, scheduledWorkflow, scheduleId, workflowQueue, type ScheduledInput } from "./contracts.ts";

/** Longer than a server is away for a restart; beyond it, missed times still run once. */
const catchupWindow = 60_000;

/**
 * Sets it, or brings the one of its name to what is asked, whatever was done to it by hand: changed, paused, or given an end. With the
 * same period its next time stays.
 */
export async function setSchedule(client: Client, schedule: Schedule, now: number): Promise<void> {
  const timing = timingOf(schedule.everySeconds, now);
  try {
    await client.schedule.create({ scheduleId: scheduleId(schedule.name), ...optionsOf(schedule, timing) });
  } catch (thrown) {
    if (!(thrown instanceof ScheduleAlreadyRunning)) throw thrown;
    const handle = client.schedule.getHandle(scheduleId(schedule.name));
    const found = await handle.describe();
    // Nothing to write is the rule: whoever schedules asks again and again.
    if (isAsAsked(found, schedule)) return;
    const kept = { spec: found.spec, phaseMs: inputIn(found)?.phaseMs ?? 0 };
    const next = hasPeriod(found, schedule.everySeconds) ? kept : timing;
    await handle.update((previous) => ({ ...previous, ...optionsOf(schedule, next), state: { paused: false } }));
  }
}

export async function removeSchedule(client: Client, name: string): Promise<void> {
  try {
    await client.schedule.getHandle(scheduleId(name)).delete();
  } catch (thrown) {
    if (!(thrown instanceof ScheduleNotFoundError)) throw thrown;
  }
}

export async function removeOtherSchedules(client: Client, names: readonly string[]): Promise<void> {
  const kept = new Set(names.map((name) => scheduleId(name)));
  for await (const schedule of client.schedule.list()) {
    const name = nameOf(schedule.scheduleId);
    if (name !== undefined && !kept.has(schedule.scheduleId)) await removeSchedule(client, name);
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

function optionsOf(schedule: Schedule, { spec, phaseMs }: Timing) {
  return {
    spec,
    action: {
      type: "startWorkflow" as const,
      workflowType: scheduledWorkflow,
      workflowId: scheduleId(schedule.name),
      taskQueue: workflowQueue,
      args: [inputOf(schedule, phaseMs)],
    },
    // A time that comes while the last one still waits for a worker is skipped: missed times run once.
    policies: { overlap: "SKIP" as const, catchupWindow },
  };
}

function inputOf({ pipeline, work: { contextId, id } }: Schedule, phaseMs: number): ScheduledInput {
  return { pipeline, work: { contextId, id }, phaseMs };
}

function inputIn({ action }: ScheduleDescription): ScheduledInput | undefined {
  return ((action.args ?? []) as ScheduledInput[])[0];
}

/** A spec that was changed to anything but a plain period has none. */
function hasPeriod({ spec }: ScheduleDescription, everySeconds: number): boolean {
  const { intervals = [], calendars = [], skip = [], startAt, endAt } = spec;
  const plain = calendars.length + skip.length === 0 && startAt === undefined && endAt === undefined;
  return plain && intervals.length === 1 && intervals[0]?.every === everySeconds * 1_000;
}

function isAsAsked(found: ScheduleDescription, schedule: Schedule): boolean {
  const { action, policies, state } = found;
  const before = inputIn(found);
  return (
    hasPeriod(found, schedule.everySeconds) &&
    before !== undefined &&
    JSON.stringify(before) === JSON.stringify(inputOf(schedule, before.phaseMs)) &&
    action.workflowType === scheduledWorkflow &&
    action.taskQueue === workflowQueue &&
    policies.overlap === "SKIP" &&
    policies.catchupWindow === catchupWindow &&
    !state.paused &&
    state.remainingActions === undefined
  );
}
