/** Which of a resource's objects in the store have had their time. */
import type { MemoryBackupSpec } from "../api/memory-backup.ts";
import { manifestName, startOf } from "./backup-place.ts";
import { durationMs } from "./duration.ts";

export interface Pruning {
  /** First these: without its manifest a backup counts as none. */
  readonly manifests: readonly string[];
  readonly rest: readonly string[];
  /** How many whole backups are left. */
  readonly kept: number;
}

/**
 * @param keys of all objects, as `<run>/<name>`
 * @param underWay the run that is being made now
 */
export function pruning(
  keys: readonly string[],
  retention: NonNullable<MemoryBackupSpec["retention"]>,
  { now, underWay }: { readonly now: number; readonly underWay?: string | undefined },
): Pruning {
  const runs = [...Map.groupBy(keys, (key) => key.split("/", 1)[0] ?? "")].filter(([run]) => startOf(run) !== undefined);
  const isWhole = ([run, of]: readonly [string, readonly string[]]) => of.includes(`${run}/${manifestName}`);
  const whole = runs
    .filter(isWhole)
    .map(([run]) => run)
    .sort()
    .reverse();
  const kept = new Set(whole.filter((run, i) => isKept(run, i, retention, now)));
  const expired = runs.filter((entry) => (isWhole(entry) ? !kept.has(entry[0]) : entry[0] !== underWay));
  const gone = expired.flatMap(([, of]) => of);
  const isManifest = (key: string) => key.endsWith(`/${manifestName}`);
  return { manifests: gone.filter(isManifest), rest: gone.filter((key) => !isManifest(key)), kept: kept.size };
}

/** @param place 0 for the newest */
function isKept(run: string, place: number, { keepLast, keepFor }: NonNullable<MemoryBackupSpec["retention"]>, now: number) {
  const isYoung = keepFor !== undefined && now - (startOf(run) ?? 0) < durationMs(keepFor);
  return place === 0 || isYoung || (keepLast !== undefined && place < keepLast);
}
