/** MemoryContext: a context of Loci as its resource declares it. */
import type { LociManagement } from "@loci/client";
import type { MemoryContext } from "../../api/memory-context.ts";
import { credentialVersions } from "../../desired/context-settings.ts";
import { contextConditions, contextStatus, planContext, type ContextAction } from "../../desired/context.ts";
import { contextIdOf, ownerOf } from "../../desired/place.ts";
import { observeContext, unlessMissing, type ObservedContext } from "../../observe/context.ts";
import type { Outcome } from "../../runtime/controller.ts";
import type { KubeClient } from "../../runtime/kube-client.ts";
import { visit, type VisitParts } from "../visit.ts";

export interface ContextControllerParts extends VisitParts {
  readonly loci: LociManagement;
  readonly client: KubeClient;
  readonly clusterName: string;
  readonly publicUrl: string;
  readonly find: (key: string) => MemoryContext | undefined;
}

export function contextReconciler(parts: ContextControllerParts): (key: string) => Promise<Outcome> {
  const { loci, cluster, record, clusterName, publicUrl, clock } = parts;

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
      case "delete":
        await unlessMissing(loci.contexts.delete(id));
        await record(resource, "Normal", "ContextDeleted", `Deleted the context ${id} and all that it held.`);
        return resource;
    }
  };

  return async (key) => {
    const first = parts.find(key);
    if (first === undefined) return {};
    const owner = ownerOf(clusterName, first);
    /** Which versions of the credentials were sent in this visit. */
    let sent: Readonly<Record<string, string>> | undefined;
    return visit(parts, first, {
      conditions: contextConditions,
      async step(resource) {
        const observed = withSent(await observeContext(parts, resource, owner), sent);
        const { action, found } = planContext(observed);
        if (action === undefined) {
          if (found["Provisioned"]?.status === "True") sent = credentialVersions(observed);
          return Object.keys(found).length === 0 ? undefined : { settled: found };
        }
        const after = await take(resource, action);
        if (action.do === "create" || (action.do === "change" && action.body.config)) sent = credentialVersions(observed);
        if (action.do === "setFinalizer" && !action.present && resource.metadata.deletionTimestamp !== undefined)
          return undefined;
        return { done: `context.${action.do}`, resource: after };
      },
      status: (resource, found) => contextStatus(resource, found, { now: clock(), publicUrl, credentials: sent }),
    });
  };
}

/** The status is written at the end only: what this visit has sent already counts as synced. */
function withSent(observed: ObservedContext, sent: Readonly<Record<string, string>> | undefined): ObservedContext {
  if (sent === undefined) return observed;
  const { resource } = observed;
  return { ...observed, resource: { ...resource, status: { ...resource.status, credentials: sent } } };
}
