/** When a scheduled backup is due. A start that was missed is made up for once, however many were missed. */
import { Cron } from "croner";
import type { MemoryBackupSpec } from "../api/memory-backup.ts";
import { durationMs } from "./duration.ts";

export type Starts =
  | { readonly problem: string }
  | {
      /** The newest start since the last one acted on that is not too late for; in milliseconds since the epoch. */
      readonly due: number | undefined;
      readonly next: number | undefined;
    };

/** @param since the last start acted on, or the resource's creation */
export function startsOf(
  { schedule, timeZone, startingDeadline }: Pick<MemoryBackupSpec, "schedule" | "timeZone" | "startingDeadline">,
  { since, now }: { readonly since: number; readonly now: number },
): Starts {
  if (schedule === undefined) return { due: undefined, next: undefined };
  try {
    const cron = new Cron(schedule, { timezone: timeZone, mode: "5-part" });
    // The second that has just begun counts.
    const before = cron.previousRuns(2, new Date(now + 1_000)).map((date) => date.getTime());
    const latest = before.find((at) => at <= now);
    const deadline = startingDeadline === undefined ? Infinity : durationMs(startingDeadline);
    const isDue = latest !== undefined && latest > since && now - latest <= deadline;
    return { due: isDue ? latest : undefined, next: cron.nextRun(new Date(now))?.getTime() };
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    return { problem: `spec.schedule '${schedule}' in ${timeZone} is no schedule: ${said}` };
  }
}
