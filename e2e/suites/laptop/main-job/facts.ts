import { describe, expect, it } from "@jest/globals";
import type { FactsAnswer, Memory } from "@loci/e2e/parts/memory";
import { forRefusals, on, type World } from "./world.ts";

const written = ({ extraction }: FactsAnswer) => extraction.attributes.map(({ key, value }) => `${key} ${value}`);
const texts = async (memory: Memory, query: string, fields = {}) =>
  (await memory.recall(query, fields)).hits.map((hit) => hit.text);
const total = async (memory: Memory) => (await memory.entities()).total;

/** POST /facts and POST /facts/batch. */
export function facts(world: World): void {
  const refusing = forRefusals(world, "org/a", "org/b");

  describe("POST /facts", () => {
    it("with infer=full reads who, what and which from a text", async () => {
      const memory = await world().tenant();
      const answer = await memory.remember("Mina lives in Lisbon and works at Acme.");
      expect(answer).toMatchObject({ mode: "full", deferred: false, extraction: { turnId: answer.turnId } });
      expect(answer.extraction.entities).toMatchObject([{ entityType: "Person", name: "Mina", isNew: true }]);
      expect(written(answer)).toEqual(["residence Lisbon", "employer Acme"]);
      expect((await memory.entity("Person/Mina")).attributes.map((fact) => fact.id)).toEqual(
        expect.arrayContaining(answer.extraction.attributes.map((fact) => fact.id)),
      );
    });

    it("is full when nothing else is said, and a known entity is not new again", async () => {
      const memory = await world().tenant();
      const first = await memory.remember("Mina lives in Lisbon.", { infer: "full" });
      const second = await memory.remember("Mina speaks Danish.");
      expect(second.mode).toBe("full");
      expect(second.extraction.entities).toMatchObject([{ id: first.extraction.entities[0]?.id, isNew: false }]);
    });

    it("reads relations between entities", async () => {
      const memory = await world().tenant();
      const { extraction } = await memory.remember("Mina's brother is Tom.");
      expect(extraction.relations).toMatchObject([{ subject: "Mina", label: "sibling", object: "Tom" }]);
      expect((await memory.entity("Person/Mina")).relations).toMatchObject([
        { subject: "Person/Mina", label: "sibling", object: "Person/Tom" },
      ]);
    });

    it("invents nothing: what it cannot read stays a text that recall finds", async () => {
      const memory = await world().tenant();
      const { extraction, turnId } = await memory.remember("The quokka incident remains between us, okay?");
      expect([...extraction.entities, ...extraction.attributes, ...extraction.relations]).toEqual([]);
      expect((await memory.recall("quokka incident")).hits).toMatchObject([{ source: "memory_chunk", turnId }]);
    });

    it("with infer=triples stores what the caller states, values and targets, with their category", async () => {
      const memory = await world().tenant();
      const triples = [
        { entity: { type: "Person", name: "Mina" }, key: "job title", value: "architect", memory_category: "identity" },
        { entity: { type: "Person", name: "Mina" }, key: "manages", target: { type: "Project", name: "Falcon" } },
      ];
      const { status, body } = await memory.post<FactsAnswer>("/facts", { infer: "triples", triples });
      expect({ status, mode: body.mode }).toEqual({ status: 200, mode: "triples" });
      expect(body.extraction).toMatchObject({
        attributes: [{ key: "job_title", value: "architect", memoryCategory: "identity" }],
        relations: [{ subject: "Mina", label: "manages", object: "Falcon" }],
      });
      expect((await memory.entity("Project/Falcon")).entity).toMatchObject({ entityType: "Project", name: "Falcon" });
    });

    it.each([
      ["a category outside the three", { memory_category: "gossip", value: "x" }, "/triples/0/memory_category"],
      ["neither a value nor a target", {}, "/triples/0"],
      ["both a value and a target", { value: "x", target: { type: "Person", name: "Tom" } }, "/triples/0"],
    ])("refuses a triple with %s, by its name", async (_what, fields, pointer) => {
      const memory = await refusing();
      const triples = [{ entity: { type: "Person", name: "Mina" }, key: "title", ...fields }];
      const { status, body } = await memory.post("/facts", { infer: "triples", triples });
      expect({ status, pointers: body.errors?.map((error) => error.pointer) }).toEqual({ status: 400, pointers: [pointer] });
      expect(await total(memory)).toBe(0);
    });

    it("with infer=preview shows what it would store, and stores nothing", async () => {
      const memory = await world().tenant();
      const answer = await memory.remember("Mina lives in Lisbon.", { infer: "preview" });
      expect(answer).toMatchObject({ mode: "preview", preview: true, sessionId: "" });
      expect(written(answer)).toEqual(["residence Lisbon"]);
      expect(await total(memory)).toBe(0);
      expect(await texts(memory, "Where does Mina live?")).toEqual([]);
    });

    it("with infer=none keeps the very text as a chunk, and reads nothing from it", async () => {
      const memory = await world().tenant();
      const text = '  Mina lives in Lisbon —\n\tor so "they" say. 🦜 ';
      const answer = await memory.remember(text, { infer: "none" });
      expect(answer).toMatchObject({ mode: "none", chunkId: expect.stringMatching(/^memory_chunk:[0-9a-z]{26}$/) });
      expect(await total(memory)).toBe(0);
      const { hits } = await memory.recall("Where does Mina live?");
      expect(hits).toMatchObject([{ id: answer.chunkId, text, turnId: answer.turnId, sessionId: answer.sessionId }]);
    });

    it("takes observed_at as the time at which the facts became known", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon.", { observed_at: "2024-03-01T14:00:00+02:00" });
      expect((await memory.entity("Person/Mina")).attributes).toMatchObject([{ createdAt: on("2024-03-01") }]);
      const { hits } = await memory.recall("Where does Mina live?", { includeDuplicates: true });
      expect(new Set(hits.map((hit) => hit.occurredAt))).toEqual(new Set([on("2024-03-01")]));
    });

    it("takes the clock where no time is given", async () => {
      const memory = await world().tenant();
      const before = Date.now();
      await memory.remember("Mina lives in Lisbon.");
      const [fact] = (await memory.entity("Person/Mina")).attributes;
      expect(Date.parse(fact?.createdAt ?? "")).toBeGreaterThanOrEqual(before);
      expect(Date.parse(fact?.createdAt ?? "")).toBeLessThanOrEqual(Date.now());
    });

    it("goes on in a session that is named, under that session's scopes", async () => {
      const memory = await world().tenant("org/a", "org/b");
      const first = await memory.remember("The heron is grey.", { infer: "none", scopes: [["org/a"]] });
      const second = await memory.remember("The egret is white.", { infer: "none", session_id: first.sessionId });
      expect(second.sessionId).toBe(first.sessionId);
      expect(second.turnId).not.toBe(first.turnId);
      expect((await memory.recall("egret")).hits[0]).toMatchObject({ scopes: [["org/a"]] });
      const other = await memory.remember("The ibis is black.", { infer: "none" });
      expect(other.sessionId).not.toBe(first.sessionId);
    });

    it("answers a session that does not exist with 404", async () => {
      const memory = await world().tenant();
      const { status } = await memory.post("/facts", { text: "x", session_id: "session:01hzzzzzzzzzzzzzzzzzzzzzzz" });
      expect(status).toBe(404);
    });

    it("takes every field in camelCase and in snake_case, and scopes in each form", async () => {
      const memory = await world().tenant("org/a");
      const bodies = [
        { text: "One heron.", observedAt: on("2024-01-01"), scopes: "org/a" },
        { text: "Two herons.", observed_at: on("2024-01-01"), scope: ["/org/a/"] },
        { text: "Three herons.", observedAt: on("2024-01-01"), observed_at: on("2024-01-01"), scopes: [["org/a"]] },
      ];
      for (const body of bodies) expect((await memory.post("/facts", { ...body, infer: "none" })).status).toBe(200);
      const { hits } = await memory.recall("herons");
      expect(hits.map(({ scopes, occurredAt }) => ({ scopes, occurredAt }))).toEqual(
        bodies.map(() => ({ scopes: [["org/a"]], occurredAt: on("2024-01-01") })),
      );
    });

    it.each([
      ["two spellings of a field that differ", { observedAt: on("2024-01-01"), observed_at: on("2024-01-02") }, "observed"],
      ["two aliases of a field that differ", { scopes: "org/a", scope: "org/b" }, "scope"],
      ["an unknown field", { trust: 1 }, "/trust"],
      ["a time that is none", { observed_at: "last Tuesday" }, "/observed_at"],
      ["a way to infer that there is not", { infer: "guess" }, "/infer"],
      ["a label without a value", { labels: ["topic"] }, "/labels/0"],
      ["a label of the service's own", { labels: ["_topic=x"] }, "/labels/0"],
      ["a path that is none", { scopes: [["a//b"]] }, "/scopes/0/0"],
    ])("refuses %s, naming it", async (_what, fields, named) => {
      const memory = await refusing();
      const { status, headers, body } = await memory.post("/facts", { text: "Mina lives in Lisbon.", ...fields });
      expect(status).toBe(400);
      expect(headers.get("content-type")).toContain("application/problem+json");
      expect(body.errors?.[0]?.pointer).toContain(named);
      expect(await total(memory)).toBe(0);
    });
  });

  describe("an Idempotency-Key", () => {
    const body = { text: "Mina lives in Lisbon." };
    const headers = { "Idempotency-Key": "one" };

    it("has the stored answer given again, and nothing stored twice", async () => {
      const memory = await world().tenant();
      const first = await memory.post<FactsAnswer>("/facts", body, headers);
      const again = await memory.post<FactsAnswer>("/facts", body, headers);
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body).toEqual(first.body);
      const [fact] = (await memory.entity("Person/Mina")).attributes;
      expect(fact?.sources).toHaveLength(1);
    });

    it("with another body is refused with 409", async () => {
      const memory = await world().tenant();
      await memory.post("/facts", body, headers);
      const other = await memory.post("/facts", { text: "Mina lives in Porto." }, headers);
      expect(other).toMatchObject({ status: 409, body: { status: 409 } });
      expect((await memory.entity("Person/Mina")).attributes).toHaveLength(1);
    });

    it("lets one of two that come together do the work", async () => {
      const memory = await world().tenant();
      const both = await Promise.all([1, 2].map(() => memory.post<FactsAnswer>("/facts", body, headers)));
      expect(both.map(({ status }) => status).filter((status) => status !== 409)).toContain(200);
      expect((await memory.recall("Lisbon", { includeDuplicates: true, include: ["passages"] })).hits).toHaveLength(1);
    });

    it("is free again after a write that failed", async () => {
      const memory = await world().tenant();
      expect((await memory.post("/facts", { ...body, scopes: "not/registered" }, headers)).status).toBe(400);
      expect((await memory.post("/facts", body, headers)).status).toBe(200);
    });

    it("belongs to one principal", async () => {
      const tenant = await world().tenant("org/a");
      const member = await tenant.member({ "memory:write": ["org/a"] });
      const answers = [
        await tenant.post<FactsAnswer>("/facts", body, headers),
        await member.post<FactsAnswer>("/facts", body, headers),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[0]?.body.turnId).not.toBe(answers[1]?.body.turnId);
    });

    it("holds for a batch too", async () => {
      const memory = await world().tenant();
      const messages = [{ role: "user", content: "Mina lives in Lisbon." }];
      const first = await memory.post("/facts/batch", { messages }, headers);
      expect((await memory.post("/facts/batch", { messages }, headers)).body).toEqual(first.body);
      expect((await memory.post("/facts/batch", { messages, extract: "per_message" }, headers)).status).toBe(409);
    });
  });

  describe("POST /facts/batch", () => {
    const talk = [
      ["user", "I'm Mina. I live in Lisbon.", on("2024-03-01")],
      ["assistant", "Nice to meet you!", on("2024-03-02")],
      ["user", "I work at Acme.", on("2024-03-03")],
    ] as const;

    it("reads a whole conversation at once, and names its last turn", async () => {
      const memory = await world().tenant();
      const { extractions, turnIds, sessionId } = await memory.converse(talk);
      expect(sessionId).toMatch(/^session:/);
      expect(new Set(turnIds).size).toBe(3);
      expect(extractions).toHaveLength(1);
      expect(extractions[0]?.turnId).toBe(turnIds[2]);
      expect(extractions[0]?.attributes.map(({ value }) => value)).toEqual(expect.arrayContaining(["Lisbon", "Acme"]));
    });

    it("reads message by message, one result for each", async () => {
      const memory = await world().tenant();
      const { extractions, turnIds } = await memory.converse(talk, { extract: "per_message" });
      expect(extractions.map((one) => one.turnId)).toEqual(turnIds);
      expect(extractions.map((one) => one.attributes.map(({ value }) => value))).toEqual([
        expect.arrayContaining(["Lisbon"]),
        [],
        ["Acme"],
      ]);
    });

    it("reads nothing with infer=none, and keeps each message as a text", async () => {
      const memory = await world().tenant();
      const { turnIds, sessionId } = await memory.converse(talk, { infer: "none" });
      expect(await total(memory)).toBe(0);
      const { hits } = await memory.recall("What did Mina and the assistant say?");
      expect(hits.map(({ turnId }) => turnId).sort()).toEqual([...turnIds].sort());
      expect(new Set(hits.map((hit) => hit.sessionId))).toEqual(new Set([sessionId]));
    });

    it.each(["whole_conversation", "per_message"])("takes each ts as known time (%s)", async (extract) => {
      const memory = await world().tenant();
      const { extractions } = await memory.converse(talk, { extract });
      const { attributes } = await memory.entity(`Person/${extractions[0]?.entities[0]?.name ?? ""}`);
      const known = Object.fromEntries(attributes.map((fact) => [fact.value, fact.createdAt]));
      expect(known).toMatchObject({ Lisbon: on("2024-03-01"), Acme: on("2024-03-03") });
      const { hits } = await memory.recall("work at Acme", { mode: "bm25", include: ["passages"], includeDuplicates: true });
      expect(hits[0]).toMatchObject({ text: talk[2][1], occurredAt: on("2024-03-03") });
    });

    it("goes on in a session that is named", async () => {
      const memory = await world().tenant();
      const first = await memory.converse(talk);
      const second = await memory.converse([["user", "I speak Danish."]], { session_id: first.sessionId });
      expect(second.sessionId).toBe(first.sessionId);
      expect((await memory.converse([["user", "Hello."]], { sessionId: first.sessionId })).sessionId).toBe(first.sessionId);
    });

    it("stores all of it or nothing", async () => {
      const memory = await world().tenant();
      const messages = [
        { role: "user", content: "Mina lives in Lisbon." },
        { role: "robot", content: "Beep." },
      ];
      const { status, body } = await memory.post("/facts/batch", { messages });
      expect({ status, pointer: body.errors?.[0]?.pointer }).toEqual({ status: 400, pointer: "/messages/1/role" });
      expect(await texts(memory, "Lisbon")).toEqual([]);
    });
  });
}
