import { LociError, regionCovers, rootPath } from "@loci/kernel";
import { principalOf, regionFor, requireManagement, serviceCall, type Call } from "@loci/platform/call";
import { beginIn, type Contexts, type StillThere } from "@loci/platform/life";
import type { graph } from "@loci/protos";
import type { ObjectStore } from "@loci/ports/object-store";
import type { IngestDeps } from "../deps.ts";
import { incomingKey, originalKey, ownerOf, roots } from "./objects.ts";
import { parseLine, pieceBytes, piecesIn, recut, type OriginalLine } from "./original-lines.ts";

/** The originals of all documents of the context, in pieces. */
export function exportOriginalsWith({ graph, objects }: Pick<IngestDeps, "graph" | "objects">) {
  return async function* (request: graph.ExportRequest, call: Call): AsyncGenerator<graph.ExportLine> {
    const contextId = contextOf(request.contextId, call, "memory:read");
    // By what is stored and not by a list in pages, from which documents slip while others are deleted.
    for await (const key of objects.list(`${roots.originals}${contextId}/`)) {
      const owner = ownerOf(key);
      const document = owner && (await documentOf(graph, owner.id, contextId, call));
      if (document?.version !== owner?.version || document === undefined) continue;
      yield* linesOf(objects, key, document);
    }
  };
}

async function* linesOf(objects: ObjectStore, key: string, document: graph.Document): AsyncGenerator<graph.ExportLine> {
  const of = piecesIn(document.sizeBytes);
  let part = 0;
  for await (const piece of recut(await objects.get(key), pieceBytes)) {
    part++;
    const { id: document_id, version, contentHash: sha256 } = document;
    const line: OriginalLine = { type: "original", document_id, version, sha256, part, of, base64: piece.toString("base64") };
    yield { lines: [JSON.stringify(line)], embedding: null, revision: 0 };
  }
}

export interface ImportDeps extends Pick<IngestDeps, "graph" | "objects" | "ids" | "clock"> {
  readonly auth: Contexts;
}

/** Stores exported originals under their documents, which are imported already. Safe to repeat. */
export function importOriginalsWith({ graph, objects, ids, auth, clock }: ImportDeps) {
  return async (requests: AsyncIterable<graph.ImportLine>, call: Call): Promise<graph.ImportResponse> => {
    if (call.caller.kind === "principal") contextOf("", call, "memory:write");
    let imported = 0;
    let skipped = 0;
    let stillThere: StillThere | undefined;
    const lines = linesIn(requests, call);
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      const { contextId, line } = next.value;
      if (line.part !== 1) throw new LociError("invalid", `The first piece of the original of ${line.document_id} is missing.`);
      stillThere ??= await beginIn(contextId, auth, call, clock);
      const document = await documentOf(graph, line.document_id, contextId, call);
      const pieces = restOf(line, lines);
      if (document === undefined || document.version !== line.version) {
        for await (const _piece of pieces);
        skipped++;
        continue;
      }
      if (document.contentHash !== line.sha256) throw mismatch(line);
      const keys = { aside: incomingKey(contextId, ids), key: originalKey(contextId, document) };
      await store(objects, keys, line, pieces, stillThere);
      imported++;
    }
    return { imported: { original: imported }, skipped: { original: skipped }, dangling: {}, danglingIds: [], unembedded: 0 };
  };
}

/** Under an upload's key first: what does not fit its hash must not take the place of what may stand there. */
async function store(
  objects: ObjectStore,
  { aside, key }: { readonly aside: string; readonly key: string },
  line: OriginalLine,
  pieces: AsyncIterable<Uint8Array>,
  stillThere: StillThere,
): Promise<void> {
  const { sha256 } = await objects.put(aside, pieces);
  try {
    if (sha256 !== line.sha256) throw mismatch(line);
    await stillThere();
  } catch (thrown) {
    await objects.delete([aside]);
    throw thrown;
  }
  await objects.move(aside, key);
}

function mismatch({ document_id }: OriginalLine): LociError {
  return new LociError("invalid", `The original of ${document_id} is another one than its document was made of.`);
}

interface PlacedLine {
  readonly contextId: string;
  readonly line: OriginalLine;
}

async function* linesIn(requests: AsyncIterable<graph.ImportLine>, call: Call): AsyncGenerator<PlacedLine, undefined> {
  for await (const { contextId: named, lines, firstLine } of requests) {
    const contextId = contextOf(named, call, "memory:write");
    for (const [i, line] of lines.entries()) yield { contextId, line: parseLine(line, firstLine + i) };
  }
}

/** The pieces of one original, whose first line was read already. */
async function* restOf(first: OriginalLine, lines: AsyncGenerator<PlacedLine, undefined>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first.base64, "base64");
  for (let part = 2; part <= first.of; part++) {
    const next = await lines.next();
    const line = next.value?.line;
    if (line?.document_id !== first.document_id || line.version !== first.version || line.part !== part) {
      throw new LociError("invalid", `Piece ${part} of the original of ${first.document_id} is missing.`);
    }
    yield Buffer.from(line.base64, "base64");
  }
}

/** @throws LociError `forbidden` for a principal without grant:manage and the verb over the whole context */
function contextOf(named: string, call: Call, verb: "memory:read" | "memory:write"): string {
  if (call.caller.kind !== "principal") {
    if (call.caller.kind !== "service") requireManagement(call);
    const contextId = (call.caller.kind === "service" && call.caller.contextId) || named;
    if (contextId === "") throw new LociError("invalid", "The context is missing.");
    return contextId;
  }
  for (const needed of ["grant:manage", verb] as const) {
    if (!regionCovers(regionFor(call, needed), rootPath))
      throw new LociError("forbidden", `Originals need ${needed} over '/' for this.`);
  }
  return principalOf(call).contextId;
}

async function documentOf(
  graph: IngestDeps["graph"],
  id: string,
  contextId: string,
  { traceId, deadline, signal }: Call,
): Promise<graph.Document | undefined> {
  try {
    return await graph.getDocument({ id }, serviceCall(contextId, traceId, deadline, signal));
  } catch (thrown) {
    if (LociError.from(thrown).code === "not_found") return undefined;
    throw thrown;
  }
}
