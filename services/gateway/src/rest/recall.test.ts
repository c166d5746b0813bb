import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { retrieval } from "@loci/protos";
import { authOfOneKey, startGateway, type RunningGateway } from "../testing/gateway.ts";

let gateway: RunningGateway;
const asked: retrieval.QueryRequest[] = [];
const contexts: retrieval.ContextRequest[] = [];

const leg = { leg: "bm25", rank: 1, score: 7.5, contribution: 0.5 };
const trace: retrieval.Trace = {
  id: "trace:1",
  createdAt: "2024-05-01T10:00:00.000Z",
  query: "Where does Ana live?",
  mode: "",
  tier: "hybrid",
  tierReason: "no direct answer",
  latencyMs: 3.6,
  retrievedCount: 12,
  cached: false,
  source: "test",
  principalId: "agent",
  delegatedPrincipalId: "",
  degraded: ["vector"],
  seedEntities: ["person/Ana"],
  hits: [{ id: "attribute:1", source: "attribute", rank: 1, score: 0.9, legs: [leg] }],
  stageMs: { head: 0.5, index: 7, search: 1.5 },
  ...{ kind: "retrieval", keyId: "key:1", sessionId: "", responseText: "", parents: [], model: "" },
  ...{ inputTokens: 0, outputTokens: 0, reusedFrom: "" },
};
const hit: retrieval.Hit = {
  id: "attribute:1",
  source: "attribute",
  text: "Ana residence: Lisbon",
  score: 0.9,
  occurredAt: "2024-05-01T10:00:00.000Z",
  scopes: { clauses: [{ paths: ["org/a"] }] },
  labels: [],
  turnId: "turn:1",
  sessionId: "session:1",
  role: "",
  speaker: "",
  entityId: "entity:1",
  entity: "person/Ana",
  key: "residence",
  value: "Lisbon",
  subject: "",
  label: "",
  object: "",
  validFrom: "",
  validUntil: "",
  uncertaintyIds: ["uncertainty:1"],
  memoryCategory: "identity",
  confidence: 0.8,
  ...{ documentId: "", documentTitle: "", section: "", positionPercent: 0, charStart: 0, charEnd: 0 },
  standing: { kind: "disputed", endedBy: [], until: "", endedParts: [] },
};

let shown = hit;

beforeAll(async () => {
  gateway = await startGateway({
    settings: { maxQueryK: 20 },
    graph: { listDecisions: async () => ({ decisions: [] }) },
    retrieval: {
      async query(request) {
        asked.push(request);
        return {
          tier: "hybrid",
          classification: "hybrid",
          hits: [shown],
          seedEntities: ["person/Ana"],
          queryMs: 3.6,
          trace,
          contextHits: [],
        };
      },
      async context(request) {
        contexts.push(request);
        return { context: "Ana lives in Lisbon.", queryMs: 1.2, tier: "direct", leftOut: 2 };
      },
      async getTrace({ id }) {
        if (id !== "trace:1") throw new LociError("not_found", "There is no such trace.");
        return trace;
      },
    },
  });
});
afterAll(() => gateway.close());

const query = "/api/v1/acme/query";

describe("POST /query", () => {
  it("answers hits, tier and trace in the contract's shapes", async () => {
    const { status, json } = await gateway.send(query, { body: { query: "Where does Ana live?" } });
    expect(status).toBe(200);
    expect(json).toEqual({
      classificationKind: "hybrid",
      contextHits: [],
      tier: "hybrid",
      queryMs: 4,
      seedEntities: ["person/Ana"],
      hits: [
        {
          id: "attribute:1",
          source: "attribute",
          text: "Ana residence: Lisbon",
          score: 0.9,
          occurredAt: "2024-05-01T10:00:00.000Z",
          scopes: [["org/a"]],
          labels: [],
          turnId: "turn:1",
          sessionId: "session:1",
          entityId: "entity:1",
          entity: "person/Ana",
          key: "residence",
          value: "Lisbon",
          memoryCategory: "identity",
          confidence: 0.8,
          standing: "disputed",
          disagreement: { uncertaintyIds: ["uncertainty:1"] },
        },
      ],
      trace: {
        latencyMs: 4,
        resolutionTier: "hybrid",
        retrievedCount: 12,
        tierReason: "no direct answer",
        topScores: [0.9],
        traceId: "trace:1",
        mode: "",
        degraded: ["vector"],
        stageMs: { head: 7.5, search: 1.5 },
        hits: trace.hits,
      },
    });
  });

  it("says what ended a hit, and which parts of it", async () => {
    const ended = { text: "Ana residence: Rome", spanStart: 0, spanEnd: 9, endedBy: "attribute:1" };
    const until = "2024-02-01T00:00:00.000Z";
    const standing = { kind: "ended", endedBy: ["attribute:1"], until, endedParts: [{ ...ended, factId: "attribute:0", until }] };
    shown = { ...hit, standing, validUntil: until };
    const { json } = await gateway.send(query, { body: { query: "a", includeEnded: true } });
    shown = hit;
    expect(asked.at(-1)?.includeEnded).toBe(true);
    expect(json["hits"]).toMatchObject([
      {
        ...{ standing: "ended", validUntil: until, endedBy: ["attribute:1"] },
        endedParts: [{ ...ended, factId: "attribute:0", validUntil: until }],
      },
    ]);
  });

  it("asks for ten of everything at present when nothing else is said", async () => {
    await gateway.send(query, { body: { query: "a", include: [], labels: null, lens: null } });
    expect(asked.at(-1)).toEqual({
      query: "a",
      k: 10,
      lens: null,
      labels: [],
      includeFacts: true,
      includePassages: true,
      mode: "",
      time: { asOf: "", atInstant: "", validFrom: "", validUntil: "", recordedAsOf: "" },
      includeDuplicates: false,
      includeEnded: false,
      source: "",
      sessionId: "",
    });
  });

  it("takes the aliases of the quick reference", async () => {
    await gateway.send(query, {
      body: { query: "a", scope: ["org/a"], limit: 3, as_of: "2024-01-01T00:00:00Z", include: ["facts"] },
    });
    const request = asked.at(-1);
    expect(request).toMatchObject({
      k: 3,
      lens: { clauses: [{ paths: ["org/a"] }] },
      includeFacts: true,
      includePassages: false,
    });
    expect(request?.time?.asOf).toBe("2024-01-01T00:00:00.000Z");
  });

  it("takes a selector by the names of reads and of writes, where they agree", async () => {
    for (const name of ["lens", "scope", "scopes"]) {
      expect((await gateway.send(query, { body: { query: "a", [name]: ["org/a"] } })).status).toBe(200);
      expect(asked.at(-1)?.lens).toEqual({ clauses: [{ paths: ["org/a"] }] });
    }
    const { status, json } = await gateway.send(query, { body: { query: "a", lens: ["org/a"], scopes: ["org/b"] } });
    expect([status, json["errors"]]).toEqual([400, [{ pointer: "/scopes", detail: "gives 'lens' a second, different value" }]]);
  });

  it("takes two aliases that agree", async () => {
    expect((await gateway.send(query, { body: { query: "a", k: 3, limit: 3 } })).status).toBe(200);
  });

  it("clamps the cap of k down to the setting, never up", async () => {
    const { status, json } = await gateway.send(query, { body: { query: "a", k: 21 } });
    expect([status, json["errors"]]).toEqual([400, [{ pointer: "/k", detail: "must be from 1 to 20" }]]);
  });
});

describe("POST /context", () => {
  it("answers one text", async () => {
    const { json } = await gateway.send("/api/v1/acme/context", { body: { query: "a", k: 5, scopeView: "merged" } });
    expect(json).toEqual({ context: "Ana lives in Lisbon.", queryMs: 1, tier: "direct", leftOut: 2 });
    const time = { asOf: "", atInstant: "", validFrom: "", validUntil: "", recordedAsOf: "" };
    expect(contexts.at(-1)).toEqual({ query: "a", k: 5, lens: null, labels: [], time, includeEnded: false, maxTokens: 0 });
  });

  it("takes the times of a query, and what has ended", async () => {
    const body = { query: "a", asOf: "2024-01-01T00:00:00Z", include_ended: true };
    expect((await gateway.send("/api/v1/acme/context", { body })).status).toBe(200);
    expect(contexts.at(-1)).toMatchObject({ time: { asOf: "2024-01-01T00:00:00.000Z" }, includeEnded: true });
  });
});

describe("GET /traces/{id}", () => {
  it("answers the record with each leg's part of each hit", async () => {
    const { json } = await gateway.send("/api/v1/acme/traces/trace:1");
    expect(json).toMatchObject({
      cached: false,
      id: "trace:1",
      latencyMs: 4,
      queryText: "Where does Ana live?",
      resolutionTier: "hybrid",
      tierReason: "no direct answer",
      parent: null,
      retrievals: [
        {
          id: "trace:1",
          mode: "",
          retrievedIds: ["attribute:1"],
          returned: [{ id: "attribute:1", rank: 1, score: 0.9, table: "attribute" }],
          scores: [0.9],
          tierEntered: 4,
        },
      ],
      hits: [{ id: "attribute:1", legs: [leg] }],
      stageMs: { head: 7.5, search: 1.5 },
    });
  });

  it("tells a reader of the whole context alone how long the index took in what anybody wrote", async () => {
    const auth = authOfOneKey({}, { "memory:read": ["/"] });
    const graph = { listDecisions: async () => ({ decisions: [] }) };
    const whole = await startGateway({ auth, graph, retrieval: { getTrace: async () => trace } });
    const { json } = await whole.send("/api/v1/acme/traces/trace:1");
    await whole.close();
    expect(json).toMatchObject({ stageMs: { head: 0.5, index: 7, search: 1.5 } });
  });

  it("answers 404 for a trace that is not the caller's to see", async () => {
    expect((await gateway.send("/api/v1/acme/traces/trace:2")).status).toBe(404);
  });
});
