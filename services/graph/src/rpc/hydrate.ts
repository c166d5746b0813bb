import { entityText, factText, kindOf, toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { Transaction } from "@loci/ports/database";
import type { common, graph } from "@loci/protos";
import { entitiesById, type StoredEntity } from "../store/read-entities.ts";
import {
  factsById,
  openUncertainties,
  sourcesOf,
  type FactSource,
  type NamedFact,
  type OpenUncertainty,
  type Sight,
} from "../store/read-facts.ts";
import { chunkRecord, placeInDocument, sectionRecord } from "../documents/records.ts";
import { withoutSpans } from "../memory/echoes/spans.ts";
import { disputedElsewhere } from "../memory/elsewhere.ts";
import { current, factStanding, momentOf, passageStanding, type Moment, type ReadPart, type Standing } from "../memory/standing.ts";
import { chunksById, sectionsById, type ReadChunk } from "../store/read-chunks.ts";
import { partsOf } from "../store/read-standing.ts";
import { turnsById } from "../store/read-turns.ts";
import type { Turn } from "../store/turns.ts";
import { blankRecord } from "./blank-record.ts";
import { atMost, text, timeView } from "./checks.ts";
import { reading, type Parts } from "./deps.ts";

const maxIds = 512;

/**
 * The records of these ids as the truth has them, in the order asked; what the caller does not see, or what does not stand, is
 * left out.
 */
export async function hydrate(parts: Parts, request: graph.HydrateRequest, call: Call): Promise<graph.HydrateResponse> {
  return recordsOf(parts, { ...request, includeEnded: false }, call, false);
}

/** The same, each with its standing; those of facts that have ended too, where they are asked for. */
export async function hydrateHits(parts: Parts, request: graph.HydrateHitsRequest, call: Call): Promise<graph.HydrateResponse> {
  return recordsOf(parts, request, call, true);
}

async function recordsOf(
  parts: Parts,
  request: graph.HydrateHitsRequest,
  call: Call,
  withStanding: boolean,
): Promise<graph.HydrateResponse> {
  atMost("/ids", request.ids, maxIds);
  const ids = [...new Set(request.ids.map((id, i) => text(`/ids/${i}`, id, 256)))];
  const ofKind = (...kinds: string[]) => ids.filter((id) => kinds.includes(kindOf(id) ?? ""));
  const view = timeView(request.time);
  return reading(parts, call, view, async ({ tx, sight, scopeSets }) => {
    const read = <T>(wanted: readonly string[], from: (tx: Transaction, sight: Sight, ids: readonly string[]) => Promise<T[]>) =>
      wanted.length === 0 ? [] : from(tx, sight, wanted);
    // Together: the database answers in order, and nobody waits between two questions.
    const [turns, facts, sections, entities] = await Promise.all([
      read(ofKind("turn", "memory_chunk"), turnsById),
      read(ofKind("attribute", "relation"), (...asked) => factsById(...asked, request.includeEnded)),
      read(ofKind("section"), sectionsById),
      read(ofKind("entity"), entitiesById),
    ]);
    const factIds = facts.map((fact) => fact.id);
    const passages = { turnIds: turns.map((turn) => turn.id), chunkIds: ofKind("chunk"), sectionIds: ofKind("section") };
    const [sources, uncertainties, readParts] = await Promise.all([
      sourcesOf(tx, sight, factIds),
      openUncertainties(tx, sight, { factIds }),
      withStanding ? partsOf(tx, sight, passages) : new Map<string, ReadPart[]>(),
    ]);
    // The chunks that were asked for, and those that facts were read from, whenever that was.
    const inChunks = [...new Set([...ofKind("chunk"), ...sources.flatMap((source) => source.chunk?.id ?? [])])];
    const chunks = await read(inChunks, chunksById);

    const scopesOf = (key: string) => scopeSetMessage(scopeSets.byKey.get(key) ?? []);
    const asked = new Set(ids);
    const records = new Map<string, graph.MemoryRecord>();
    const add = (record: graph.MemoryRecord) => asked.has(record.id) && records.set(record.id, record);
    for (const turn of turns) {
      add(turnRecord(turn, turn.id, "turn", scopesOf(turn.scopeSet)));
      if (turn.chunkId !== "") add(turnRecord(turn, turn.chunkId, "memory_chunk", scopesOf(turn.scopeSet)));
    }
    for (const chunk of chunks) add({ ...blankRecord, ...chunkRecord(chunk, scopesOf(chunk.scopeSet)) });
    for (const section of sections) add({ ...blankRecord, ...sectionRecord(section, scopesOf(section.scopeSet)) });
    for (const fact of facts) add(factRecord(fact, sources, chunks, uncertainties, scopesOf(fact.scopeSet)));
    for (const entity of entities) add(entityRecord(entity, scopesOf(entity.scopeSet)));
    const found = ids.flatMap((id) => records.get(id) ?? []);
    if (!withStanding) return { records: found };
    const moment = momentOf(view, toTimestamp(parts.clock()));
    const factOf = new Map(facts.map((fact) => [fact.id, fact]));
    const shown = shownParts(turns, readParts);
    const elsewhere = disputedElsewhere(facts, moment);
    return { records: found.map((record) => stood(record, factOf.get(record.id), shown, { moment, elsewhere })) };
  });
}

/** What a record says, compared with the moment that the view asks for. */
function stood(
  record: graph.MemoryRecord,
  fact: NamedFact | undefined,
  readParts: ReadonlyMap<string, readonly ReadPart[]>,
  { moment, elsewhere }: { readonly moment: Moment; readonly elsewhere: ReadonlySet<string> },
): graph.MemoryRecord {
  if (record.kind === "entity") return { ...record, standing: message(current) };
  if (fact) {
    return {
      ...record,
      standing: message(factStanding(fact, fact.supersededBy, record.uncertaintyIds.length > 0 || elsewhere.has(fact.id), moment)),
    };
  }
  const parts = readParts.get(record.turnId || record.id) ?? [];
  const found = passageStanding(record.text, parts, moment);
  const isElsewhere = found.kind === "current" && parts.some(({ factId }) => elsewhere.has(factId));
  const standing: Standing = isElsewhere ? { ...found, kind: "disputed" } : found;
  const isDisputed = standing.kind === "disputed";
  const uncertaintyIds = isDisputed ? [...new Set(parts.flatMap((part) => part.uncertaintyIds))].sort() : record.uncertaintyIds;
  return { ...record, uncertaintyIds, standing: message(standing) };
}

function message({ kind, endedBy, until, endedParts }: Standing): graph.Standing {
  return { kind, endedBy: [...endedBy], until, endedParts: [...endedParts] };
}

/** Where a turn's parts are in what its passage shows: it leaves out what the service itself had returned. */
function shownParts(turns: readonly Turn[], parts: ReadonlyMap<string, ReadPart[]>): ReadonlyMap<string, ReadPart[]> {
  const echoing = turns.filter(({ echoes }) => echoes.length > 0);
  if (echoing.length === 0) return parts;
  const placed = echoing.map(({ id, content, echoes }) => {
    const { place } = withoutSpans(content, echoes);
    const own = (parts.get(id) ?? []).map((part) =>
      part.spanStart < 0 ? part : { ...part, spanStart: place(part.spanStart), spanEnd: place(part.spanEnd) },
    );
    return [id, own] as const;
  });
  return new Map([...parts, ...placed]);
}

function turnRecord(turn: Turn, id: string, kind: string, scopes: common.ScopeSet): graph.MemoryRecord {
  const { content, echoes, labels, knownAt, recordedAt, sessionId, role, speaker, seq, stream } = turn;
  return {
    ...blankRecord,
    id,
    kind,
    scopes,
    text: withoutSpans(content, echoes).text,
    labels: [...labels],
    knownAt,
    recordedAt,
    turnId: turn.id,
    sessionId,
    role,
    speaker,
    seq,
    stream,
  };
}

function factRecord(
  fact: NamedFact,
  sources: readonly FactSource[],
  chunks: readonly ReadChunk[],
  uncertainties: readonly OpenUncertainty[],
  scopes: common.ScopeSet,
): graph.MemoryRecord {
  const { id, labels, knownAt, knownUntil, validFrom, recordedAt, entityId, key, confidence, importance, stream, targetEntityId } =
    fact;
  const value = fact.objectName || fact.value;
  const own = sources.filter((source) => source.factId === id);
  const read = own.find((source) => source.kind === "turn");
  const chunk = chunks.find((one) => own.some((source) => source.chunk?.id === one.id));
  const inDocument = own.find((source) => source.chunk !== undefined && (chunk === undefined || source.chunk.id === chunk.id));
  return {
    ...blankRecord,
    ...{ id, kind: id.startsWith("relation:") ? "relation" : "attribute", text: factText(fact.subjectName, key, value), scopes },
    ...{ labels: [...labels], knownAt, knownUntil, validFrom, validUntil: fact.closedValidUntil || fact.validUntil, recordedAt },
    ...(read && { turnId: read.turnId, sessionId: read.sessionId, role: read.role, speaker: read.speaker, seq: read.seq }),
    ...(inDocument && { documentId: inDocument.chunk?.documentId ?? "", chunkId: inDocument.chunk?.id ?? "" }),
    ...(inDocument && { spanStart: inDocument.spanStart, spanEnd: inDocument.spanEnd }),
    ...(chunk && placeInDocument(chunk)),
    ...(read && { spanStart: read.spanStart, spanEnd: read.spanEnd }),
    ...{ entityId, entityType: fact.subjectType, entityName: fact.subjectName, key, value, memoryCategory: fact.category },
    ...{ confidence, importance, stream, targetEntityId },
    uncertaintyIds: uncertainties.filter((one) => one.candidates.includes(id)).map((one) => one.id),
  };
}

function entityRecord(entity: StoredEntity, scopes: common.ScopeSet): graph.MemoryRecord {
  const { id, type, name, knownAt, recordedAt, category, importance } = entity;
  return {
    ...blankRecord,
    ...{ id, kind: "entity", text: entityText(type, name), scopes, knownAt, recordedAt },
    ...{ entityId: id, entityType: type, entityName: name, memoryCategory: category, importance },
  };
}
