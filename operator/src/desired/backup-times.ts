import type { MemoryBackup } from "../api/memory-backup.ts";
import { startsOf } from "./schedule.ts";

/** When a backup was last whole, and from when on another one is owed; in milliseconds since the epoch. */
export interface BackupTimes {
  readonly succeededAt: number | undefined;
  /** The first start that no whole backup followed; undefined where none will be. */
  readonly owedAt: number | undefined;
}

export function backupTimes({ metadata, spec, status }: MemoryBackup): BackupTimes {
  const last = status?.last;
  const succeededAt = last && Date.parse(last.completedAt);
  const createdAt = Date.parse(metadata.creationTimestamp ?? "");
  if (spec.schedule === undefined) return { succeededAt, owedAt: last === undefined ? createdAt : undefined };
  const since = last === undefined ? createdAt : Date.parse(last.startedAt);
  const starts = startsOf(spec, { since, now: since });
  return { succeededAt, owedAt: "problem" in starts ? since : starts.next };
}
