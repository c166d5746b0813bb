import { describe, expect, it } from "@jest/globals";
import type { BatchAnswer, FactsAnswer, Hit, QueryAnswer } from "@loci/e2e/parts/memory";
import { on, type World } from "../main-job/world.ts";
import { answered, until, uploaded } from "./asking.ts";

/** Contract: Remember and recall. */
export function rememberAndRecall(world: World): void {
  const told = "I live in Lisbon. I was born on 3 May 1990. I like green tea. Please always answer in German.";
  const retold = "I moved to Porto. I was born on 4 May 1990. My brother is called Tom.";

  describe("POST /facts", () => {
    it.each(["full", "triples", "preview", "none"])("answers with the shape of infer=%s", async (infer) => {
      const memory = await world().tenant();
      const triples = [{ entity: { type: "Person", name: "Mina" }, key: "residence", value: "Lisbon" }];
      const fields = infer === "triples" ? { triples } : { text: told };
      const answer = answered<FactsAnswer>(await memory.post("/facts", { infer, ...fields }), 200, "FactsResponse");
      expect(answer.mode).toBe(infer);
      if (infer === "none") expect(answer.chunkId).toMatch(/^memory_chunk:/);
      if (infer === "preview") expect([answer.preview, answer.extraction.turnId]).toEqual([true, ""]);
      if (infer !== "none") expect(answer.extraction.attributes.length).toBeGreaterThan(0);
      if (infer === "full")
        expect([answer.sessionId, answer.turnId]).toEqual([expect.stringMatching(/^session:/), answer.extraction.turnId]);
    });

    it("takes every field that the existing client sends, in either spelling", async () => {
      const memory = await world().tenant("org/a");
      const { session_id } = { session_id: (await memory.remember("Mina likes tea.", { scopes: "org/a" })).sessionId };
      const fields = { infer: "full", role: "user", labels: ["topic=work"], scopes: [["org/a"]], memory_category: "context" };
      const text = "Mina works at Acme.";
      answered(
        await memory.post("/facts", { text, ...fields, session_id, observed_at: on("2024-03-01"), triples: [] }),
        200,
        "FactsResponse",
      );
      answered(
        await memory.post("/facts", { text, ...fields, sessionId: session_id, observedAt: on("2024-03-01") }),
        200,
        "FactsResponse",
      );
      const nulls = { memory_category: null, observed_at: null, role: null, session_id: null };
      answered(await memory.post("/facts", { text, scope: "org/a", ...nulls }), 200, "FactsResponse");
    });

    it("does not keep a client waiting that prefers not to, and reads the text soon after", async () => {
      const memory = await world().tenant();
      const reply = await memory.post<FactsAnswer>("/facts", { text: "Mina lives in Lisbon." }, { prefer: "respond-async" });
      expect(answered(reply, 202, "FactsResponse")).toMatchObject({ deferred: true, extraction: null });
      expect(reply.headers.get("preference-applied")).toBe("respond-async");
      answered(
        await until(
          () => memory.get("/entities/Person/Mina"),
          ({ status }) => status === 200,
        ),
        200,
        "EntityResponse",
      );
    });
  });

  describe("POST /facts/batch", () => {
    const messages = [
      { role: "user", content: told, ts: on("2024-03-01") },
      { role: "assistant", content: "Noted.", ts: null },
      { role: "user", content: retold },
    ];

    it.each([
      ["whole_conversation", 1],
      ["per_message", 3],
    ])("with extract=%s gives %i extraction(s) and a turn for each message", async (extract, count) => {
      const memory = await world().tenant();
      const body = { messages, extract, infer: "full", labels: ["a=b"], scopes: [], session_id: null };
      const answer = answered<BatchAnswer>(await memory.post("/facts/batch", body), 200, "FactsBatchResponse");
      expect([answer.extractions.length, answer.turnIds.length]).toEqual([count, 3]);
      expect(answer.extractions.at(-1)?.turnId).toBe(answer.turnIds.at(-1));
    });

    it("reads a conversation as a whole where nothing else is said, and goes on in a session", async () => {
      const memory = await world().tenant();
      const first = answered<BatchAnswer>(await memory.post("/facts/batch", { messages }), 200, "FactsBatchResponse");
      expect(first.extractions).toHaveLength(1);
      const again = await memory.post("/facts/batch", { messages, session_id: first.sessionId });
      expect(answered<BatchAnswer>(again, 200).sessionId).toBe(first.sessionId);
    });
  });

  describe("POST /query", () => {
    const filled = async () => {
      const memory = await world().tenant("org/a", "org/b");
      await memory.remember("Mina lives in Lisbon.", { scopes: "org/a", labels: ["team=red"], observed_at: on("2024-03-01") });
      await memory.remember("Mina moved to Porto.", { scopes: "org/a", labels: ["team=red"], observed_at: on("2024-09-01") });
      await memory.remember("The parrot of Mina sings at noon, whatever the weather.", { infer: "none", scopes: "org/b" });
      return memory;
    };

    it.each([undefined, "hybrid", "vector", "bm25", "graph"])("answers in its shape for mode %s", async (mode) => {
      const memory = await filled();
      const answer = answered<QueryAnswer>(
        await memory.post("/query", { query: "Where does Mina live?", mode }),
        200,
        "QueryMemoryResponse",
      );
      expect(answer.hits.map(({ text }) => text).join("\n")).toMatch(/Porto/);
      if (mode !== undefined) expect(answer.tier).toBe("hybrid");
    });

    it("takes every field that the existing client sends", async () => {
      const memory = await filled();
      const body = {
        ...{ query: "Where does Mina live?", k: 5, lens: [["org/a"], ["org/b"]], labels: ["team=red"], scopeView: "strict" },
        ...{ include: ["facts", "passages"], mode: null, asOf: null, atInstant: null, validFrom: null, validUntil: null },
        ...{ includeDuplicates: false, source: "nightly", sessionId: null, location: null },
      };
      answered(await memory.post("/query", body), 200, "QueryMemoryResponse");
    });

    it.each(["strict", "crossTeam", "merged"])("resolves scope_view=%s as strict", async (scope_view) => {
      const memory = await filled();
      const ask = async (fields: object) =>
        answered<QueryAnswer>(await memory.post("/query", { query: "Mina", lens: "org/b", ...fields }), 200).hits.map(
          ({ id }) => id,
        );
      expect(await ask({ scope_view })).toEqual(await ask({}));
    });

    it("narrows by lens in each of its forms", async () => {
      const memory = await filled();
      const texts = async (lens: unknown) =>
        (await memory.recall("Mina", { lens, mode: "hybrid" })).hits.map(({ text }) => text).join("\n");
      for (const lens of ["org/b", "org/b/", ["org/b"], [["org/b"]]]) {
        expect(await texts(lens)).toMatch(/parrot/);
        expect(await texts(lens)).not.toMatch(/Porto/);
      }
      expect(await texts(["org/a", "org/b"])).toMatch(/Porto[^]*parrot|parrot[^]*Porto/);
      expect(await texts([["org/a", "org/b"]])).toBe("");
    });

    it("filters by labels, and by facts and passages; an empty include narrows nothing", async () => {
      const memory = await filled();
      const sources = async (fields: object) =>
        new Set((await memory.recall("Mina", { k: 50, mode: "hybrid", ...fields })).hits.map(({ source }) => source));
      // The bare name "Mina" is left out: the attribute holds it.
      expect(await sources({ include: ["facts"] })).toEqual(new Set(["attribute"]));
      expect(await sources({ include: ["passages"] })).toEqual(new Set(["memory_chunk"]));
      expect(await sources({ include: [] })).toEqual(await sources({}));
      const { hits } = await memory.recall("Mina", { labels: ["team=red"], k: 50, mode: "hybrid" });
      expect(hits.some(({ text }) => text.includes("parrot"))).toBe(false);
      expect(hits.every(({ labels }) => labels.includes("team=red"))).toBe(true);
    });

    it("tells what was known on a day, in both spellings, and when each hit became known", async () => {
      const memory = await filled();
      for (const field of ["asOf", "as_of"]) {
        const answer = await memory.recall("Where does Mina live?", { [field]: on("2024-05-01") });
        expect(answer.hits[0]).toMatchObject({ text: expect.stringMatching(/Lisbon/), occurredAt: on("2024-03-01") });
      }
    });

    it("gives ten hits where no k is named, at most fifty, and takes limit for k", async () => {
      const memory = await world().tenant();
      await memory.converse(
        Array.from({ length: 60 }, (_, i) => ["user", `Crate ${i} holds lamp ${i * 7} of the heron.`]),
        { infer: "none" },
      );
      const count = async (fields: object) =>
        (await memory.recall("heron lamp crate", { includeDuplicates: true, ...fields })).hits.length;
      expect([await count({}), await count({ k: 50 }), await count({ limit: 3 }), await count({ k: 3, limit: 3 })]).toEqual([
        10, 50, 3, 3,
      ]);
    });

    it("leaves near-duplicates out unless they are asked for", async () => {
      const memory = await world().tenant();
      await memory.remember("The grey heron nests in the old willow by the mill.", { infer: "none" });
      await memory.remember("The grey heron nests in the old willow by the mill!", { infer: "none" });
      const count = async (fields: object) =>
        (await memory.recall("Where does the heron nest?", { mode: "hybrid", ...fields })).hits.length;
      expect([await count({}), await count({ includeDuplicates: true }), await count({ include_duplicates: true })]).toEqual([
        1, 2, 2,
      ]);
    });

    it("gives siblings of a passage's section beside the hits, and does not count them", async () => {
      const memory = await world().tenant();
      const long = (topic: string) => `${topic} `.repeat(150);
      const [pumps, engines] = [long("Pumps hum quietly below deck."), long("Engines rest in winter.")];
      const file = `# Manual\n\nThe blue valve opens at noon. ${pumps}\n\n${engines}\n`;
      await uploaded(memory, { file, metadata: { title: "Manual" } });
      const answer = answered<QueryAnswer & { contextHits: Hit[] }>(
        await memory.post("/query", { query: "When does the blue valve open?", k: 1, mode: "hybrid" }),
        200,
        "QueryMemoryResponse",
      );
      expect(answer.hits).toHaveLength(1);
      expect(answer.contextHits.length).toBeGreaterThan(0);
    });

    it("keeps the source on its trace", async () => {
      const memory = await filled();
      const { trace } = await memory.recall("Where does Mina live?", { source: "nightly" });
      expect((await memory.get(`/traces/${trace.traceId}`)).body).toMatchObject({ source: "nightly" });
    });
  });

  describe("POST /context, GET and POST /state, GET /profile", () => {
    const known = async () => {
      const memory = await world().tenant("org/a");
      await memory.remember(told);
      await memory.remember(retold);
      return memory;
    };

    it("give a block for a prompt", async () => {
      const memory = await known();
      const body = { query: "Where do I live?", k: 5, lens: [], labels: [], scopeView: null };
      expect(answered<{ context: string }>(await memory.post("/context", body), 200, "ContextQueryResponse").context).toMatch(
        /Porto/,
      );
    });

    it("group what is known, with what is unknown, now and at a time", async () => {
      const memory = await known();
      const state = answered<{ unknowns: unknown[]; instructions: unknown[] }>(await memory.get("/state"), 200, "StateResponse");
      expect([state.unknowns.length, state.instructions.length]).toEqual([1, 1]);
      expect(answered(await memory.post("/state", {}), 200, "StateResponse")).toEqual(state);
      const then = answered(await memory.post("/state", { as_of: on("2020-01-01"), lens: "/" }), 200, "StateResponse");
      expect(then).toMatchObject({ knowledge: { attributes: [] }, unknowns: [] });
      expect(answered(await memory.get(`/state?asOf=${on("2020-01-01")}`), 200, "StateResponse")).toEqual(then);
    });

    it("say who somebody is, likes and wants", async () => {
      const memory = await known();
      const profile = answered(await memory.get("/profile"), 200, "ProfileResponse");
      expect(profile).toMatchObject({
        static: expect.arrayContaining([expect.objectContaining({ key: "birth_date" })]),
        preferences: [expect.objectContaining({ key: "likes", value: "green tea" })],
        dynamic: expect.arrayContaining([expect.objectContaining({ key: "residence", value: "Porto" })]),
        instructions: [expect.objectContaining({ label: "response_language" })],
      });
    });
  });
}
