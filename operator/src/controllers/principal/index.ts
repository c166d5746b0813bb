/** MemoryPrincipal: somebody who acts in a context, with all that it may do. */
import type { LociManagement } from "@loci/client";
import type { MemoryContext } from "../../api/memory-context.ts";
import type { MemoryPrincipal } from "../../api/memory-principal.ts";
import { ownerOf } from "../../desired/place.ts";
import {
  planPrincipal,
  principalConditions,
  principalIdOf,
  principalStatus,
  principalUnknown,
  type PrincipalAction,
} from "../../desired/principal.ts";
import { unlessMissing } from "../../observe/context.ts";
import { observePrincipal } from "../../observe/principal.ts";
import type { Reconcile } from "../../runtime/controller.ts";
import { unlessSuspended } from "../suspended.ts";
import { visit, type VisitParts } from "../visit.ts";

export interface PrincipalControllerParts extends VisitParts {
  readonly loci: LociManagement;
  readonly clusterName: string;
  readonly find: (key: string) => MemoryPrincipal | undefined;
  readonly findContext: (key: string) => MemoryContext | undefined;
}

export function principalReconciler(parts: PrincipalControllerParts): Reconcile {
  const { loci, cluster, record, clusterName, clock } = parts;

  const take = async (resource: MemoryPrincipal, action: PrincipalAction, contextId: string): Promise<MemoryPrincipal> => {
    const id = principalIdOf(resource);
    switch (action.do) {
      case "setFinalizer":
        return (await cluster.setFinalizer(resource, action.present)) as MemoryPrincipal;
      case "recordPlace": {
        const status = principalStatus(resource, principalUnknown("Registering"), { contextId, now: clock() });
        await cluster.writeStatus(resource, status);
        return { ...resource, status };
      }
      case "create":
        await loci.principals.create(contextId, action.body);
        await record(resource, "Normal", "PrincipalCreated", `Made the principal ${id} in the context ${contextId}.`);
        return resource;
      case "change":
        await loci.call("updateContextPrincipal", { path: { ctx: contextId, principalId: id }, body: action.body });
        await record(resource, "Normal", "PrincipalChanged", `Brought the principal ${id} to what is declared.`);
        return resource;
      case "delete":
        await unlessMissing(loci.principals.delete(contextId, id));
        await record(resource, "Normal", "PrincipalDeleted", `Deleted the principal ${id} from the context ${contextId}.`);
        return resource;
    }
  };

  return async (key, signal) => {
    const first = parts.find(key);
    if (first === undefined) return {};
    const owner = ownerOf(clusterName, first);
    const context = parts.findContext(`${first.metadata.namespace}/${first.spec.contextRef.name}`);
    let contextId: string | undefined;
    return visit(parts, first, {
      conditions: principalConditions,
      signal,
      async step(resource) {
        const observed = await observePrincipal(loci, resource, { owner, context });
        contextId = observed.contextId;
        const { action, found } = planPrincipal(observed);
        if (action === undefined) return Object.keys(found).length === 0 ? undefined : { settled: found };
        if (action.do !== "setFinalizer") unlessSuspended(context);
        signal.throwIfAborted();
        const after = await take(resource, action, contextId ?? "");
        if (action.do === "setFinalizer" && !action.present && resource.metadata.deletionTimestamp !== undefined) return undefined;
        return { done: `principal.${action.do}`, resource: after };
      },
      status: (resource, found) => principalStatus(resource, found, { contextId, now: clock() }),
    });
  };
}
