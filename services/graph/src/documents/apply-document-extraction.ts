import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { atMost, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { storeDecided } from "../rpc/placing-relatives.ts";
import { readProposals, type Passage } from "../rpc/proposals.ts";
import { decide } from "../rpc/reconciling.ts";
import { extractionResults } from "../rpc/results.ts";
import { chunksOfDocument, markExtracted, setChunksAside, type ChunkInSection } from "../store/chunks.ts";
import { announce } from "../store/feed.ts";
import { systemPrincipal } from "./system.ts";
import { documentWork } from "./work.ts";

/**
 * Reconciles what was read from chunks, as the authoritative stream, under the document's ScopeSet and its known time. A chunk
 * whose extraction is applied already is left out, so that applying it twice has one effect. What could not be read is set aside.
 */
export async function applyDocumentExtraction(
  parts: Parts,
  request: graph.ApplyDocumentExtractionRequest,
  call: Call,
): Promise<graph.WriteMemoryResponse> {
  atMost("/chunkIds", request.chunkIds, 10_000);
  atMost("/proposals", request.proposals, 1_000);
  atMost("/setAsideChunkIds", request.setAsideChunkIds, 10_000);
  const unreadable = request.setAsideChunkIds.map((id, i) => text(`/setAsideChunkIds/${i}`, id, 256));
  const ids = request.chunkIds.map((id, i) => text(`/chunkIds/${i}`, id, 256));
  return documentWork(
    parts,
    call,
    { id: request.documentId, version: request.version },
    async ({ tx, contextId, document, now }) => {
      const stored = new Map((await chunksOfDocument(tx, contextId, document.id, ids)).map((chunk) => [chunk.id, chunk]));
      const open = ids
        .map((id) => stored.get(id))
        .map((chunk) => (chunk === undefined || chunk.extracted ? undefined : passage(chunk)));
      const proposed = readProposals(request.proposals, { turns: open, caller: undefined }, parts.ids);
      const changes = await decide(parts, tx, contextId, proposed, request.proposals.length, new Map(), now);
      const traceId = request.traceId || call.traceId;
      const changed = await storeDecided(parts, tx, contextId, changes, {
        principal: systemPrincipal,
        delegated: "",
        keyId: "",
        traceId,
        now,
      });
      await markExtracted(
        tx,
        contextId,
        open.flatMap((one) => one?.id ?? []),
      );
      const left = await chunksOfDocument(tx, contextId, document.id, unreadable);
      await setChunksAside(
        tx,
        contextId,
        left.filter((chunk) => !chunk.extracted).map((chunk) => chunk.id),
      );
      await announce(tx, contextId, changed);
      const named = request.proposals.map((proposal) => ids[proposal.turn] ?? "");
      const results = extractionResults(changes, named);
      return { sessionId: "", turnIds: [], chunkIds: ids, results, replayed: false };
    },
  );
}

/** Labels stay with the document and its chunks. */
export function passage({ id, documentId, text: content, scopeSet, knownAt, position }: ChunkInSection): Passage {
  const source = { chunk: { id, documentId }, sessionId: "", seq: position };
  return { id, content, scopeSet, knownAt, labels: [], stream: "authoritative", ...source };
}
