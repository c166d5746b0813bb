import { toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { ExtractionTurn } from "@loci/ports/language-model";
import type { graph, ingest } from "@loci/protos";
import { inOrder } from "../concurrency.ts";
import type { IngestDeps } from "../deps.ts";
import { checkExtraction } from "../domain/check-extraction.ts";
import { fieldChecker, type FieldChecker } from "../domain/fields.ts";
import { maxMessages } from "../domain/limits.ts";
import { onlyAsks } from "../domain/only-asks.ts";
import { newTurn, turnOf } from "../domain/turn.ts";
import { embedMemory, type Memory } from "../embed.ts";
import { notTried, requireExtraction, tryExtract, type Tried } from "../extract.ts";
import { checkScopes, requireRegistered, scopesMessage, writableScopes } from "../scopes.ts";

const concurrentExtractions = 4;

interface Asked {
  readonly infer: "full" | "preview" | "none";
  readonly extract: "whole_conversation" | "per_message";
  readonly turns: readonly ExtractionTurn[];
}

/** Remembers a conversation: all its turns in one write. */
export function rememberBatchWith(deps: IngestDeps) {
  return async (request: ingest.RememberBatchRequest, call: Call): Promise<ingest.RememberBatchResponse> => {
    const scopes = writableScopes(request.scopes, call);
    const check = fieldChecker();
    checkScopes(scopes, check);
    const asked = readRequest(request, toTimestamp(deps.clock()), check);
    check.done();
    await requireRegistered(scopes, deps.auth, call);

    const memory = await memoryOf(asked, request.respondAsync, deps, call);
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
        knownAt: "",
      },
      call,
    );
    const isPending = memory.turns.some((turn) => turn.extraction === "pending");
    if (isPending && !written.replayed) deps.onDeferred();
    const { sessionId, turnIds, chunkIds, results, replayed } = written;
    // Of a replay only the stored answer tells: a whole conversation without a result is one that waits for its extraction.
    const deferred = replayed ? asked.infer === "full" && results.length === 0 : isPending;
    return { sessionId, turnIds, chunkIds, extractions: results, deferred, replayed };
  };
}

function readRequest(request: ingest.RememberBatchRequest, now: string, check: FieldChecker): Asked {
  const infer = check.oneOf("/infer", request.infer, ["full", "preview", "none"]) ?? "full";
  const extract = check.oneOf("/extract", request.extract, ["whole_conversation", "per_message"]) ?? "whole_conversation";
  check.labels(request.labels);
  if (request.messages.length === 0) check.problem("/messages", "must hold at least one message");
  if (request.messages.length > maxMessages) check.problem("/messages", `must hold at most ${maxMessages} messages`);
  const turns = request.messages.slice(0, maxMessages).map(({ role, content, ts }, i) => {
    const at = `/messages/${i}`;
    return turnOf(check.role(`${at}/role`, role), check.text(`${at}/content`, content), check.time(`${at}/ts`, ts, now));
  });
  return { infer, extract, turns };
}

async function memoryOf({ infer, extract, turns }: Asked, respondAsync: boolean, deps: IngestDeps, call: Call): Promise<Memory> {
  if (infer === "none") return { turns: turns.map((turn) => newTurn(turn, "none")), proposals: [] };
  const extracted = async (some: readonly ExtractionTurn[]): Promise<Tried> => {
    if (infer === "preview") return { extraction: requireExtraction(await tryExtract(deps, some, call)) };
    return respondAsync ? notTried : tryExtract(deps, some, call);
  };
  if (extract === "per_message") return messageByMessage(turns, extracted);
  const { extraction } = await extracted(turns);
  // Where the reading had to be ended, nobody knows by which of them.
  if (!extraction) return { turns: turns.map((turn) => newTurn(turn, "pending")), proposals: [] };
  const proposal = checkExtraction(extraction, turns, { firstTurn: 0, resultTurn: turns.length - 1, memoryCategory: "" });
  return { turns: turns.map((turn) => newTurn(turn, onlyAsks(turn) ? "silent" : "done")), proposals: [proposal] };
}

/** One result for each message; that of a message whose extraction has to wait is empty. */
async function messageByMessage(
  turns: readonly ExtractionTurn[],
  extracted: (turns: readonly ExtractionTurn[]) => Promise<Tried>,
): Promise<Memory> {
  const read = await inOrder(turns, concurrentExtractions, async (turn, i) => {
    const tried = await extracted([turn]);
    if (!tried.extraction) return { turn: newTurn(turn, "pending", tried.readingEnded), proposal: emptyProposal(i) };
    const proposal = checkExtraction(tried.extraction, [turn], { firstTurn: i, resultTurn: i, memoryCategory: "" });
    return { turn: newTurn(turn, onlyAsks(turn) ? "silent" : "done"), proposal };
  });
  return { turns: read.map(({ turn }) => turn), proposals: read.map(({ proposal }) => proposal) };
}

function emptyProposal(turn: number): graph.Proposal {
  return { entities: [], facts: [], instructions: [], turn };
}
