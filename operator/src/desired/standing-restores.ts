/** Restores that are not over, as a backup minds them: what they read stays in the store, and what they fill is not backed up. */
import type { MemoryBackup } from "../api/memory-backup.ts";
import type { MemoryRestore } from "../api/memory-restore.ts";
import { sourceOf } from "../observe/restore.ts";
import { folderOf, placeOf } from "./backup-place.ts";
import { findCondition } from "./conditions.ts";

/** Neither restored, nor failed for good, nor leaving. It may wait for something that never comes. */
export const isStanding = ({ metadata, status }: MemoryRestore): boolean =>
  metadata.deletionTimestamp === undefined && status?.completedAt === undefined && status?.failure === undefined;

/** Whether a restore that is not over reads a run of this backup, also by its place and from another namespace. */
export function isReadBy(restores: readonly MemoryRestore[], backup: MemoryBackup): (run: string) => boolean {
  const standing = restores.filter(isStanding);
  // It takes the newest as soon as it is looked at: which that is, what is known here may be too old to tell.
  if (
    standing.some((one) => isFrom(one, backup) && one.status?.location === undefined && one.spec.source.backup?.run === undefined)
  )
    return () => true;
  const places = standing.map((one) => placeOf(sourceOf(one, isFrom(one, backup) ? backup : undefined)?.location ?? ""));
  const folders = new Set(places.filter((place) => place?.bucket === backup.spec.store.bucket).map((place) => place?.folder));
  return (run) => folders.has(`${folderOf(backup)}/${run}`);
}

/**
 * The restore on its way into the context that is backed up; undefined where none is. One that waits for somebody's help is not on its
 * way: nobody knows whether that comes, and what it reads stays in the store anyhow.
 */
export function restoreInto(restores: readonly MemoryRestore[], backup: MemoryBackup): MemoryRestore | undefined {
  const { namespace } = backup.metadata;
  return restores.find(
    (one) =>
      one.metadata.namespace === namespace &&
      one.spec.contextRef.name === backup.spec.contextRef.name &&
      isStanding(one) &&
      isOnItsWay(one, backup),
  );
}

function isOnItsWay(restore: MemoryRestore, backup: MemoryBackup): boolean {
  if ((restore.status?.progress?.attempt ?? 0) > mostAttempts) return false;
  const reason = findCondition(restore.status?.conditions, "Ready")?.reason;
  // One that was never looked at will be soon.
  if (reason === undefined || passing.has(reason)) return true;
  // What it began to fill is not whole until a store that is away for a while is back.
  if (reason === "StoreUnreachable" && hasBegun(restore)) return true;
  return isFrom(restore, backup) && ofTheStore.has(reason);
}

/** Whether the context is no longer as it was. */
const hasBegun = ({ status }: MemoryRestore): boolean => status?.replacing === "Deleted" || status?.progress?.doing === "Importing";

/** What an attempt goes through, or waits for as a backup of the same context would: it goes on by itself when that could begin. */
const passing: ReadonlySet<string> = new Set([
  ...["Running", "Superseded", "Suspended", "ContextNotReady", "ContextMissing", "ContextRefuses"],
  ...["LociUnreachable", "ManagementKeyRefused"],
]);

/** The same for troubles with a store, where both have it in common. */
const ofTheStore: ReadonlySet<string> = new Set(["StoreUnreachable", "CredentialsMissing"]);

/** What failed so often, at last five minutes apart, may never come to its end. */
const mostAttempts = 20;

const isFrom = ({ metadata, spec }: MemoryRestore, backup: MemoryBackup): boolean =>
  spec.source.backup?.name === backup.metadata.name && metadata.namespace === backup.metadata.namespace;
