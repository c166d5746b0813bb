import {
  coversAll,
  invalidField,
  isSeenWith,
  isVisible,
  LociError,
  regionAsScopeSet,
  streams,
  toTimestamp,
  turnRoles,
  type Region,
  type ScopeSet,
} from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { announce, lockContext } from "../store/feed.ts";
import { keepsPlan } from "../store/bulk.ts";
import { insertVectors } from "../store/embeddings.ts";
import { beginOperation, finishOperation } from "../store/operations.ts";
import { insertPending } from "../store/pending.ts";
import { insertScopeSet, shortKey } from "../store/scope-sets.ts";
import { countTurns, insertSession, insertTurns, readSession, type Turn } from "../store/turns.ts";
import { markUnembedded } from "../store/unembedded.ts";
import { atMost, labels, oneOf, selector, text, timestamp } from "./checks.ts";
import type { Parts } from "./deps.ts";
import { operationOf } from "./operation.ts";
import { storeDecided } from "./placing-relatives.ts";
import { readProposals, vector } from "./proposals.ts";
import { printsOfTurns, recognise } from "./recognising.ts";
import { decide } from "./reconciling.ts";
import { extractionResults, resultsAsProposed, withoutIds, type Sees } from "./results.ts";

const maxTurns = 1_000;
const maxContentBytes = 10 * 1024 * 1024;

/** Stores turns and what was extracted from them, in one transaction with its decisions and feed rows. */
export async function writeMemory(parts: Parts, request: graph.WriteMemoryRequest, call: Call): Promise<graph.WriteMemoryResponse> {
  const identity = principalOf(call);
  const region = regionFor(call, "memory:write");
  const asked = selector("/scopes", request.scopes);
  if (asked && !coversAll(region, asked)) throw new LociError("forbidden", "memory:write does not cover the named scopes.");
  const now = toTimestamp(parts.clock());
  const draft = checkTurns(request, now);
  const traceId = request.traceId || call.traceId;
  const { contextId, principalId: principal, delegatedPrincipalId: delegated, keyId } = identity;
  const named = { id: request.operationId, hash: request.operationHash };
  const operation = request.dryRun ? undefined : operationOf(call, named, "/operationId");

  // Before the transaction: of a long text it takes a tenth of a second, in which others would wait for the database.
  const printed = printsOfTurns(draft.turns);

  const work = async (tx: Transaction): Promise<graph.WriteMemoryResponse> => {
    const stored = operation && (await beginOperation(tx, contextId, operation, now));
    if (stored) return { ...(stored as graph.WriteMemoryResponse), replayed: true };
    const readRegion = identity.grants["memory:read"] ?? [];
    const place = await findPlace(parts, tx, contextId, request, { write: region, read: readRegion }, asked);
    const said = draft.turns.map((turn, i) => ({
      ...turn,
      sessionId: place.sessionId,
      seq: place.firstSeq + i,
      scopeSet: place.key,
    }));
    const caller = { scopeSet: place.key, stream: draft.stream, labels: draft.labels, now, knownAt: draft.knownAt };
    const read = readProposals(request.proposals, { turns: said, caller }, parts.ids);
    const { turns, proposed } = await recognise(tx, contextId, said, read, setsSeenWith(place), printed);
    const hasProposals = request.proposals.length > 0;

    const ownSets = new Map([[place.key, place.scopes]]);
    // What is read for the decision runs behind these, under their lock, and waits for none of their answers.
    const [, changes] = await Promise.all([
      request.dryRun ? undefined : storeSaid(tx, contextId, place, turns, request, { now, traceId }),
      hasProposals ? decide(parts, tx, contextId, proposed, request.proposals.length, ownSets, now) : undefined,
    ]);
    const turnIds = turns.map((turn) => turn.id);
    const lastTurns = request.proposals.map((proposal) => turnIds[proposal.turn] ?? "");
    const mayRead = isVisible(readRegion, place.scopes);
    const sees: Sees = (key) => isVisible(readRegion, ownSets.get(key) ?? place.known.get(key) ?? []);
    const results = changes ? (mayRead ? extractionResults(changes, lastTurns, sees) : resultsAsProposed(read, lastTurns)) : [];
    if (request.dryRun) {
      const blank = turns.map(() => "");
      return { sessionId: "", turnIds: blank, chunkIds: blank, results: withoutIds(results), replayed: false };
    }
    const author = { principal, delegated, keyId, traceId, now };
    const changed = changes ? await storeDecided(parts, tx, contextId, changes, author) : [];
    const response = {
      sessionId: place.sessionId,
      turnIds,
      chunkIds: turns.map((turn) => turn.chunkId),
      results,
      replayed: false,
    };
    if (operation) await finishOperation(tx, contextId, operation, response);
    const passages = turns.filter((turn) => turn.extraction !== "silent").map(passageId);
    await announce(tx, contextId, [...passages, ...changed]);
    return response;
  };
  return parts.database.inContext(contextId, work, { readOnly: request.dryRun });

  function checkTurns(given: graph.WriteMemoryRequest, recordedAt: string) {
    atMost("/turns", given.turns, maxTurns);
    atMost("/proposals", given.proposals, maxTurns);
    const stream = oneOf("/stream", given.stream, streams);
    const ownLabels = labels("/labels", given.labels);
    const turns = given.turns.map((turn, i): Omit<Turn, "sessionId" | "seq" | "scopeSet"> => {
      const at = `/turns/${i}`;
      const extraction = oneOf(`${at}/extraction`, turn.extraction, ["none", "done", "pending", "silent"]);
      const role = oneOf(`${at}/role`, turn.role, turnRoles);
      if (Buffer.byteLength(turn.content) > maxContentBytes) throw new LociError("too_large", `${at}/content: more than 10 MiB`);
      if (turn.content === "") throw invalidField(`${at}/content`, "must not be empty");
      vector(at, turn.embedding);
      return {
        id: parts.ids("turn"),
        role,
        speaker: text(`${at}/speaker`, turn.speaker, 512),
        content: text(`${at}/content`, turn.content, maxContentBytes),
        ...{ labels: ownLabels, stream, extraction, recordedAt },
        chunkId: extraction === "none" ? parts.ids("memory_chunk") : "",
        own: role === "assistant" && extraction === "silent",
        echoes: [],
        knownAt: timestamp(`${at}/knownAt`, turn.knownAt) || recordedAt,
      };
    });
    const knownAt = timestamp("/knownAt", given.knownAt);
    return { turns, stream, labels: ownLabels, knownAt };
  }
}

/** Stores what was said as it was said, under the context's lock where the write goes on to decide or adds a selector. */
async function storeSaid(
  tx: Transaction,
  contextId: string,
  place: Place,
  turns: readonly Turn[],
  request: graph.WriteMemoryRequest,
  at: { readonly now: string; readonly traceId: string },
): Promise<void> {
  const { now } = at;
  const isNewScopeSet = !place.known.has(place.key);
  const pending = turns.flatMap(({ id, extraction }, i) =>
    extraction === "pending" ? [{ id, endings: request.turns[i]?.readingEnded ? 1 : 0 }] : [],
  );
  const embedded = turns.flatMap((turn, i) => {
    const vector = request.turns[i]?.embedding ?? new Uint8Array();
    // A vector of a text that lost words still tells them: it is made anew of the rest.
    const isCut = turn.content !== request.turns[i]?.content;
    return vector.length === 0 || isCut || turn.extraction === "silent" ? [] : [{ recordId: passageId(turn), vector }];
  });
  await Promise.all([
    isNewScopeSet || request.proposals.length > 0 ? lockContext(tx, contextId) : undefined,
    isNewScopeSet ? insertScopeSet(tx, contextId, place.scopes) : undefined,
    place.isNew ? insertSession(tx, contextId, { id: place.sessionId, scopeSet: place.key }, turns.length, now) : undefined,
    !place.isNew && turns.length > 0 ? countTurns(tx, contextId, place.sessionId, turns.length, now) : undefined,
    insertTurns(tx, contextId, turns),
    insertPending(tx, contextId, pending, at),
    turns.some(({ content }, i) => content !== request.turns[i]?.content) ? markUnembedded(tx, contextId) : undefined,
    embedded.length > 0 ? tx.query(insertVectors(contextId, embedded), keepsPlan) : undefined,
  ]);
}

/** The id under which what a turn says is found. */
function passageId(turn: Pick<Turn, "id" | "chunkId">): string {
  return turn.chunkId === "" ? turn.id : turn.chunkId;
}

/** The selector's own set, and those that whoever sees what is written sees too. */
function setsSeenWith({ key, scopes, known }: Pick<Place, "key" | "scopes" | "known">): string[] {
  return [key, ...[...known].flatMap(([other, set]) => (other !== key && isSeenWith(scopes, set) ? [other] : []))];
}

interface Place {
  readonly sessionId: string;
  readonly isNew: boolean;
  readonly firstSeq: number;
  readonly scopes: ScopeSet;
  readonly key: string;
  readonly known: ReadonlyMap<string, ScopeSet>;
}

/**
 * Where the write goes: the session, made on the way where none is named and there are turns, and the selector.
 * @throws LociError `not_found` for a session that the caller does not see, `forbidden` for one that it may not write to
 */
async function findPlace(
  parts: Parts,
  tx: Transaction,
  contextId: string,
  request: graph.WriteMemoryRequest,
  regions: { readonly write: Region; readonly read: Region },
  asked: ScopeSet | undefined,
): Promise<Place> {
  if (request.sessionId === "") {
    const { byKey } = await parts.scopeSets.load(tx, contextId);
    const scopes = asked ?? regionAsScopeSet(regions.write);
    const isNew = request.turns.length > 0;
    return { sessionId: isNew ? parts.ids("session") : "", isNew, firstSeq: 0, scopes, key: shortKey(scopes), known: byKey };
  }
  const session = await readSession(tx, contextId, text("/sessionId", request.sessionId, 256), !request.dryRun);
  // Loaded after the session's lock: the selector of a session that is seen is then seen as well.
  const { byKey } = await parts.scopeSets.load(tx, contextId);
  const own = session && byKey.get(session.scopeSet);
  if (session === undefined || own === undefined || !(isVisible(regions.read, own) || isVisible(regions.write, own))) {
    throw new LociError("not_found", "There is no such session.");
  }
  if (!coversAll(regions.write, own)) throw new LociError("forbidden", "memory:write does not cover the session's scopes.");
  const scopes = asked ?? own;
  return { sessionId: session.id, isNew: false, firstSeq: session.nextSeq, scopes, key: shortKey(scopes), known: byKey };
}
