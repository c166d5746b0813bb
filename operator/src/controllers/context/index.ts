/** MemoryContext: a context of Loci as its resource declares it. */
import { isLociError, type LociManagement } from "@loci/client";
import type { MemoryContext } from "../../api/memory-context.ts";
import { OutsideError } from "../../apply/outside-failure.ts";
import { credentialVersions, givesKeys } from "../../desired/context-settings.ts";
import { adminKinds, adminNameOf } from "../../desired/admin-key.ts";
import { indexHealth } from "../../desired/context-health.ts";
import {
  contextConditions,
  contextStatus,
  planContext,
  purging,
  soonMs,
  type ContextAction,
  type ContextPlan,
} from "../../desired/context.ts";
import { contextIdOf } from "../../desired/place.ts";
import { createContextStates, type ContextState } from "../../observe/context-state.ts";
import { observeContext, unlessMissing, type ObservedContext } from "../../observe/context.ts";
import type { Reconcile } from "../../runtime/controller.ts";
import type { KubeClient } from "../../runtime/kube-client.ts";
import type { KubeObject } from "../../runtime/kube-object.ts";
import { unlessSuspended } from "../suspended.ts";
import { visit, type VisitParts } from "../visit.ts";

export interface ContextControllerParts extends VisitParts {
  readonly loci: LociManagement;
  readonly client: KubeClient;
  readonly clusterName: string;
  readonly publicUrl: string;
  /** How often Loci is asked at most how much a context holds, and how its index is. */
  readonly stateEveryMs: number;
  readonly find: (key: string) => MemoryContext | undefined;
  /** A principal or a key, as it was last heard of. */
  readonly findPart: (kind: "MemoryPrincipal" | "MemoryKey", key: string) => KubeObject | undefined;
}

export function contextReconciler(parts: ContextControllerParts): Reconcile {
  const { loci, client, cluster, record, clusterName, publicUrl, clock } = parts;
  const states = createContextStates(loci, { clock, everyMs: parts.stateEveryMs });

  /** As they stand in the cluster: what was heard of them may be older than what was done here. */
  const findAdmin = async (resource: MemoryContext): Promise<readonly KubeObject[]> => {
    const place = { namespace: resource.metadata.namespace, name: adminNameOf(resource) };
    const isWanted = resource.spec.adminKeySecret !== undefined;
    const asked = adminKinds.filter((kind) => isWanted || parts.findPart(kind, `${place.namespace}/${place.name}`) !== undefined);
    const found = await Promise.all(asked.map((kind) => cluster.find(kind, place)));
    return found.filter((one) => one !== undefined);
  };
  const take = async (resource: MemoryContext, action: ContextAction): Promise<MemoryContext> => {
    const id = contextIdOf(resource);
    switch (action.do) {
      case "setFinalizer":
        return (await cluster.setFinalizer(resource, action.present)) as MemoryContext;
      case "create":
        await loci.contexts.create(action.body);
        await record(resource, "Normal", "ContextCreated", `Made the context ${id}.`);
        return resource;
      case "change":
        await loci.contexts.update(id, action.body);
        return resource;
      case "registerScope":
        await loci.scopes.register(id, action.path);
        return resource;
      case "applyAdmin":
        await cluster.declare(action.resource);
        return resource;
      case "removeAdmin":
        await cluster.remove(action.resource);
        return resource;
      case "delete":
        await unlessMissing(loci.contexts.delete(id));
        await record(resource, "Normal", "ContextDeleted", `Deleted the context ${id} and all that it held.`);
        return resource;
    }
  };

  /** What is to be done, and what it leads to where Loci has no place for it yet. */
  const taken = async (resource: MemoryContext, action: ContextAction): Promise<MemoryContext | ContextPlan> => {
    try {
      return await take(resource, action);
    } catch (thrown) {
      if (action.do === "create" && isLociError(thrown, "conflict")) return purging(thrown.detail);
      const isGiving = (action.do === "create" || action.do === "change") && givesKeys(action.body);
      // What is wrong may stand in a Secret that nobody watches, and pass with no change of the resource.
      if (isGiving && isLociError(thrown, "invalid")) throw new OutsideError("InvalidSpec", thrown.detail, "wait", thrown);
      throw thrown;
    }
  };

  return async (key, signal) => {
    const first = parts.find(key);
    if (first === undefined) return {};
    const isManaged = first.spec.managementPolicy !== "ObserveOnly";
    /** Which versions of the credentials were sent in this visit. */
    let sent: Readonly<Record<string, string>> | undefined;
    let state: ContextState | undefined;

    const settled = async (resource: MemoryContext, { found, isPassing = false }: ContextPlan) => {
      const isThere = found["Provisioned"]?.status === "True";
      state = isThere ? await states.of(contextIdOf(resource)) : undefined;
      const told = isThere ? { ...found, IndexHealthy: indexHealth(state, clock()) } : found;
      return { settled: told, dueAt: isPassing ? clock() + soonMs : undefined };
    };
    return visit(parts, first, {
      conditions: contextConditions,
      signal,
      async step(resource) {
        const observed = withSent(await observeContext({ loci, client, findAdmin, find: parts.find, clusterName }, resource), sent);
        const plan = planContext(observed);
        const { action, found } = plan;
        if (action === undefined && Object.keys(found).length === 0) {
          states.forget(contextIdOf(resource));
          return undefined;
        }
        if (action?.do !== "setFinalizer") unlessSuspended(resource);
        if (action === undefined) {
          if (isManaged && found["Provisioned"]?.status === "True") sent = credentialVersions(observed);
          return settled(resource, plan);
        }
        signal.throwIfAborted();
        const after = await taken(resource, action);
        if ("found" in after) return settled(resource, after);
        if (action.do === "create" || (action.do === "change" && action.body.config)) sent = credentialVersions(observed);
        if (action.do === "setFinalizer" && !action.present && resource.metadata.deletionTimestamp !== undefined) return undefined;
        return { done: `context.${action.do}`, resource: after };
      },
      status: (resource, found) => contextStatus(resource, found, { now: clock(), publicUrl, credentials: sent, state }),
    });
  };
}

/** The status is written at the end only: what this visit has sent already counts as synced. */
function withSent(observed: ObservedContext, sent: Readonly<Record<string, string>> | undefined): ObservedContext {
  if (sent === undefined) return observed;
  const { resource } = observed;
  return { ...observed, resource: { ...resource, status: { ...resource.status, credentials: sent } } };
}
