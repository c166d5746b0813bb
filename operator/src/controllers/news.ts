/** Which changes of a resource are worth a visit: the operator's own status is not. */
import { annotations } from "../api/names.ts";
import type { MemoryRestore } from "../api/memory-restore.ts";
import type { Condition } from "../api/words.ts";
import { findCondition } from "../desired/conditions.ts";
import { isEqual } from "../desired/context-settings.ts";
import type { KubeObject } from "../runtime/kube-object.ts";

/** Another wish, another annotation, or it is leaving. */
export function isNewsForItself(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  if (after === undefined) return false;
  if (before === undefined) return true;
  const [was, is] = [before.metadata, after.metadata];
  return (
    was.uid !== is.uid ||
    was.generation !== is.generation ||
    was.deletionTimestamp !== is.deletionTimestamp ||
    !isEqual(was.annotations ?? {}, is.annotations ?? {}) ||
    !isEqual(was.finalizers ?? [], is.finalizers ?? [])
  );
}

interface Told {
  readonly observedGeneration?: number;
  readonly contextId?: string;
  readonly principalId?: string;
  readonly last?: { readonly run: string };
  readonly conditions?: readonly Condition[];
}

/** What stands on it has to know whether it is there, and where. */
export function isNewsForDependants(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  return !isEqual(tells(before), tells(after));
}

/** A principal's keys stand on what it holds too: its status tells when a new wish was brought to Loci. */
export function isNewsForKeys(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  return isNewsForDependants(before, after) || observed(before) !== observed(after);
}

/** A backup waits while its context is restored: until the restore is over, or waits for somebody itself. */
export function isNewsForBackups(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  return !isEqual(standing(before), standing(after));
}

/** With whom a context is shared. */
export function isNewsForOnlookers(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  const named = (resource: KubeObject | undefined) => resource?.metadata.annotations?.[annotations.sharedWith] ?? "";
  return named(before) !== named(after);
}

function standing(resource: KubeObject | undefined): unknown {
  if (resource === undefined) return undefined;
  const { completedAt, failure, conditions } = (resource.status ?? {}) as NonNullable<MemoryRestore["status"]>;
  return [completedAt ?? "", failure?.reason ?? "", findCondition(conditions, "Ready")?.reason ?? ""];
}

const observed = (resource: KubeObject | undefined): number => ((resource?.status ?? {}) as Told).observedGeneration ?? 0;

function tells(resource: KubeObject | undefined): unknown {
  if (resource === undefined) return undefined;
  const { contextId, principalId, last, conditions } = (resource.status ?? {}) as Told;
  const statusOf = (type: string) => findCondition(conditions, type)?.status;
  const { suspend = false } = resource.spec as { readonly suspend?: boolean };
  return [
    suspend,
    contextId ?? "",
    principalId ?? "",
    last?.run ?? "",
    statusOf("Provisioned") ?? "",
    statusOf("Registered") ?? "",
  ];
}
