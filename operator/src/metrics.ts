/** All numbers that the operator exports: those of any controller, and its own. */
import type { MemoryBackup } from "./api/memory-backup.ts";
import { backupTimes, type BackupTimes } from "./desired/backup-times.ts";
import { createMetrics, type Metrics } from "./runtime/metrics.ts";
import { keyOf } from "./runtime/kube-object.ts";

export interface OperatorMetrics extends Metrics {
  /** Says where the backups are looked up; every replica tells of all. */
  watchBackups(list: () => readonly MemoryBackup[]): void;
}

export function createOperatorMetrics(clock?: () => number): OperatorMetrics {
  const metrics = createMetrics(clock);
  let backups: () => readonly MemoryBackup[] = () => [];
  const times = (name: string, help: string, which: keyof BackupTimes) => {
    metrics.numbers({ name, help, label: "backup" }, () =>
      backups().flatMap((backup): [string, number][] => {
        const at = backupTimes(backup)[which];
        return at === undefined || backup.metadata.deletionTimestamp !== undefined ? [] : [[keyOf(backup), at / 1_000]];
      }),
    );
  };
  times("loci_backup_last_success_timestamp_seconds", "When a backup was last whole", "succeededAt");
  times("loci_backup_owed_timestamp_seconds", "The first start that no whole backup followed; also one to come", "owedAt");
  return { ...metrics, watchBackups: (list) => void (backups = list) };
}
