import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { LociError, toTimestamp } from "@loci/kernel";
import { presentTime, scopeSetMessage } from "@loci/platform/messages";
import type { retrieval } from "@loci/protos";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { by, openRoom, queryRequest, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const ask = (room: Room, question: string, over: Partial<retrieval.QueryRequest> = {}, call = room.all) =>
  room.service.query(queryRequest(question, over), call);
const texts = (answer: retrieval.QueryResponse) => answer.hits.map((hit) => hit.text);
const pets = ["Ann has a parrot.", "Ben has a tortoise.", "Cleo has an old grey pony."];

describe("a question", () => {
  it("is answered by the cheapest tier that knows: graph, cache, all there is, a search", async () => {
    const room = await openRoom(whole);
    await room.know("Person/Ann", "residence", "Boston");
    for (const pet of pets) await room.say(pet);
    const direct = await ask(room, "Where does Ann live?");
    expect(direct).toMatchObject({ tier: "direct", classification: "direct_lookup", seedEntities: ["Person/Ann"] });
    expect(texts(direct)).toEqual(["Ann residence: Boston"]);
    expect((await ask(room, "Where does Ann live?")).tier).toBe("cache");
    expect((await ask(room, "Which animals are kept?")).tier).toBe("full_context");
    const hybrid = await ask(room, "Which animals are kept?", { k: 2 });
    expect([hybrid.tier, hybrid.hits.length]).toEqual(["hybrid", 2]);
    expect((await ask(room, "Where does Ann live?", { mode: "graph" })).tier).toBe("hybrid");
  });

  it("is not answered by the graph alone where something newer may bear on it", async () => {
    const room = await openRoom(whole);
    const told = (text: string, observedAt: string) => room.say(text, { observedAt });
    await room.remember({ text: "Ann lives in Boston.", observedAt: "2024-01-01T00:00:00Z" });
    await told("Ann likes plums.", "2024-02-01T00:00:00Z");
    expect(await ask(room, "Where does Ann live?")).toMatchObject({ tier: "direct" });
    await told("Ann's back in Oslo, she moved there in May.", "2024-06-01T00:00:00Z");
    const asked = await ask(room, "Where does Ann live?");
    expect(asked.tier).not.toBe("direct");
    expect(asked.hits[0]).toMatchObject({ text: "Ann's back in Oslo, she moved there in May.", standing: { kind: "unread" } });
    const [turn] = asked.hits.flatMap((hit) => hit.turnId || hit.id);
    expect(asked.hits.find((hit) => hit.text === "Ann residence: Boston")?.standing).toMatchObject({
      kind: "ended",
      endedBy: [turn],
    });
  });

  it("is not answered by the graph alone where what is newer shares no word with the question or the answer", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "I live in Boston.", observedAt: "2024-01-01T00:00:00Z" });
    await room.say("Plums are cheap.", { observedAt: "2024-02-01T00:00:00Z" });
    expect(await ask(room, "Where do I live?")).toMatchObject({ tier: "direct" });
    await room.say("Unpacking again, the garden is lovely!", { observedAt: "2024-06-01T00:00:00Z" });
    const asked = await ask(room, "Where do I live?");
    expect(asked.tier).not.toBe("direct");
    expect(texts(asked)).toContain("Unpacking again, the garden is lovely!");
  });

  it("is answered by the fact first where newer texts only name whom it asks about", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "My cousin Ann lives in Boston, right behind the station.", observedAt: "2024-01-01T00:00:00Z" });
    await room.say("Ann took the first train back.", { observedAt: "2024-02-01T00:00:00Z" });
    const asked = await ask(room, "Where does Ann live?");
    expect(asked.tier).not.toBe("direct");
    expect(asked.hits[0]?.text).toBe("Ann residence: Boston");
  });

  it("about what was finds what has ended", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "Ann lives in Boston.", observedAt: "2024-01-01T00:00:00Z" });
    await room.remember({ text: "Ann moved to Oslo.", observedAt: "2024-06-01T00:00:00Z" });
    const before = await ask(room, "Where did Ann live before she moved to Oslo?");
    expect(before.hits[0]).toMatchObject({ text: expect.stringContaining("Boston"), standing: { kind: "ended" } });
    expect(texts(await ask(room, "Where does Ann live?")).join()).not.toContain("Boston");
  });

  it("looks further where much has ended, the next time by one look, with the same answer", async () => {
    const looks: number[] = [];
    const hydrateHits: typeof whole.graph.hydrateHits = (request, call) => {
      looks.push(request.ids.length);
      return whole.graph.hydrateHits(request, call);
    };
    const room = await openRoom(whole, { over: { graph: { ...whole.graph, hydrateHits } } });
    for (let i = 0; i < 18; i++) {
      const observedAt = `2024-01-${10 + i}T00:00:00Z`;
      await room.remember({ text: `Ann lives in ${i % 2 ? "Oslo" : "Boston"}.`, observedAt });
    }
    for (let i = 0; i < 12; i++) await room.say(`Ann's house ${i} has a garden.`, { observedAt: `2024-02-${10 + i}T00:00:00Z` });
    const question = { k: 4, mode: "bm25" as const, includeFacts: false };
    const first = await ask(room, "Ann lives in Boston or Oslo?", question);
    expect(looks).toEqual([16, expect.any(Number)]);
    const again = await ask(room, "Ann lives in Boston or Oslo?", question);
    expect([looks.length, texts(again)]).toEqual([3, texts(first)]);
    await ask(room, "Which garden has a house?", question);
    await ask(room, "Which house has a garden?", question);
    expect(looks.at(-1)).toBeLessThanOrEqual(16);
  });

  it("finds what was just acknowledged, and nothing from a cache that knows less", async () => {
    const room = await openRoom(whole);
    expect((await ask(room, "Who has a parrot?")).hits).toEqual([]);
    await room.say("Ann has a parrot.");
    expect(texts(await ask(room, "Who has a parrot?"))).toEqual(["Ann has a parrot."]);
  });

  it("is answered anew on another day, as its words mean another one then", async () => {
    const room = await openRoom(whole);
    const day = 24 * 3_600_000;
    const at = (moment: number) => ({ observedAt: toTimestamp(moment) });
    await room.say("Ann: I planted a tree.", at(whole.clock.now - day));
    await room.say("Ann: I painted a fence.", at(whole.clock.now));
    const yesterday = async () => {
      const answer = await ask(room, "What did Ann do yesterday?", { k: 1 });
      return [answer.tier, ...texts(answer)];
    };
    expect(await yesterday()).toEqual(["hybrid", "Ann: I planted a tree."]);
    expect(await yesterday()).toEqual(["cache", "Ann: I planted a tree."]);
    whole.clock.now += day;
    expect(await yesterday()).toEqual(["hybrid", "Ann: I painted a fence."]);
  });

  it("ranges over what the caller may read, narrowed by a lens that it may name", async () => {
    const room = await openRoom(whole);
    for (const path of ["org/a", "org/b"]) await room.say(`The parrot of ${path}.`, {}, by(room, { "memory:write": [path] }));
    const a = by(room, { "memory:read": ["org/a"] });
    const lens = (path: string) => ({ lens: scopeSetMessage([[path]]) });
    expect(texts(await ask(room, "parrot", {}, a))).toEqual(["The parrot of org/a."]);
    expect(texts(await ask(room, "parrot", lens("org/b")))).toEqual(["The parrot of org/b."]);
    await expect(ask(room, "parrot", lens("org/b"), a)).rejects.toMatchObject({ code: "forbidden" });
    await expect(ask(room, "parrot", {}, by(room, {}))).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is never answered with what the truth does not confirm, whatever the index says", async () => {
    const room = await openRoom(whole);
    const gone = await room.say("Ann has a parrot.");
    await ask(room, "warm the index");
    await whole.database.inContext(room.contextId, (tx) =>
      tx.query(sql`update graph.turn set forgotten_at = now() where ctx = ${room.contextId} and chunk_id = ${gone}`),
    );
    expect((await ask(room, "parrot", { mode: "bm25" })).hits).toEqual([]);
  });

  it("is narrowed to facts or to passages in its answer alone, and by labels", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "Ann: I live in Boston.", labels: ["team=blue"] });
    await room.say("Boston is cold in winter.", { labels: ["team=red"] });
    const sources = async (over: Partial<retrieval.QueryRequest>) =>
      [
        ...new Set((await ask(room, "Boston", { mode: "hybrid", includeDuplicates: true, ...over })).hits.map((hit) => hit.source)),
      ].sort();
    expect(await sources({ includePassages: false })).not.toContain("memory_chunk");
    expect(await sources({ includeFacts: false })).toEqual(["memory_chunk"]);
    const labelled = await ask(room, "Boston", { labels: ["team=red"] });
    expect(texts(labelled)).toEqual(["Boston is cold in winter."]);
  });

  it("leaves a passage out that says what a fact of it says already, unless all is asked for", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "Ann: I like chess." });
    const told = async (over = {}) => texts(await ask(room, "What does Ann like?", { mode: "hybrid", ...over }));
    expect(await told({ includeDuplicates: true })).toEqual(expect.arrayContaining(["Ann likes: chess", "Ann: I like chess."]));
    expect(await told()).not.toContain("Ann: I like chess.");
  });

  it("reads what was known on a day", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "Ann: I live in Boston.", observedAt: "2024-01-01T00:00:00Z" });
    await room.remember({ text: "Ann: I moved to Oslo.", observedAt: "2024-06-01T00:00:00Z" });
    const residence = async (asOf: string) => {
      const { hits } = await ask(room, "Where does Ann live?", { includePassages: false, time: { ...presentTime, asOf } });
      return hits.filter((hit) => hit.key === "residence").map((hit) => hit.value);
    };
    expect(await residence("")).toEqual(["Oslo"]);
    expect(await residence("2024-03-01T00:00:00Z")).toEqual(["Boston"]);
    expect(await residence("2023-03-01T00:00:00Z")).toEqual([]);
  });

  it("leaves out what has ended, unless it or another time is asked for", async () => {
    const room = await openRoom(whole);
    const told = (text: string, observedAt: string) => room.remember({ text, observedAt });
    await told("I work at Acme.", "2024-01-01T00:00:00Z");
    await told("I quit my job at Acme and started at Globex.", "2024-06-01T00:00:00Z");
    await told("I like chess.", "2024-06-02T00:00:00Z");
    const stood = async (over: Partial<retrieval.QueryRequest> = {}) => {
      const { hits } = await ask(room, "Where do I work?", { includeDuplicates: true, ...over });
      return hits.map(({ text, standing }) => `${standing?.kind} ${text}`);
    };
    const now = await stood();
    expect(now[0]).toMatch(/^current .*Globex/);
    expect(now.filter((line) => line.endsWith("I work at Acme."))).toEqual([]);
    const all = await stood({ includeEnded: true });
    expect(all).toContain("ended I work at Acme.");
    expect(all[0]).toMatch(/^current .*Globex/);
    expect(all.findIndex((line) => line.startsWith("ended"))).toBeGreaterThan(
      all.findLastIndex((line) => line.startsWith("current")),
    );
    expect(await stood({ time: { ...presentTime, asOf: "2024-03-01T00:00:00Z" } })).toContain("current I work at Acme.");
  });

  it("leaves out a fact whose time is over, also where it was asked for before", async () => {
    const room = await openRoom(whole);
    const day = 24 * 3_600_000;
    const target = { entity: { type: "Person", name: "Ann" }, target: null, memoryCategory: "", validFrom: "" };
    const validUntil = toTimestamp(whole.clock.now + 60_000);
    await room.remember({ infer: "triples", triples: [{ ...target, key: "residence", value: "Berlin", validUntil }] });
    const found = async () => texts(await ask(room, "Where does Ann live?", { includePassages: false }));
    expect(await found()).toContain("Ann residence: Berlin");
    whole.clock.now += 120_000;
    expect(await found()).not.toContain("Ann residence: Berlin");
    whole.clock.now += day;
    const { hits } = await ask(room, "Where does Ann live?", { includeEnded: true });
    expect(hits.find((hit) => hit.value === "Berlin")).toMatchObject({ validUntil, standing: { kind: "ended" } });
  });

  it("goes without its vector where the embedder fails, says so, and is not cached", async () => {
    const embed = () => Promise.reject(new LociError("unavailable", "The embedding provider does not answer."));
    const room = await openRoom(whole, { over: { embedder: { ...createBuiltinEmbedder(), embed } } });
    await room.say("Ann has a parrot.");
    for (let i = 0; i < 2; i++) {
      const answer = await ask(room, "Who has a parrot?");
      expect([answer.tier, texts(answer)]).toEqual(["hybrid", ["Ann has a parrot."]]);
      expect(answer.trace?.degraded).toEqual(["vector: the embedding provider does not answer"]);
    }
    await expect(ask(room, "Who has a parrot?", { mode: "vector" })).rejects.toMatchObject({ code: "unavailable" });
  });

  it("fails where the graph does not answer", async () => {
    const down = () => Promise.reject(new LociError("unavailable", "The graph does not answer."));
    const room = await openRoom(whole, { over: { graph: { ...whole.graph, hydrateHits: down } } });
    await room.say("Ann has a parrot.");
    await expect(ask(room, "Who has a parrot?")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("tells in its trace each leg's part of each hit, which add up to its score", async () => {
    const room = await openRoom(whole);
    for (const pet of pets) await room.say(pet);
    const { trace } = await ask(room, "Who has a parrot?", { mode: "hybrid" });
    const stored = await room.service.getTrace({ id: trace?.id ?? "" }, room.all);
    expect(stored.hits).toEqual(trace?.hits);
    expect(stored.hits[0]?.legs.find((leg) => leg.leg === "bm25")).toMatchObject({ rank: 1 });
    for (const hit of stored.hits) expect(hit.legs.reduce((sum, leg) => sum + leg.contribution, 0)).toBeCloseTo(hit.score, 8);
  });
});
