import { LociError, rootPath } from "@loci/kernel";
import { asService, principalOf, type Call } from "@loci/platform/call";
import type { common, ingest } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { pipelineName, stageFor, workOn } from "./work.ts";

/**
 * Has everything in the caller's context go on at once that waits for a model, or was given up for want of one.
 * @throws LociError `forbidden` without grant:manage over the whole context
 */
export function retryPendingWith({ graph, runner, onDeferred }: IngestDeps) {
  return async (_request: common.Empty, call: Call): Promise<ingest.RetryPendingResponse> => {
    const { contextId, grants, principalId: principal, delegatedPrincipalId: delegated, keyId } = principalOf(call);
    if (grants["grant:manage"]?.includes(rootPath) !== true)
      throw new LociError("forbidden", "Retrying all that waits needs grant:manage over '/'.");
    const own = asService(call, contextId);
    const taken = { turns: 0, documents: await runner.hasten(pipelineName, contextId) };
    for (let more = true; more;) {
      const found = await graph.takeUpPending({ principal, delegated, keyId }, own);
      taken.turns += found.turns;
      taken.documents += found.documents.length;
      // The state says where to begin, also to `findUnfinished`, should a submission be lost.
      for (const document of found.documents)
        await runner.submit(pipelineName, workOn(contextId, document), stageFor(document.status));
      more = found.more;
    }
    if (taken.turns > 0) onDeferred();
    return taken;
  };
}
