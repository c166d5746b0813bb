/** What to do next for a MemoryPrincipal, and what its status says. */
import type { BodyOf } from "@loci/client";
import type { MemoryContext } from "../api/memory-context.ts";
import type { MemoryPrincipal, MemoryPrincipalStatus } from "../api/memory-principal.ts";
import { finalizer } from "../api/names.ts";
import type { ObservedPrincipal } from "../observe/principal.ts";
import { conditionsOf, findCondition, no, unknown, yes, type Finding } from "./conditions.ts";
import { grantTable, sameGrants } from "./grants.ts";

export type PrincipalAction =
  | { readonly do: "setFinalizer"; readonly present: boolean }
  /** Writes down where the principal will be, before it is there: else nobody would know it after a crash. */
  | { readonly do: "recordPlace" }
  | { readonly do: "create"; readonly body: BodyOf<"createContextPrincipal"> }
  | { readonly do: "change"; readonly body: BodyOf<"updateContextPrincipal"> }
  | { readonly do: "delete" };

export interface PrincipalPlan {
  readonly action: PrincipalAction | undefined;
  readonly found: Readonly<Record<string, Finding>>;
}

export const principalConditions = ["Ready", "Registered", "Deleting"] as const;

export const principalIdOf = ({ spec, metadata }: MemoryPrincipal): string => spec.principalId ?? metadata.name;

/**
 * The context that the principal is, or is to be, in; undefined while there is none. What is leaving goes from where it was written
 * down to be, whether or not the context's own resource is still there. Where nothing is written down it is looked for all the same:
 * it may have been made after this was read.
 */
export function contextIdFor({ metadata, status }: MemoryPrincipal, context: MemoryContext | undefined): string | undefined {
  const isProvisioned = findCondition(context?.status?.conditions, "Provisioned")?.status === "True";
  const present = isProvisioned ? context?.status?.contextId : undefined;
  return metadata.deletionTimestamp === undefined ? present : (status?.contextId ?? present);
}

export function planPrincipal(observed: ObservedPrincipal): PrincipalPlan {
  const { resource, contextId, outside, owner } = observed;
  const { metadata, spec, status } = resource;
  const holds = metadata.finalizers?.includes(finalizer) ?? false;
  const isOurs = outside?.externalId === owner;

  if (metadata.deletionTimestamp !== undefined) {
    if (!holds) return { action: undefined, found: {} };
    if (isOurs && spec.deletionPolicy === "Delete") return step({ do: "delete" });
    return step({ do: "setFinalizer", present: false });
  }
  if (holds !== (spec.deletionPolicy === "Delete")) return step({ do: "setFinalizer", present: !holds });
  if (contextId === undefined)
    return blocked("ContextNotReady", `The MemoryContext ${spec.contextRef.name} is not provisioned yet.`);
  // What was written down is the only note of a principal that may be there, with keys that work.
  if (status?.contextId !== undefined && status.contextId !== contextId) return blocked("ContextMoved", moved(resource, contextId));
  if (status?.principalId !== principalIdOf(resource)) return step({ do: "recordPlace" });

  const wanted = {
    displayName: spec.displayName ?? principalIdOf(resource),
    kind: spec.kind,
    grants: grantTable(spec.grants ?? []),
  };
  if (outside === undefined) {
    return step({ do: "create", body: { ...writable(wanted), id: principalIdOf(resource), externalId: owner } });
  }
  if (!isOurs) {
    const message = `The context ${contextId} has a principal ${outside.id} that this resource did not make: set spec.principalId.`;
    return blocked("PrincipalExists", message);
  }
  const isSame =
    outside.displayName === wanted.displayName && outside.kind === wanted.kind && sameGrants(outside.grants, wanted.grants);
  if (!isSame) return step({ do: "change", body: writable(wanted) });
  return { action: undefined, found: { Ready: yes("Registered"), Registered: yes("Registered"), Deleting: no("InUse") } };
}

/** @param contextId where it is to be, if that is known. What was written down stays, for whoever has to take it away. */
export function principalStatus(
  resource: MemoryPrincipal,
  found: Readonly<Record<string, Finding>>,
  { contextId, now }: { readonly contextId: string | undefined; readonly now: number },
): MemoryPrincipalStatus {
  const { metadata, status } = resource;
  const generation = metadata.generation ?? 0;
  const id = status?.contextId ?? contextId;
  return {
    observedGeneration: generation,
    ...(id === undefined ? {} : { contextId: id, principalId: principalIdOf(resource) }),
    conditions: conditionsOf(status?.conditions, found, { generation, now }),
  };
}

/** On the first visit, before anything is known. */
export const principalUnknown = (reason: string): Readonly<Record<string, Finding>> =>
  Object.fromEntries(principalConditions.map((type) => [type, type === "Deleting" ? no("InUse") : unknown(reason)]));

const moved = ({ spec, status }: MemoryPrincipal, contextId: string): string =>
  `It is in the context ${status?.contextId}, and the MemoryContext ${spec.contextRef.name} is ${contextId} now: delete this resource and make it again.`;

const step = (action: PrincipalAction): PrincipalPlan => ({ action, found: {} });

const blocked = (reason: string, message: string): PrincipalPlan => ({
  action: undefined,
  found: { Ready: no(reason, message), Registered: no(reason, message), Deleting: no("InUse") },
});

function writable<T extends { readonly grants: ReturnType<typeof grantTable> }>(wanted: T) {
  const grants = Object.fromEntries(Object.entries(wanted.grants).map(([verb, paths]) => [verb, [...paths]]));
  return { ...wanted, grants };
}
