/** What to do next for a MemoryRestore, and what its status says. It ends once: restored, or failed for good. */
import { labels } from "../api/names.ts";
import type { MemoryRestore, MemoryRestoreStatus } from "../api/memory-restore.ts";
import type { ObservedRestore, RestoreSource } from "../observe/restore.ts";
import { conditionsOf, no, yes, type Finding } from "./conditions.ts";
import { wrongSecretName } from "./secret-name.ts";

export type RestoreAction =
  /** Writes down what is restored. */
  | { readonly do: "begin"; readonly source: RestoreSource }
  /** Deletes the context with all that it holds; its MemoryContext has it made again. */
  | { readonly do: "deleteContext" }
  /** Verifies the backup and imports it. */
  | { readonly do: "restore"; readonly source: RestoreSource };

export interface RestorePlan {
  readonly action: RestoreAction | undefined;
  readonly found: Readonly<Record<string, Finding>>;
}

export const restoreConditions = ["Ready"] as const;

export function planRestore(observed: ObservedRestore): RestorePlan {
  const { resource, source, credentials } = observed;
  const { metadata, spec, status } = resource;
  // Nothing outside is to be undone.
  if (metadata.deletionTimestamp !== undefined) return { action: undefined, found: {} };
  if (status?.failure !== undefined) return settled(no(status.failure.reason, status.failure.message));
  if (status?.completedAt !== undefined) return settled(yes("Restored"));
  if (status?.replacing === "Deleting") return step({ do: "deleteContext" });
  // Whatever it waits for yet, the newest run is the newest of now.
  if (source !== undefined && status?.progress === undefined) return step({ do: "begin", source });
  if (observed.contextId === undefined)
    return settled(no("ContextNotReady", `The MemoryContext ${spec.contextRef.name} is not provisioned yet.`));
  if (source === undefined)
    return settled(no("BackupNotReady", `The MemoryBackup ${spec.source.backup?.name ?? ""} has no backup that is whole.`));
  const secret = source.credentialsSecretRef.name;
  if (credentials === undefined) {
    const missing = `The Secret ${secret} is not there, or lacks the fields with the store's keys or the label ${labels.readable}=true.`;
    return settled(wrongSecretName(fieldOf(resource), secret) ?? no("CredentialsMissing", missing));
  }
  const refused = status?.refused;
  if (refused !== undefined && refused.secretVersion === credentials.version)
    return settled(no("CredentialsRefused", refused.message));
  return step({ do: "restore", source });
}

/** Where the Secret's name stands. */
function fieldOf({ spec: { source } }: MemoryRestore): string {
  return source.backup === undefined
    ? "spec.source.location.credentialsSecretRef.name"
    : `The MemoryBackup ${source.backup.name}'s spec.store.credentialsSecretRef.name`;
}

/** What the status tells beside the conditions. */
export type RestoreFacts = Omit<MemoryRestoreStatus, "conditions" | "observedGeneration" | "contextId">;

export function restoreFacts({ status }: MemoryRestore): RestoreFacts {
  const { conditions: _c, observedGeneration: _g, contextId: _i, ...facts } = status ?? {};
  return facts;
}

export function restoreStatus(
  resource: MemoryRestore,
  found: Readonly<Record<string, Finding>>,
  { facts, contextId, now }: { readonly facts: RestoreFacts; readonly contextId: string | undefined; readonly now: number },
): MemoryRestoreStatus {
  const { metadata, status } = resource;
  const generation = metadata.generation ?? 0;
  const id = contextId ?? status?.contextId;
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  return {
    observedGeneration: generation,
    ...(id === undefined ? {} : { contextId: id }),
    ...known,
    conditions: conditionsOf(status?.conditions, found, { generation, now }),
  };
}

export const restoring: Readonly<Record<string, Finding>> = { Ready: no("Running") };

const step = (action: RestoreAction): RestorePlan => ({ action, found: {} });

const settled = (ready: Finding): RestorePlan => ({ action: undefined, found: { Ready: ready } });
