/** What to do next for a MemoryContext, and what its status says. */
import type { MemoryContext, MemoryContextStatus } from "../api/memory-context.ts";
import { annotations, finalizer, labels } from "../api/names.ts";
import type { BodyOf } from "@loci/client";
import type { ObservedContext } from "../observe/context.ts";
import type { ContextState } from "../observe/context-state.ts";
import type { KubeObject } from "../runtime/kube-object.ts";
import { planAdmin, type AdminResource } from "./admin-key.ts";
import { conditionsOf, no, unknown, yes, type Finding } from "./conditions.ts";
import { quota, statsOf } from "./context-health.ts";
import { changedSettings, desiredSettings, driftOf } from "./context-settings.ts";
import { carriesNamespace, contextIdOf, contextIdProblem } from "./place.ts";
import { wrongSecretName } from "./secret-name.ts";

export type ContextAction =
  | { readonly do: "setFinalizer"; readonly present: boolean }
  | { readonly do: "create"; readonly body: BodyOf<"createContext"> }
  | { readonly do: "change"; readonly body: BodyOf<"updateContext"> }
  | { readonly do: "registerScope"; readonly path: string }
  | { readonly do: "applyAdmin"; readonly resource: AdminResource }
  | { readonly do: "removeAdmin"; readonly resource: KubeObject }
  | { readonly do: "delete" };

export interface ContextPlan {
  /** One step; then everything is looked at anew. */
  readonly action: ContextAction | undefined;
  /** By type, when no step is left. */
  readonly found: Readonly<Record<string, Finding>>;
  /** Whether what is waited for passes by itself. */
  readonly isPassing?: boolean;
}

export const contextConditions = [
  "Ready",
  "Provisioned",
  "PolicySynced",
  "SchedulesSynced",
  "IndexHealthy",
  "QuotaExceeded",
  "Deleting",
] as const;

/** How soon it is looked again where something passes by itself. */
export const soonMs = 5_000;

export function planContext(observed: ObservedContext): ContextPlan {
  const { resource, outside, owner, reservation } = observed;
  const { metadata, spec } = resource;
  const holds = metadata.finalizers?.includes(finalizer) ?? false;
  const isOurs = outside?.owner === owner;
  const isObserved = spec.managementPolicy === "ObserveOnly";
  const isForDeletion = spec.deletionPolicy === "Delete" && !isObserved;

  if (metadata.deletionTimestamp !== undefined) {
    if (!holds) return { action: undefined, found: {} };
    if (isOurs && isForDeletion) return step({ do: "delete" });
    return step({ do: "setFinalizer", present: false });
  }
  const problem = contextIdProblem(contextIdOf(resource));
  if (problem !== undefined)
    return blocked("InvalidContextId", `The id '${contextIdOf(resource)}' ${problem}: set spec.contextId.`);
  // Only what is to be deleted with the resource is worth holding the resource up for.
  if (holds !== isForDeletion) return step({ do: "setFinalizer", present: !holds });
  if (isObserved) return compared(observed);

  const missing = observed.credentials.find(({ value }) => value === undefined);
  if (missing !== undefined) {
    const { reason, message } =
      wrongSecretName(`spec.extraction.stages[${missing.stage}].credentialsSecretRef.name`, missing.secret) ??
      no(
        "CredentialsMissing",
        `The Secret ${missing.secret} has no value ${missing.key}, or not the label ${labels.readable}=true.`,
      );
    return blocked(reason, message);
  }
  if (outside?.owner === reservation && spec.adopt) return step({ do: "change", body: { owner } });
  if (!isOurs) {
    const refused = notGiven(observed);
    if (refused !== undefined) return refused;
    return step({ do: "create", body: { ...desiredSettings(observed), id: contextIdOf(resource), owner } });
  }
  const change = changedSettings(observed, outside);
  if (change !== undefined) return step({ do: "change", body: change });
  const [unregistered] = unregisteredScopes(observed);
  if (unregistered !== undefined) return step({ do: "registerScope", path: unregistered });
  const admin = planAdmin(resource, observed.admin);
  if (admin?.do === "apply") return step({ do: "applyAdmin", resource: admin.resource });
  if (admin?.do === "remove") return step({ do: "removeAdmin", resource: admin.resource });
  return {
    action: undefined,
    isPassing: admin?.reason === "AdminKeyLeaving",
    found: {
      Ready: admin === undefined ? yes("Provisioned") : no(admin.reason, admin.message),
      Provisioned: yes("Provisioned"),
      PolicySynced: yes("Synced"),
      SchedulesSynced: yes("Synced"),
      IndexHealthy: unknown("NotAskedYet"),
      QuotaExceeded: quota(observed),
      Deleting: no("InUse"),
    },
  };
}

/** The id was free a moment ago, and could not be taken: what a deleted context held is being purged. */
export const purging = (message: string): ContextPlan => ({ ...blocked("ContextPurging", message), isPassing: true });

const unregisteredScopes = ({ resource, scopes }: ObservedContext): readonly string[] =>
  resource.spec.scopes?.filter((path) => !scopes.has(path.replace(/^\/|\/$/g, "")) && path !== "/") ?? [];

/** Why the context is not this resource's to make or take over; undefined where it is. Of ids of others it does not tell what is there. */
function notGiven({ resource, outside, reservation }: ObservedContext): ContextPlan | undefined {
  const [id, { namespace }] = [contextIdOf(resource), resource.metadata];
  const giving = `an administrator of Loci gives it to this namespace by the owner ${reservation}, and spec.adopt takes it over`;
  if (outside?.owner === reservation) return blocked("ContextOwned", `The context ${id} is there. Set spec.adopt to take it over.`);
  if (!carriesNamespace(id, namespace))
    return blocked("ContextIdReserved", `The id ${id} does not begin with '${namespace}.': choose one that does, or ${giving}.`);
  if (outside === undefined) return undefined;
  if (outside.owner === null) return blocked("ContextOwned", `The context ${id} is there, made elsewhere: ${giving}.`);
  return blocked("ContextOwned", `The context ${id} is kept by ${outside.owner}.`);
}

/**
 * What is only observed is what it is, whoever keeps it; how it differs stands in the conditions. But whoever may look on at another's
 * context does not get keys to it, nor its backups: those wait for `Provisioned`.
 */
function compared(observed: ObservedContext): ContextPlan {
  const { resource, outside, owner } = observed;
  const id = contextIdOf(resource);
  const isOwn = outside?.owner === owner || outside?.owner === observed.reservation;
  if (!isOwn && !observed.isShared && (outside !== undefined || !carriesNamespace(id, resource.metadata.namespace)))
    return blocked(
      "ContextNotShared",
      `Nobody shares a context ${id} with this namespace: its MemoryContext does by the annotation ${annotations.sharedWith}, an administrator of Loci by the owner ${observed.reservation}.`,
    );
  if (outside === undefined) return blocked("ContextMissing", `Loci has no context ${id}, and managementPolicy is ObserveOnly.`);
  const { policy, schedules } = driftOf(observed, outside);
  const scopes = unregisteredScopes(observed).map((path) => `scope ${path}`);
  const differs = (fields: readonly string[]) =>
    fields.length === 0 ? yes("Synced") : no("Drifted", `Not as declared: ${fields.join(", ")}.`);
  return {
    action: undefined,
    found: {
      Ready: yes("Observed"),
      Provisioned: !isOwn ? no("ContextOwned", `The context ${outside.id} is kept by ${outside.owner}.`) : yes("Observed"),
      PolicySynced: differs([...policy, ...scopes]),
      SchedulesSynced: differs(schedules),
      IndexHealthy: unknown("NotAskedYet"),
      QuotaExceeded: quota(observed),
      Deleting: no("InUse"),
    },
  };
}

/** The status to write for what was found. */
export function contextStatus(
  resource: MemoryContext,
  found: Readonly<Record<string, Finding>>,
  parts: {
    readonly now: number;
    readonly publicUrl: string;
    readonly credentials?: Readonly<Record<string, string>> | undefined;
    readonly state?: ContextState | undefined;
  },
): MemoryContextStatus {
  const { metadata, status } = resource;
  const generation = metadata.generation ?? 0;
  const contextId = contextIdOf(resource);
  const isProvisioned = found["Provisioned"]?.status === "True";
  const credentials = parts.credentials ?? status?.credentials;
  const stats = parts.state === undefined ? status?.stats : statsOf(parts.state);
  return {
    observedGeneration: generation,
    contextId,
    ...(isProvisioned || status?.endpoint
      ? { endpoint: { rest: `${parts.publicUrl}/api/v1/${contextId}`, mcp: `${parts.publicUrl}/mcp` } }
      : {}),
    ...(credentials !== undefined && Object.keys(credentials).length > 0 ? { credentials } : {}),
    ...(stats === undefined ? {} : { stats }),
    conditions: conditionsOf(status?.conditions, found, { generation, now: parts.now }),
  };
}

const step = (action: ContextAction): ContextPlan => ({ action, found: {} });

function blocked(reason: string, message: string): ContextPlan {
  const pending = unknown(reason, message);
  return {
    action: undefined,
    found: {
      Ready: no(reason, message),
      Provisioned: no(reason, message),
      PolicySynced: pending,
      SchedulesSynced: pending,
      IndexHealthy: pending,
      QuotaExceeded: pending,
      Deleting: no("InUse"),
    },
  };
}
