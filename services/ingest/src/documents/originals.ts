import { coversAll, isVisible, LociError, type Identity, type Region } from "@loci/kernel";
import { asService, principalOf, regionFor, requireService, type Call } from "@loci/platform/call";
import { scopeSetOf } from "@loci/platform/messages";
import type { common, graph, ingest } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { dropDocument, openOriginal } from "./objects.ts";
import { pipelineName, stageChange, stageFor, workOn } from "./work.ts";

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
export function retryDocumentWith({ graph, runner }: IngestDeps) {
  return async ({ id }: graph.RecordRef, call: Call): Promise<graph.Document> => {
    const identity = principalOf(call);
    const region = regionFor(call, "memory:write");
    const { contextId } = identity;
    const document = await graph.getDocument({ id }, asService(call, contextId));
    requireWritable(document, identity, region);
    if (document.status !== "failed") throw new LociError("conflict", "Only a failed document may be tried again.");
    const stage = stageFor(document.failedStage);
    // The state says where to begin, also to `findUnfinished`, should the submission be lost.
    const change = stageChange(document, stage.fromStage ?? "queued");
    const begun = await graph.setDocumentStage(change, asService(call, contextId));
    await runner.submit(pipelineName, workOn(contextId, document), stage);
    return begun;
  };
}

/** @throws LociError `not_found` for a document that the caller does not see, `forbidden` for one that it may not write */
function requireWritable(document: graph.Document, { grants }: Identity, region: Region): void {
  const scopes = scopeSetOf(document.scopes) ?? [];
  const isSeen = isVisible(grants["memory:read"] ?? [], scopes) || isVisible(region, scopes);
  if (!isSeen) throw new LociError("not_found", "There is no such document.");
  if (!coversAll(region, scopes)) throw new LociError("forbidden", "memory:write does not cover the document's scopes.");
}

/** Deletes the document in graph, which knows who may; then stops its pipeline and drops its bytes. */
export function deleteDocumentWith({ graph, objects, runner, logger }: IngestDeps) {
  return async (request: graph.RecordRef, call: Call): Promise<common.Empty> => {
    const { contextId } = principalOf(call);
    const document = await knownDocument(graph, request, asService(call, contextId));
    await graph.deleteDocument(request, call);
    if (document === undefined) return {};
    try {
      await runner.cancel(pipelineName, workOn(contextId, document));
      await objects.delete([document.originalKey]);
      await dropDocument(objects, contextId, document.id);
    } catch (thrown) {
      // It is deleted, and nobody can ask for it again; `dropOrphans` finds what is left of it.
      logger.warn(
        { err: thrown, traceId: call.traceId, document: document.id },
        "the original of a deleted document is dropped later",
      );
    }
    return {};
  };
}

async function knownDocument(
  graph: IngestDeps["graph"],
  request: graph.RecordRef,
  call: Call,
): Promise<graph.Document | undefined> {
  try {
    return await graph.getDocument(request, call);
  } catch (thrown) {
    // Graph itself says so, in the words that its caller may hear.
    if (["not_found", "invalid"].includes(LociError.from(thrown).code)) return undefined;
    throw thrown;
  }
}

/** Drops the bytes of documents that graph has purged. */
export function dropOriginalsWith({ objects }: IngestDeps) {
  return async (request: ingest.DropOriginalsRequest, call: Call): Promise<common.Empty> => {
    const contextId = requireService(call) || request.contextId;
    if (contextId === "") throw new LociError("invalid", "A document belongs to a context.");
    for (const id of request.documentIds) await dropDocument(objects, contextId, id);
    return {};
  };
}
