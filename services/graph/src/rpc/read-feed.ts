import { entityText, factText, kindOf } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import { timeText } from "@loci/platform/db";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { withoutSpans } from "../memory/echoes/spans.ts";
import { readFeedAfter } from "../store/feed.ts";
import { entitiesById, type StoredEntity } from "../store/read-entities.ts";
import { recordedFacts, type NamedFact } from "../store/read-facts.ts";
import { chunksById, sectionsById, type ReadChunk, type ReadSection } from "../store/read-chunks.ts";
import { embeddingsOf, turnsById } from "../store/read-turns.ts";
import { present } from "../store/time-view.ts";
import type { Turn } from "../store/turns.ts";
import { integer } from "./checks.ts";
import { reading, type Parts, type Reading } from "./deps.ts";

/** The kinds of record that can be searched for; a change of another kind moves the position alone. */
const searchable = new Set(["turn", "memory_chunk", "attribute", "relation", "entity", "chunk", "section"]);

/**
 * Of the records of one answer, in bytes about, one record at least: they are indexed in one transaction, and a long text takes as much of it as
 * thousands of short ones.
 */
const maxBytes = 512 * 1024;

/** What changed after a position, each record once and as it is now; less than was asked for where it would be too large for a message. */
export async function readFeed(parts: Parts, request: graph.ReadFeedRequest, call: Call): Promise<graph.ReadFeedResponse> {
  requireService(call);
  const after = integer("/after", request.after, 0, Number.MAX_SAFE_INTEGER);
  const limit = integer("/limit", request.limit, 1, 10_000);
  return reading(parts, call, present, async (read) => {
    const entries = await readFeedAfter(read.tx, read.sight.contextId, after, limit);
    const found = await recordsOf(
      entries.map((entry) => entry.id),
      read,
    );
    const { told, records } = withinOneMessage(entries, new Map(found.map((record) => [record.id, record])));
    const changes = told.map(({ seq, recordedAt }) => ({ position: seq, recordedAt: timeText(recordedAt) }));
    return { records, position: told.at(-1)?.seq ?? after, changes };
  });
}

/** The first entries whose records fit, one at least, and these records, each once. */
function withinOneMessage<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  found: ReadonlyMap<string, graph.FeedRecord>,
): { told: Entry[]; records: graph.FeedRecord[] } {
  const told: Entry[] = [];
  const records = new Map<string, graph.FeedRecord>();
  let bytes = 0;
  for (const entry of entries) {
    const record = records.has(entry.id) ? undefined : found.get(entry.id);
    bytes += record === undefined ? 0 : Buffer.byteLength(record.text) + record.embedding.length;
    if (bytes > maxBytes && told.length > 0) break;
    told.push(entry);
    if (record !== undefined) records.set(record.id, record);
  }
  return { told, records: [...records.values()] };
}

/** These records as the feed would give them. */
export async function readSearchable(
  parts: Parts,
  { ids }: graph.ReadSearchableRequest,
  call: Call,
): Promise<graph.ReadSearchableResponse> {
  requireService(call);
  return reading(parts, call, present, async (read) => ({ records: await recordsOf(ids, read) }));
}

async function recordsOf(asked: readonly string[], { tx, sight, scopeSets }: Reading): Promise<graph.FeedRecord[]> {
  const ids = [...new Set(asked)].filter((id) => searchable.has(kindOf(id) ?? ""));
  const ofKind = (...kinds: string[]) => ids.filter((id) => kinds.includes(kindOf(id) ?? ""));
  const some = async <T>(asked: string[], read: (asked: string[]) => Promise<T[]>) => (asked.length === 0 ? [] : read(asked));
  const turns = await some(ofKind("turn", "memory_chunk"), (asked) => turnsById(tx, sight, asked));
  const facts = await some(ofKind("attribute", "relation"), (asked) => recordedFacts(tx, sight, asked));
  const entities = await some(ofKind("entity"), (asked) => entitiesById(tx, sight, asked));
  const chunks = await some(ofKind("chunk"), (asked) => chunksById(tx, sight, asked));
  const sections = await some(ofKind("section"), (asked) => sectionsById(tx, sight, asked));
  const embeddings = ids.length === 0 ? new Map<string, Uint8Array>() : await embeddingsOf(tx, sight.contextId, ids);
  const records = new Map<string, Searchable>([
    ...turns.map((turn) => [turn.chunkId === "" ? turn.id : turn.chunkId, passage(turn)] as const),
    ...facts.flatMap((fact) => (fact.quarantined || fact.mergedInto !== "" ? [] : [[fact.id, statement(fact)] as const])),
    ...entities.map((entity) => [entity.id, named(entity)] as const),
    ...chunks.map((chunk) => [chunk.id, inDocument("chunk", chunk)] as const),
    ...sections.map((section) => [section.id, inDocument("section", section)] as const),
  ]);
  const feedRecord = (id: string): graph.FeedRecord => {
    const record = records.get(id);
    if (record === undefined) return { ...blank, id, removed: true };
    const { scopeSet, ...fields } = record;
    const embedding = embeddings.get(id) ?? new Uint8Array();
    return { ...blank, ...fields, id, scopes: scopeSetMessage(scopeSets.byKey.get(scopeSet) ?? []), embedding };
  };
  return ids.map(feedRecord);
}

type Searchable = Partial<graph.FeedRecord> & { readonly scopeSet: string };

const blank: Omit<graph.FeedRecord, "id"> = {
  ...{ removed: false, class: "", scopes: null, text: "", speaker: "", sessionId: "", seq: 0, entityIds: [], labels: [] },
  ...{ knownAt: "", knownUntil: "", embedding: new Uint8Array(), documentId: "" },
};

function passage({ content, echoes, speaker, sessionId, seq, labels, knownAt, scopeSet }: Turn): Searchable {
  return {
    class: "passage",
    text: withoutSpans(content, echoes).text,
    speaker,
    sessionId,
    seq,
    labels: [...labels],
    knownAt,
    scopeSet,
  };
}

function statement(fact: NamedFact): Searchable {
  return {
    class: "fact",
    text: factText(fact.subjectName, fact.key, fact.objectName || fact.value),
    entityIds: [fact.entityId, ...(fact.targetEntityId === "" ? [] : [fact.targetEntityId])],
    ...{ labels: [...fact.labels], knownAt: fact.knownAt, knownUntil: fact.knownUntil, scopeSet: fact.scopeSet },
  };
}

function inDocument(of: "chunk" | "section", one: ReadChunk | ReadSection): Searchable {
  const { text, documentId, position: seq, labels, knownAt, scopeSet } = one;
  return { class: of, text, documentId, seq, labels: [...labels], knownAt, scopeSet };
}

function named({ id, type, name, knownAt, scopeSet }: StoredEntity): Searchable {
  return { class: "entity", text: entityText(type, name), entityIds: [id], knownAt, scopeSet };
}
