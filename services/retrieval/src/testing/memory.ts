/** For tests: a graph of plain records in memory, with exactly the calls that this room makes of the real one. */
import { entityText, factText, isVisible, LociError, normaliseName, packVector, type ScopeSet } from "@loci/kernel";
import { regionFor, requireService, type Call } from "@loci/platform/call";
import { scopeSetMessage, scopeSetOf } from "@loci/platform/messages";
import type { Embedder } from "@loci/ports/embedder";
import type { graph } from "@loci/protos";
import type { GraphReader } from "../deps.ts";

const blank: graph.MemoryRecord = {
  ...{ id: "", kind: "", text: "", scopes: null, labels: [], knownAt: "2024-05-01T10:00:00.000Z", knownUntil: "", validFrom: "", validUntil: "" },
  ...{ recordedAt: "2024-05-01T10:00:00.000Z", turnId: "", sessionId: "", role: "", speaker: "", seq: 0, entityId: "", entityType: "" },
  ...{ entityName: "", key: "", value: "", spanStart: -1, spanEnd: -1, memoryCategory: "", confidence: 0.8, importance: 1, stream: "experiential" },
  ...{ uncertaintyIds: [], targetEntityId: "", documentId: "", documentTitle: "", documentSource: "", documentMimeType: "", sectionId: "" },
  ...{ sectionHeading: "", position: 0, charStart: 0, charEnd: 0, positionPercent: 0, chunkId: "", page: 0, isOwn: false },
  duplicateOf: "",
};

const classes: Readonly<Record<string, string>> = { attribute: "fact", relation: "fact", entity: "entity", turn: "passage", memory_chunk: "passage" };

export interface TestMemory {
  readonly graph: GraphReader;
  /** What graph was told, in order. */
  readonly returned: { readonly texts: readonly string[]; readonly kind: string }[];
  readonly reinforced: string[];
  readonly forgets: graph.ForgetRecordsRequest[];
  readonly turns: graph.Turn[];
  instructions: string[];
  /** Stores a turn that is a passage. @returns its id */
  say(content: string, over?: Partial<graph.MemoryRecord>): string;
  /** Stores a fact of a person, with its entity. @returns its id */
  know(who: string, key: string, value: string, over?: Partial<graph.MemoryRecord>): string;
  /** Loses a record without a word in the feed, as a fault would. */
  lose(id: string): void;
}

export function testMemory(embedder: Embedder, scopes: ScopeSet = [["org/a"]]): TestMemory {
  const records = new Map<string, graph.MemoryRecord>();
  const feed: string[] = [];
  const turns: graph.Turn[] = [];
  const returned: TestMemory["returned"] = [];
  const reinforced: string[] = [];
  const forgets: graph.ForgetRecordsRequest[] = [];
  let count = 0;
  const id = (kind: string) => `${kind}:${String(++count).padStart(26, "0")}`;
  const put = (record: graph.MemoryRecord) => {
    records.set(record.id, record);
    feed.push(record.id);
    return record.id;
  };
  const entity = (type: string, name: string, own: graph.MemoryRecord["scopes"]) => {
    const known = [...records.values()].find((one) => one.kind === "entity" && one.entityName === name);
    if (known) return known.id;
    const made = id("entity");
    return put({ ...blank, id: made, kind: "entity", text: entityText(type, name), scopes: own, entityId: made, entityType: type, entityName: name });
  };
  const seen = (record: graph.MemoryRecord, call: Call) => isVisible(regionFor(call, "memory:read"), scopeSetOf(record.scopes) ?? []);

  const memory: TestMemory = {
    ...{ returned, reinforced, forgets, turns, instructions: [] },
    say(content, over = {}) {
      const made = id("turn");
      return put({ ...blank, id: made, kind: "turn", text: content, scopes: scopeSetMessage(scopes), turnId: made, role: "user", seq: count, ...over });
    },
    know(who, key, value, over = {}) {
      const own = over.scopes ?? scopeSetMessage(scopes);
      const entityType = over.entityType ?? "Person";
      const entityId = entity(entityType, who, own);
      const text = factText(who, key, value);
      return put({ ...blank, id: id("attribute"), kind: "attribute", text, scopes: own, entityId, entityType, entityName: who, key, value, ...over });
    },
    lose: (lost) => void records.delete(lost),
    graph: {
      head: async () => ({ revision: feed.length }),
      async readFeed({ after, limit }, call) {
        requireService(call);
        const ids = [...new Set(feed.slice(after, after + limit))];
        const vectors = await embedder.embed(ids.map((one) => records.get(one)?.text ?? ""), "passage");
        return {
          records: ids.map((one, i): graph.FeedRecord => {
            const record = records.get(one);
            const fields = record ?? { ...blank, id: one };
            const { text, speaker, sessionId, seq, labels, knownAt, knownUntil, documentId } = fields;
            const embedding = packVector(vectors[i] ?? new Float32Array());
            const shape = { removed: record === undefined, class: classes[fields.kind] ?? fields.kind, scopes: fields.scopes, entityIds: [] };
            return { id: one, ...shape, text, speaker, sessionId, seq, labels, knownAt, knownUntil, documentId, embedding };
          }),
          position: Math.min(feed.length, after + limit),
        };
      },
      async hydrate({ ids }, call) {
        return { records: ids.flatMap((one) => records.get(one) ?? []).filter((record) => seen(record, call)) };
      },
      async findEntities({ names }, call) {
        const wanted = new Map(names.map((name) => [normaliseName(name), name]));
        const found = [...records.values()].filter((one) => one.kind === "entity" && seen(one, call) && wanted.has(normaliseName(one.entityName)));
        return {
          entities: found.map(({ id: own, entityType, entityName }) => ({
            ...{ id: own, entityType, name: entityName, matchedName: wanted.get(normaliseName(entityName)) ?? "" },
          })),
        };
      },
      async neighbourhood({ entityIds }, call) {
        const near = [...records.values()].filter((one) => one.key !== "" && seen(one, call) && entityIds.includes(one.entityId));
        return { facts: near.map(({ id: own, turnId, entityId, key, value }) => ({ id: own, distance: 1, turnId, entityId, key, value })) };
      },
      createSession: async ({ scopes: own }) => ({
        ...{ id: id("session"), createdAt: "", scopes: own, metadataJson: "{}", turns: 0, lastTurnAt: "", state: "open" },
      }),
      async listTurns({ sessionId, limit, newestFirst }) {
        const own = turns.filter((turn) => turn.sessionId === sessionId);
        if (own.length === 0 && !sessionId.startsWith("session:")) throw new LociError("not_found", "There is no such session.");
        return { turns: (newestFirst ? own.toReversed() : own).slice(0, limit), total: own.length };
      },
      getProfile: async () => ({
        ...{ static: [], dynamic: [], preferences: [] },
        instructions: memory.instructions.map((description) => ({ id: "instruction:1", label: "style", description })),
      }),
      async writeMemory({ sessionId, turns: given }) {
        const turnIds = given.map(({ role, speaker, content, knownAt, extraction }) => {
          const made = id("turn");
          turns.push({ id: made, sessionId, seq: turns.length, role, speaker, content, createdAt: knownAt, recordedAt: knownAt, extraction });
          return made;
        });
        return { sessionId, turnIds, chunkIds: [], results: [], replayed: false };
      },
      async noteReturned(request, call) {
        requireService(call);
        returned.push(request);
        return {};
      },
      async reinforce({ ids }, call) {
        requireService(call);
        reinforced.push(...ids);
        return {};
      },
      async forgetRecords(request, call) {
        regionFor(call, "memory:forget");
        forgets.push(request);
        const held = request.ids.flatMap((one) => records.get(one) ?? []);
        if (!request.dryRun) {
          for (const { id: own } of held) {
            records.delete(own);
            feed.push(own);
          }
        }
        const refs = held.map(({ id: own, kind, text }) => ({ id: own, kind, label: text }));
        return { deleted: held.length, refs, receipt: null, documentIds: [], replayed: false };
      },
      async listSearchable({ after, limit }) {
        const ids = [...records.keys()].sort().filter((one) => one > after).slice(0, limit);
        return { ids, next: ids.length < limit ? "" : (ids.at(-1) ?? "") };
      },
      ...{ sectionSiblings: async () => ({ records: [] }), documentEdges: async () => ({ edges: [] }) },
      ...{ listDocuments: async () => ({ documents: [], total: 0 }), searchKeywords: async () => ({ results: [] }) },
      async reannounce({ ids }, call) {
        requireService(call);
        feed.push(...ids);
        return {};
      },
    },
  };
  return memory;
}
