import { inferModes, toTimestamp, type InferMode, type MemoryCategory } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { ExtractionTurn } from "@loci/ports/language-model";
import type { graph, ingest } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { checkExtraction } from "../domain/check-extraction.ts";
import { fieldChecker } from "../domain/fields.ts";
import { onlyAsks } from "../domain/only-asks.ts";
import { checkTriples, triplesProposal } from "../domain/triples.ts";
import { newTurn, turnOf } from "../domain/turn.ts";
import { embedMemory, type Memory } from "../embed.ts";
import { notTried, requireExtraction, tryExtract } from "../extract.ts";
import { checkScopes, requireRegistered, scopesMessage, writableScopes } from "../scopes.ts";

interface Asked {
  readonly infer: InferMode;
  /** undefined for triples without a text. */
  readonly turn: ExtractionTurn | undefined;
  readonly knownAt: string;
  readonly category: MemoryCategory | "";
  /** Only a question, or the service's own reply in a chat. */
  readonly silent: boolean;
}

/** Remembers one text, or facts that the caller states itself. */
export function rememberWith(deps: IngestDeps) {
  return async (request: ingest.RememberRequest, call: Call): Promise<ingest.RememberResponse> => {
    const scopes = writableScopes(request.scopes, call);
    const check = fieldChecker();
    checkScopes(scopes, check);
    const asked = readRequest(request, toTimestamp(deps.clock()), check);
    check.done();
    await requireRegistered(scopes, deps.auth, call);

    const memory = await memoryOf(asked, request, deps, call);
    const embedded = await embedMemory(memory, deps.embedder, call.signal);
    const isPreview = asked.infer === "preview";
    const written = await deps.graph.writeMemory(
      {
        // A preview stores nothing, so there is nothing to find again.
        operationId: isPreview ? "" : request.idempotencyKey,
        operationHash: isPreview ? new Uint8Array() : request.requestHash,
        sessionId: request.sessionId,
        scopes: scopesMessage(scopes),
        labels: request.labels,
        ...embedded,
        stream: "experiential",
        dryRun: isPreview,
        traceId: call.traceId,
        knownAt: asked.knownAt,
      },
      call,
    );
    const deferred = asked.infer === "full" && !asked.silent && written.results.length === 0;
    if (deferred && !written.replayed) deps.onDeferred();
    return response(asked.infer, written, deferred);
  };
}

function readRequest(request: ingest.RememberRequest, now: string, check: ReturnType<typeof fieldChecker>): Asked {
  const infer = check.oneOf("/infer", request.infer, inferModes) ?? "full";
  const role = check.role("/role", request.role);
  const knownAt = check.time("/observedAt", request.observedAt, now);
  const category = check.category("/memoryCategory", request.memoryCategory);
  check.labels(request.labels);
  if (infer === "triples") checkTriples(request.triples, check);
  else if (request.triples.length > 0) check.problem("/triples", "is taken with infer=triples only");
  const place = check.oneOf("/place", request.place, ["", "chat"]) ?? "";
  if (infer === "triples" && request.text === "") return { infer, turn: undefined, knownAt, category, silent: false };
  const turn = turnOf(role, check.text("/text", request.text), knownAt);
  const isOwnReply = place === "chat" && role === "assistant" && infer !== "triples";
  return { infer, turn, knownAt, category, silent: isOwnReply || (infer === "full" && onlyAsks(turn)) };
}

async function memoryOf(asked: Asked, request: ingest.RememberRequest, deps: IngestDeps, call: Call): Promise<Memory> {
  const { infer, turn, category } = asked;
  if (infer === "triples") {
    const proposals = [triplesProposal(request.triples, category, turn ? 0 : -1)];
    return { turns: turn ? [newTurn(turn, "done")] : [], proposals };
  }
  if (!turn) return { turns: [], proposals: [] };
  if (asked.silent) return { turns: [newTurn(turn, "silent")], proposals: [] };
  if (infer === "none") return { turns: [newTurn(turn, "none")], proposals: [] };
  const isAsync = request.respondAsync && infer === "full";
  const tried = isAsync ? notTried : await tryExtract(deps, [turn], call);
  if (!tried.extraction && infer === "full") {
    return { turns: [newTurn(turn, "pending", tried.readingEnded)], proposals: [] };
  }
  const proposal = checkExtraction(requireExtraction(tried), [turn], { firstTurn: 0, resultTurn: 0, memoryCategory: category });
  return { turns: [newTurn(turn, "done")], proposals: [proposal] };
}

function response(mode: InferMode, written: graph.WriteMemoryResponse, deferred: boolean): ingest.RememberResponse {
  return {
    mode,
    sessionId: written.sessionId,
    turnId: written.turnIds[0] ?? "",
    chunkId: written.chunkIds[0] ?? "",
    extraction: written.results[0] ?? null,
    deferred,
    replayed: written.replayed,
  };
}
