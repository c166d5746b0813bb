/** Which of a resource's objects in the store have had their time. */
import type { MemoryBackupSpec } from "../api/memory-backup.ts";
import { manifestName, startOf } from "./backup-place.ts";
import { durationMs } from "./duration.ts";
import type { Manifest } from "./manifest.ts";

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
 * @param isRead whether a restore reads a run: it stays, whatever the rules say
 */
export function pruning(
  keys: readonly string[],
  retention: NonNullable<MemoryBackupSpec["retention"]>,
  {
    now,
    underWay,
    isRead,
  }: { readonly now: number; readonly underWay?: string | undefined; readonly isRead: (run: string) => boolean },
): Pruning {
  const runs = [...Map.groupBy(keys, runOf)].filter(([run]) => startOf(run) !== undefined);
  const isWhole = ([run, of]: readonly [string, readonly string[]]) => of.includes(`${run}/${manifestName}`);
  const whole = runs
    .filter(isWhole)
    .map(([run]) => run)
    .sort()
    .reverse();
  const kept = new Set(whole.filter((run, i) => isRead(run) || isKept(run, i, retention, now)));
  const expired = runs.filter((entry) => (isWhole(entry) ? !kept.has(entry[0]) : entry[0] !== underWay && !isRead(entry[0])));
  const gone = expired.flatMap(([, of]) => of);
  const isManifest = (key: string) => key.endsWith(`/${manifestName}`);
  return { manifests: gone.filter(isManifest), rest: gone.filter((key) => !isManifest(key)), kept: kept.size };
}

/**
 * What attempts left that did not come to their end: in the run that did, and in those before it that gave way.
 * @param keys of all objects, as `<run>/<name>`
 */
export function leftovers(keys: readonly string[], { run, data }: Pick<Manifest, "run" | "data">): string[] {
  const whole = new Set(keys.filter((key) => key === `${runOf(key)}/${manifestName}`).map(runOf));
  const own = new Set([`${run}/${data}`, `${run}/${manifestName}`]);
  const gaveWay = (other: string) => startOf(other) !== undefined && other < run && !whole.has(other);
  return keys.filter((key) => (runOf(key) === run ? !own.has(key) : gaveWay(runOf(key))));
}

const runOf = (key: string): string => key.split("/", 1)[0] ?? "";

/** @param place 0 for the newest */
function isKept(run: string, place: number, { keepLast, keepFor }: NonNullable<MemoryBackupSpec["retention"]>, now: number) {
  const isYoung = keepFor !== undefined && now - (startOf(run) ?? 0) < durationMs(keepFor);
  return place === 0 || isYoung || (keepLast !== undefined && place < keepLast);
}
