import { createHash } from "node:crypto";
import { isVisible, LociError, type ErrorCode } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { beginIn } from "@loci/platform/life";
import { scopeSetOf } from "@loci/platform/messages";
import type { graph, ingest } from "@loci/protos";
import type { StoredObject } from "@loci/ports/object-store";
import type { IngestDeps } from "../deps.ts";
import { fieldChecker } from "../domain/fields.ts";
import { maxFilenameLength, maxMediaTypeLength, maxSourceLength, maxTitleLength } from "../domain/limits.ts";
import { checkScopes, requireRegistered, scopesMessage, writableScopes } from "../scopes.ts";
import { bringHome, incomingKey, originalKey, parsedKey } from "./objects.ts";
import { unfinished } from "./unfinished.ts";
import { pipelineName, stageFor, workOn } from "./work.ts";

/** Stores an original as it comes in, makes its document, and queues the pipeline. Metadata and bytes come in either order. */
export function uploadWith(deps: IngestDeps) {
  return async (parts: AsyncIterable<ingest.UploadPart>, call: Call): Promise<ingest.UploadResponse> => {
    regionFor(call, "memory:write");
    const { contextId } = principalOf(call);
    const stillThere = await beginIn(contextId, deps.auth, call, deps.clock);
    const key = incomingKey(contextId, deps.ids);
    const reading = readParts(parts, deps, call);
    const stored = await deps.objects.put(key, reading.bytes());
    let answer: graph.CreateDocumentResponse;
    try {
      // The bytes may have come for so long that the context was purged meanwhile, and its id given to another.
      const writing = await stillThere();
      answer = await deps.graph.createDocument(documentOf(reading.metadata(), stored, key), writing);
    } catch (thrown) {
      // Only where it is sure that no document was made: one of which the answer was lost needs its original.
      if (refusals.has(LociError.from(thrown).code)) await deps.objects.delete([key]);
      throw thrown;
    }
    const { document, deduplicated, replayed } = answer;
    if (document === null) throw new LociError("internal", "A document was made without a record.");
    // Not so of a call that was cut off and made again: what answered as before is this very upload's document.
    if (document.originalKey !== key) await deps.objects.delete([key]);
    if (!deduplicated) await begin(deps, document, replayed, call);
    const { id, contentHash, status, version } = document;
    // That somebody else uploaded the same, who may not read it does not learn.
    if (deduplicated && !mayRead(document, call))
      return { id, contentHash, deduplicated: false, status: "queued", version: 1, replayed };
    return { id, contentHash, deduplicated, status, version, replayed };
  };
}

function mayRead({ scopes }: graph.Document, call: Call): boolean {
  const selector = scopeSetOf(scopes);
  return selector !== undefined && isVisible(principalOf(call).grants["memory:read"] ?? [], selector);
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  ...(["invalid", "unauthenticated", "forbidden", "not_found", "conflict"] as const),
]);

interface ReadParts {
  /** Fails as soon as the parts say what is refused, so that no more of them is read. */
  bytes(): AsyncGenerator<Uint8Array>;
  /** After all parts were read. @throws LociError `invalid` when there was none */
  metadata(): ingest.UploadMetadata;
}

function readParts(parts: AsyncIterable<ingest.UploadPart>, deps: IngestDeps, call: Call): ReadParts {
  let metadata: ingest.UploadMetadata | undefined;
  const { maxOriginalBytes } = deps.limits;
  return {
    async *bytes() {
      let size = 0;
      for await (const part of parts) {
        if (call.signal.aborted) throw new LociError("cancelled", "The client closed the request.");
        if (part.metadata) {
          if (metadata) throw new LociError("invalid", "The metadata may come once only.");
          metadata = await checked(part.metadata, deps, call);
        }
        size += part.bytes.length;
        if (size > maxOriginalBytes) throw new LociError("too_large", `A document may have at most ${maxOriginalBytes} bytes.`);
        if (part.bytes.length > 0) yield part.bytes;
      }
      if (!metadata) throw new LociError("invalid", "The upload has no metadata.");
    },
    metadata() {
      if (!metadata) throw new LociError("invalid", "The upload has no metadata.");
      return metadata;
    },
  };
}

async function checked(metadata: ingest.UploadMetadata, deps: IngestDeps, call: Call): Promise<ingest.UploadMetadata> {
  const scopes = writableScopes(metadata.scopes, call);
  const check = fieldChecker();
  checkScopes(scopes, check);
  check.labels(metadata.labels);
  const limits = { title: maxTitleLength, source: maxSourceLength, mimeType: maxMediaTypeLength, filename: maxFilenameLength };
  for (const name of ["title", "source", "mimeType", "filename"] as const) {
    if (metadata[name].length > limits[name]) check.problem(`/${name}`, `must have at most ${limits[name]} characters`);
  }
  const observedAt = metadata.observedAt === "" ? "" : check.time("/observedAt", metadata.observedAt, "");
  check.done();
  await requireRegistered(scopes, deps.auth, call);
  return { ...metadata, observedAt, scopes: scopesMessage(scopes) };
}

function documentOf(
  metadata: ingest.UploadMetadata,
  { sha256, sizeBytes }: StoredObject,
  key: string,
): graph.CreateDocumentRequest {
  const { documentId, source, mimeType, filename, scopes, labels, observedAt } = metadata;
  // A new version without a title keeps the one that it has.
  const title = metadata.title.trim() || (documentId === "" ? filename : "");
  return {
    ...{ id: documentId, title, source, mimeType, filename, scopes, labels, observedAt },
    ...{ contentHash: sha256, sizeBytes, originalKey: key, operation: operationOf(metadata, sha256) },
  };
}

/** The same operation with other bytes or other metadata is another request. */
function operationOf({ operation, ...metadata }: ingest.UploadMetadata, contentHash: string): graph.Operation | null {
  if (operation === null || operation.id === "") return null;
  const hash = createHash("sha256").update(operation.hash).update(contentHash).update(JSON.stringify(metadata)).digest();
  return { id: operation.id, hash: new Uint8Array(hash) };
}

/**
 * From here on the document is made, whatever fails: the pipeline moves the original itself, and `findUnfinished` begins what was
 * not begun.
 */
async function begin(deps: IngestDeps, made: graph.Document, replayed: boolean, call: Call): Promise<void> {
  const { objects, runner, logger } = deps;
  const { contextId } = principalOf(call);
  try {
    const document = replayed ? await unfinished(deps, made, call) : made;
    if (document === undefined) return;
    await bringHome(objects, contextId, document);
    await runner.submit(pipelineName, workOn(contextId, document), stageFor(document.status));
    if (document.version > 1) {
      const before = { id: document.id, version: document.version - 1 };
      await runner.cancel(pipelineName, workOn(contextId, before));
      await objects.delete([originalKey(contextId, before), parsedKey(contextId, before)]);
    }
  } catch (thrown) {
    logger.warn({ err: thrown, traceId: call.traceId, document: made.id }, "a document's pipeline begins later");
  }
}
