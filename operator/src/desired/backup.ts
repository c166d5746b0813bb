/**
 * What to do next for a MemoryBackup, and what its status says. A run is written down before it begins, and is over only when its
 * manifest was seen in the store: whatever a crash leaves between is tried again under another token, or found to be whole.
 */
import type { MemoryBackup, MemoryBackupStatus } from "../api/memory-backup.ts";
import { finalizer, labels } from "../api/names.ts";
import type { ObservedBackup } from "../observe/backup.ts";
import { folderOf, manifestLocation, runAt } from "./backup-place.ts";
import { conditionsOf, no, timestamp, yes, type Finding } from "./conditions.ts";
import type { Manifest } from "./manifest.ts";
import { startsOf } from "./schedule.ts";
import { wrongSecretName } from "./secret-name.ts";

export type BackupAction =
  | { readonly do: "setFinalizer"; readonly present: boolean }
  /** Deletes all that lies in the resource's folder. */
  | { readonly do: "erase" }
  | { readonly do: "begin"; readonly run: string; readonly scheduledAt: number | undefined }
  | { readonly do: "transfer"; readonly run: string }
  | { readonly do: "complete"; readonly manifest: Manifest }
  | { readonly do: "prune"; readonly mark: string };

export interface BackupPlan {
  readonly action: BackupAction | undefined;
  readonly found: Readonly<Record<string, Finding>>;
  readonly dueAt?: number | undefined;
}

export const backupConditions = ["Ready", "Deleting"] as const;

export function planBackup(observed: ObservedBackup, now: number): BackupPlan {
  const { resource, credentials } = observed;
  const { metadata, spec, status } = resource;
  const holds = metadata.finalizers?.includes(finalizer) ?? false;
  const secret = spec.store.credentialsSecretRef.name;

  if (metadata.deletionTimestamp !== undefined) {
    if (!holds) return { action: undefined, found: {} };
    if (spec.deletionPolicy === "Retain" || observed.isErased) return step({ do: "setFinalizer", present: false });
    const withoutKeys = credentials === undefined ? missingKeys(secret) : refusedKeys(observed);
    if (withoutKeys !== undefined) return blocked(withoutKeys, yes(withoutKeys.reason, leavingHint));
    return step({ do: "erase" });
  }
  if (holds !== (spec.deletionPolicy === "Delete")) return step({ do: "setFinalizer", present: !holds });

  const since = Date.parse(status?.lastScheduled ?? metadata.creationTimestamp ?? timestamp(now));
  const starts = startsOf(spec, { since, now });
  if ("problem" in starts) return blocked(no("InvalidSchedule", starts.problem));
  if (observed.contextId === undefined)
    return blocked(no("ContextNotReady", `The MemoryContext ${spec.contextRef.name} is not provisioned yet.`));
  if (credentials === undefined) return blocked(missingKeys(secret));
  const refused = refusedKeys(observed);
  if (refused !== undefined) return blocked(refused);

  const { published } = observed;
  // Also where the next start came due meanwhile: what was made is not thrown away.
  if (published !== undefined) return step({ do: "complete", manifest: published });
  const mark = `${status?.last?.run ?? ""}/${metadata.generation ?? 0}`;
  const isPruned = spec.retention === undefined || status?.last === undefined || status.pruned === mark;
  const progress = status?.progress;
  if (starts.due !== undefined) {
    // A start that came due while the last run was made waits until the old ones are gone; a later one does not, whatever holds that up.
    const isOverdue = starts.due <= Date.parse(status?.last?.completedAt ?? "");
    if (isOverdue && !isPruned && progress === undefined) return step({ do: "prune", mark });
    return step({ do: "begin", run: runAt(starts.due), scheduledAt: starts.due });
  }
  if (progress !== undefined) return step({ do: "transfer", run: progress.run });
  if (spec.schedule === undefined && status?.last === undefined)
    return step({ do: "begin", run: runAt(now), scheduledAt: undefined });
  if (!isPruned) return step({ do: "prune", mark });
  const next = starts.next === undefined ? undefined : `The next backup is due at ${timestamp(starts.next)}.`;
  return {
    action: undefined,
    found: { Ready: spec.schedule === undefined ? yes("Completed") : yes("Scheduled", next), Deleting: no("InUse") },
    dueAt: starts.next,
  };
}

/** The same while a restore is on its way into the context: what was made is brought to its end, and nothing else is begun. */
export function unlessRestored(plan: BackupPlan, restore: string | undefined): BackupPlan {
  if (restore === undefined || (plan.action?.do !== "begin" && plan.action?.do !== "transfer")) return plan;
  const message = `The MemoryRestore ${restore} fills the context: what is due is backed up when that is over.`;
  return blocked(no("RestoreUnderWay", message));
}

/** What the status tells beside the conditions. */
export type BackupFacts = Omit<MemoryBackupStatus, "conditions" | "observedGeneration" | "contextId" | "nextRun">;

export function backupFacts({ status }: MemoryBackup): BackupFacts {
  const { conditions: _c, observedGeneration: _g, contextId: _i, nextRun: _n, ...facts } = status ?? {};
  return facts;
}

export function backupStatus(
  resource: MemoryBackup,
  found: Readonly<Record<string, Finding>>,
  { facts, contextId, now }: { readonly facts: BackupFacts; readonly contextId: string | undefined; readonly now: number },
): MemoryBackupStatus {
  const { metadata, status, spec } = resource;
  const generation = metadata.generation ?? 0;
  const id = contextId ?? status?.contextId;
  const starts = startsOf(spec, { since: now, now });
  const next = "problem" in starts ? undefined : starts.next;
  return {
    observedGeneration: generation,
    ...(id === undefined ? {} : { contextId: id }),
    ...defined(facts),
    ...(next === undefined ? {} : { nextRun: timestamp(next) }),
    conditions: conditionsOf(status?.conditions, found, { generation, now }),
  };
}

/** While a run is under way: a schedule whose last run was whole stays ready. */
export function running(resource: MemoryBackup): Readonly<Record<string, Finding>> {
  const last = resource.status?.last;
  const isReady = resource.spec.schedule !== undefined && last !== undefined;
  return { Ready: isReady ? yes("Scheduled", "A backup is under way.") : no("Running"), Deleting: no("InUse") };
}

/** What a manifest tells of a run that is over. */
export function completed(resource: MemoryBackup, manifest: Manifest): BackupFacts {
  const { progress: _over, refused: _past, ...facts } = backupFacts(resource);
  const { run, startedAt, completedAt, bytes, records, sha256 } = manifest;
  const times = { startedAt: timestamp(Date.parse(startedAt)), completedAt: timestamp(Date.parse(completedAt)) };
  const made = { run, ...times, bytes, records, checksum: `sha256:${sha256}`, location: manifestLocation(resource, run) };
  return { ...facts, last: made };
}

/** How an attempt's object is called, within the resource's folder. */
export const dataKey = (run: string, token: string): string => `${run}/${token}.jsonl`;

export { folderOf };

const leavingHint = "Its objects cannot be deleted. Give it the keys, or set deletionPolicy to Retain.";

const missingKeys = (secret: string): Finding =>
  wrongSecretName("spec.store.credentialsSecretRef.name", secret) ??
  no(
    "CredentialsMissing",
    `The Secret ${secret} is not there, or lacks the fields with the store's keys or the label ${labels.readable}=true.`,
  );

/** Keys that the store refused are of no use until they, or the resource, are others. */
function refusedKeys({ resource: { status, metadata }, credentials }: ObservedBackup): Finding | undefined {
  const refused = status?.refused;
  const isSame = refused?.secretVersion === credentials?.version && refused?.generation === metadata.generation;
  return refused !== undefined && isSame ? no("CredentialsRefused", refused.message) : undefined;
}

const step = (action: BackupAction): BackupPlan => ({ action, found: {} });

const blocked = (ready: Finding, deleting = no("InUse")): BackupPlan => ({
  action: undefined,
  found: { Ready: ready, Deleting: deleting },
});

const defined = <T extends object>(facts: T): T =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T;
