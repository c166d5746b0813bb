import { describe, expect, it } from "@jest/globals";
import { entityPath } from "@loci/e2e/parts/memory";
import type { World } from "./world.ts";

const text = expect.any(String);
const number = expect.any(Number);
const boolean = expect.any(Boolean);
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const category = expect.stringMatching(/^(identity|knowledge|context)$/);
const tier = expect.stringMatching(/^(direct|cache|hybrid|full_context)$/);
const id = (kind: string) => expect.stringMatching(new RegExp(`^${kind}:[0-9a-z]{26}$`));
const listOf = (shape: object) => expect.arrayContaining([expect.objectContaining(shape)]);

const entityDetail = {
  ...{ createdAt: timestamp, entityType: text, id: id("entity"), importance: number },
  ...{ memoryCategory: category, name: text, updatedAt: timestamp },
};
const attributeDetail = {
  ...{ createdAt: timestamp, entity: text, id: id("attribute"), importance: number },
  ...{ key: text, memoryCategory: category, value: text },
};
const relationDetail = {
  ...{ createdAt: timestamp, id: id("relation"), label: text, memoryCategory: category, object: text, subject: text },
};
const extraction = {
  attributes: listOf({ entityId: id("entity"), id: id("attribute"), key: text, memoryCategory: category, value: text }),
  corrections: listOf({ entityId: id("entity"), key: text, newValue: text, oldValue: text }),
  entities: listOf({ entityType: text, id: id("entity"), isNew: boolean, memoryCategory: category, name: text }),
  instructions: listOf({ description: text, id: id("instruction"), label: text }),
  relations: listOf({ label: text, memoryCategory: category, object: text, subject: text }),
  turnId: id("turn"),
  uncertainties: listOf({ about: text, reason: text }),
};

/** Every field that an existing client reads (contract: wire shapes) is there, with its type. */
export function wireShapes(world: World): void {
  describe("the wire shape", () => {
    const eventful = "I moved to Porto. My brother is called Tom. I was born on 4 May 1990. Please always answer in German.";
    const before = "I live in Lisbon. I was born on 3 May 1990.";

    it("of FactsResponse, with everything that an extraction may hold", async () => {
      const memory = await world().tenant();
      await memory.remember(before);
      expect(await memory.remember(eventful)).toMatchObject({
        mode: "full",
        sessionId: id("session"),
        turnId: id("turn"),
        extraction,
      });
    });

    it("of FactsBatchResponse", async () => {
      const memory = await world().tenant();
      await memory.remember(before);
      expect(await memory.converse([["user", eventful]])).toMatchObject({
        extractions: [extraction],
        sessionId: id("session"),
        turnIds: [id("turn")],
      });
    });

    it("of EntityListResponse, EntityResponse and EntityHistoryResponse", async () => {
      const memory = await world().tenant();
      await memory.remember(before);
      await memory.remember(eventful);
      expect((await memory.get("/entities")).body).toMatchObject({ entities: listOf(entityDetail) });
      const user = await memory.get(entityPath("Person/user"));
      expect(user.body).toMatchObject({
        entity: entityDetail,
        attributes: listOf(attributeDetail),
        relations: listOf(relationDetail),
      });
      expect((await memory.get(`${entityPath("Person/user")}/history/residence`)).body).toMatchObject({
        history: [
          {
            ...attributeDetail,
            value: "Porto",
            supersedes: id("attribute"),
            source: { kind: "turn", ref: id("turn"), sessionId: id("session") },
          },
          { ...attributeDetail, value: "Lisbon", supersededBy: id("attribute") },
        ],
      });
    });

    it.each([
      ["direct", "Where does Mina live?", {}],
      ["full_context", "What is there to know?", {}],
      ["hybrid", "Where does Mina live?", { mode: "hybrid" }],
    ])("of QueryMemoryResponse (%s)", async (expected, query, fields) => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon, and nobody ever asked the parrot about it.");
      const answer = await memory.recall(query, fields);
      expect(answer).toMatchObject({
        classificationKind: expect.stringMatching(/^(direct_lookup|hybrid|full_context)$/),
        hits: listOf({ id: text, score: number, source: expect.stringMatching(/^(attribute|entity|memory_chunk)$/), text }),
        queryMs: number,
        seedEntities: expect.any(Array),
        tier: expected,
        trace: {
          latencyMs: number,
          resolutionTier: tier,
          retrievedCount: number,
          tierReason: text,
          topScores: expect.any(Array),
          traceId: id("trace"),
        },
      });
      expect([answer.queryMs, answer.trace.retrievedCount].every(Number.isInteger)).toBe(true);
    });

    it("of TraceRecord", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon.");
      const { trace } = await memory.recall("Where does Mina live?", { mode: "hybrid" });
      const summary = {
        ...{ createdAt: timestamp, id: text, latencyMs: number, mode: text, retrievedIds: expect.arrayContaining([text]) },
        ...{
          returned: listOf({ id: text, table: text }),
          scores: expect.arrayContaining([number]),
          tierEntered: number,
          tierReason: text,
        },
      };
      expect((await memory.get(`/traces/${trace.traceId}`)).body).toMatchObject({
        ...{ cached: boolean, createdAt: timestamp, id: trace.traceId, latencyMs: number, queryText: "Where does Mina live?" },
        ...{ resolutionTier: tier, tierReason: text, retrievals: [summary] },
      });
    });

    it("of ContextQueryResponse", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon.");
      const { body } = await memory.post("/context", { query: "Where does Mina live?" });
      expect(body).toMatchObject({ context: text, queryMs: number, tier });
    });

    it("of Whoami, ScopeNode and KeyDetail", async () => {
      const memory = await world().tenant("org/a");
      expect((await memory.get("/me")).body).toMatchObject({
        ...{ displayName: text, effectiveGrants: { "memory:read": ["/"] }, grants: { "memory:write": ["/"] }, kind: text },
        principalId: text,
      });
      expect((await memory.get("/scopes")).body).toEqual(listOf({ createdAt: timestamp, path: "org/a" }));
      expect((await memory.get("/keys")).body).toEqual(listOf({ createdAt: timestamp, id: text, name: "admin" }));
    });

    it("of a problem document", async () => {
      const memory = await world().tenant();
      const { status, body } = await memory.post("/query", { query: "x", mode: "psychic" });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          ...{ type: expect.stringMatching(/^urn:loci:problem:/), title: text, status: 400, detail: text },
          ...{
            instance: expect.stringContaining("/query"),
            traceId: id("trace"),
            errors: [{ pointer: "/mode", detail: text }],
          },
        },
      });
    });
  });
}
