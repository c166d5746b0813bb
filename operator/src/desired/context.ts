/** What to do next for a MemoryContext, and what its status says. */
import type { MemoryContext, MemoryContextStatus } from "../api/memory-context.ts";
import { finalizer } from "../api/names.ts";
import type { BodyOf } from "@loci/client";
import type { ObservedContext } from "../observe/context.ts";
import { conditionsOf, no, unknown, yes, type Finding } from "./conditions.ts";
import { changedSettings, desiredSettings } from "./context-settings.ts";
import { contextIdOf, contextIdProblem } from "./place.ts";

export type ContextAction =
  | { readonly do: "setFinalizer"; readonly present: boolean }
  | { readonly do: "create"; readonly body: BodyOf<"createContext"> }
  | { readonly do: "change"; readonly body: BodyOf<"updateContext"> }
  | { readonly do: "registerScope"; readonly path: string }
  | { readonly do: "delete" };

export interface ContextPlan {
  /** One step; then everything is looked at anew. */
  readonly action: ContextAction | undefined;
  /** By type, when no step is left. */
  readonly found: Readonly<Record<string, Finding>>;
}

export const contextConditions = [
  "Ready",
  "Provisioned",
  "PolicySynced",
  "SchedulesSynced",
  "QuotaExceeded",
  "Deleting",
] as const;

export function planContext(observed: ObservedContext): ContextPlan {
  const { resource, outside, owner } = observed;
  const { metadata, spec } = resource;
  const holds = metadata.finalizers?.includes(finalizer) ?? false;
  const isOurs = outside?.owner === owner;

  if (metadata.deletionTimestamp !== undefined) {
    if (!holds) return { action: undefined, found: {} };
    if (isOurs && spec.deletionPolicy === "Delete") return step({ do: "delete" });
    return step({ do: "setFinalizer", present: false });
  }
  const problem = contextIdProblem(contextIdOf(resource));
  if (problem !== undefined)
    return blocked("InvalidContextId", `The id '${contextIdOf(resource)}' ${problem}: set spec.contextId.`);
  // Only what is to be deleted with the resource is worth holding the resource up for.
  if (holds !== (spec.deletionPolicy === "Delete")) return step({ do: "setFinalizer", present: !holds });

  const missing = observed.credentials.find(({ value }) => value === undefined);
  if (missing !== undefined) return blocked("CredentialsMissing", `The Secret ${missing.secret} has no value ${missing.key}.`);
  if (outside === undefined) {
    return step({ do: "create", body: { ...desiredSettings(observed), id: contextIdOf(resource), owner } });
  }
  if (!isOurs) {
    if (outside.owner !== null) return blocked("ContextOwned", `The context ${outside.id} is kept by ${outside.owner}.`);
    if (!spec.adopt) {
      return blocked("ContextOwned", `The context ${outside.id} is there already. Set spec.adopt to take it over.`);
    }
    return step({ do: "change", body: { owner } });
  }
  const change = changedSettings(observed, outside);
  if (change !== undefined) return step({ do: "change", body: change });
  const unregistered = spec.scopes?.find((path) => !observed.scopes.has(path.replace(/^\/|\/$/g, "")) && path !== "/");
  if (unregistered !== undefined) return step({ do: "registerScope", path: unregistered });
  return {
    action: undefined,
    found: {
      Ready: yes("Provisioned"),
      Provisioned: yes("Provisioned"),
      PolicySynced: yes("Synced"),
      SchedulesSynced: yes("Synced"),
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
  },
): MemoryContextStatus {
  const { metadata, status } = resource;
  const generation = metadata.generation ?? 0;
  const contextId = contextIdOf(resource);
  const isProvisioned = found["Provisioned"]?.status === "True";
  const credentials = parts.credentials ?? status?.credentials;
  return {
    observedGeneration: generation,
    contextId,
    ...(isProvisioned || status?.endpoint
      ? { endpoint: { rest: `${parts.publicUrl}/api/v1/${contextId}`, mcp: `${parts.publicUrl}/mcp` } }
      : {}),
    ...(credentials !== undefined && Object.keys(credentials).length > 0 ? { credentials } : {}),
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
      QuotaExceeded: pending,
      Deleting: no("InUse"),
    },
  };
}

function quota({ usage }: ObservedContext): Finding {
  const limit = usage?.tokenLimit ?? undefined;
  if (usage === undefined || limit === undefined) return no("NoBudget");
  const spent = `of ${limit} tokens in ${usage.month}`;
  return usage.used >= limit ? yes("TokenBudgetSpent", `All ${spent} are used.`) : no("WithinBudget");
}
