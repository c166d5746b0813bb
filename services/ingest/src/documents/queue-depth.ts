import { documentStages, rootPath } from "@loci/kernel";
import { asService, principalOf, type Call } from "@loci/platform/call";
import type { common, ingest } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { pipelineName } from "./work.ts";

/**
 * How much waits, runs and failed: for Loci itself in the queue; for a principal as its own documents say, as the load that others
 * make is nothing that it may learn.
 */
export function getQueueDepthWith({ graph, runner }: IngestDeps) {
  return async (_request: common.Empty, call: Call): Promise<ingest.QueueDepth> => {
    if (call.caller.kind === "service") return { ...(await runner.depth(pipelineName)) };
    const { contextId, grants } = principalOf(call);
    // An administrator is told of the whole context, whatever it may read.
    const asker = grants["grant:manage"]?.includes(rootPath) ? asService(call, contextId) : call;
    const count = async (status: string) =>
      (await graph.listDocuments({ status, mimeType: "", page: 0, pageSize: 1 }, asker)).total;
    const [queued = 0, failed = 0, ...running] = await Promise.all(["queued", "failed", ...documentStages].map(count));
    return { queued, failed, running: running.reduce((sum, one) => sum + one, 0) };
  };
}
