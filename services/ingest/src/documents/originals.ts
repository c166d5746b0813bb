import { LociError } from "@loci/kernel";
import { principalOf, requireService, type Call } from "@loci/platform/call";
import type { graph, ingest } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { dropDocument, openOriginal, uploadKey } from "./objects.ts";
import { knownDocument, unfinished } from "./unfinished.ts";
import { pipelineName, stageFor, workOn } from "./work.ts";

/** The original's bytes, as graph lets the caller see the document. */
export function downloadOriginalWith({ graph, objects }: IngestDeps) {
  return async function* (request: graph.RecordRef, call: Call): AsyncGenerator<ingest.DownloadPart> {
    const document = await graph.getDocument(request, call);
    const pieces = await openOriginal(objects, principalOf(call).contextId, document);
    yield { document, bytes: new Uint8Array() };
    for await (const bytes of pieces) yield { document: null, bytes };
  };
}

/** Begins a failed document again at the stage that failed. */
export function retryDocumentWith(deps: IngestDeps) {
  return async (request: graph.RecordChange, call: Call): Promise<graph.Document> => {
    const heard = { replay: false };
    const onReplayed = () => {
      heard.replay = true;
      call.onReplayed?.();
    };
    const begun = await deps.graph.retryDocument(request, { ...call, onReplayed });
    const document = heard.replay ? await unfinished(deps, begun, call) : begun;
    // The state says where to begin, also to `findUnfinished`, should the submission be lost.
    if (document) await deps.runner.submit(pipelineName, workOn(principalOf(call).contextId, document), stageFor(document.status));
    return begun;
  };
}

/** Deletes the document in graph, which knows who may; then stops its pipeline and drops its bytes. */
export function deleteDocumentWith({ graph, objects, runner, logger }: IngestDeps) {
  return async (request: graph.DeleteRecordRequest, call: Call): Promise<graph.ForgetRecordsResponse> => {
    const { contextId } = principalOf(call);
    const { id } = request;
    const document = await knownDocument(graph, id, call);
    const answer = await graph.deleteDocument(request, call);
    if (request.dryRun) return answer;
    try {
      if (document !== undefined) {
        await runner.cancel(pipelineName, workOn(contextId, document));
        const upload = uploadKey(contextId, document);
        if (upload !== undefined) await objects.delete([upload]);
      }
      // Also for who repeats it: the first time may have come no further than this.
      await dropDocument(objects, contextId, id);
    } catch (thrown) {
      // It is deleted, and nobody can see it; `dropOrphans` finds what is left of it.
      logger.warn({ err: thrown, traceId: call.traceId, document: id }, "the original of a deleted document is dropped later");
    }
    return answer;
  };
}

/** Drops the bytes of documents that graph has purged. */
export function dropOriginalsWith({ objects }: IngestDeps) {
  return async (request: ingest.DropOriginalsRequest, call: Call): Promise<graph.LifecycleResponse> => {
    const contextId = requireService(call) || request.contextId;
    if (contextId === "") throw new LociError("invalid", "A document belongs to a context.");
    let affected = 0;
    for (const id of request.documentIds) affected += await dropDocument(objects, contextId, id);
    return { affected };
  };
}
