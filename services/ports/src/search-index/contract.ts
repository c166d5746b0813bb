import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ScopeSet } from "@loci/kernel";
import type { Candidate, IndexChange, IndexDocument, SearchIndex, SearchRequest } from "./port.ts";

const dimension = 4;

/** A document with what a test does not care about filled in. */
export function indexDocument(id: string, text: string, rest: Partial<IndexDocument> = {}): IndexDocument {
  return {
    id,
    class: "passage",
    scopes: [["org/a"]],
    text,
    speaker: "",
    sessionId: "",
    seq: 0,
    documentId: "",
    labels: [],
    knownAt: "2024-05-01T00:00:00.000Z",
    knownUntil: "",
    embedding: new Float32Array([1, 0, 0, 0]),
    ...rest,
  };
}

const put = (...documents: IndexDocument[]): IndexChange[] => documents.map((document) => ({ put: document }));
const words = (text: string) => new Map(text.split(" ").map((word) => [word, 1]));

/** What every SearchIndex adapter must do. `open` gives an empty index for vectors of 4 numbers. */
export function searchIndexContract(
  name: string,
  open: (dimension: number) => Promise<{ index: SearchIndex; close: () => Promise<void> }>,
): void {
  describe(`${name} as a search index`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let index: SearchIndex;
    let contexts = 0;

    beforeAll(async () => {
      opened = await open(dimension);
      index = opened.index;
    });
    afterAll(() => opened.close());

    const fresh = () => `context-${contexts++}`;

    async function ask(
      contextId: string,
      request: Partial<SearchRequest>,
      visible?: (scopes: ScopeSet) => boolean,
    ): Promise<readonly Candidate[]> {
      const all = await index.scopeSets(contextId);
      const scopeSets = visible ? all.filter((set) => visible(set.scopes)) : all;
      return index.search({
        contextId,
        scopeSets,
        everything: scopeSets.length === all.length,
        terms: new Map(),
        legs: { bm25: true, vector: true },
        vector: undefined,
        labels: [],
        asOf: "",
        includeEnded: false,
        ids: [],
        during: [],
        pool: 50,
        neighboursOf: 0,
        ...request,
      });
    }
    const ids = (candidates: readonly Candidate[]) => candidates.map((candidate) => candidate.id).sort();
    const byBm25 = (candidates: readonly Candidate[]) =>
      [...candidates].sort((a, b) => b.bm25 - a.bm25).map((candidate) => candidate.id);

    it("starts a context at position 0 and moves with what is applied", async () => {
      const contextId = fresh();
      expect(await index.watermark(contextId)).toBe(0);
      expect(await index.apply(contextId, put(indexDocument("a", "green apples")), 0, 3)).toBe(true);
      expect(await index.watermark(contextId)).toBe(3);
    });

    it("does nothing when another process was faster", async () => {
      const contextId = fresh();
      await index.apply(contextId, put(indexDocument("a", "green apples")), 0, 3);
      expect(await index.apply(contextId, put(indexDocument("b", "green pears")), 0, 4)).toBe(false);
      expect(ids(await ask(contextId, { terms: words("green") }))).toEqual(["a"]);
    });

    it("finds by words, the rarer word first", async () => {
      const contextId = fresh();
      const documents = [
        indexDocument("a", "zebra in town"),
        indexDocument("b", "market in town"),
        indexDocument("c", "town hall"),
        indexDocument("d", "quiet sea"),
      ];
      await index.apply(contextId, put(...documents), 0, 1);
      const found = await ask(contextId, { terms: words("zebra town") });
      expect(byBm25(found)[0]).toBe("a");
      expect(ids(found)).toEqual(["a", "b", "c"]);
    });

    it("finds by meaning what shares no word", async () => {
      const contextId = fresh();
      const far = indexDocument("far", "stone", { embedding: new Float32Array([0, 1, 0, 0]) });
      await index.apply(contextId, put(indexDocument("near", "river"), far), 0, 1);
      const found = await ask(contextId, { vector: new Float32Array([1, 0, 0, 0]) });
      const cosines = new Map(found.map((candidate) => [candidate.id, candidate.cosine]));
      expect(cosines.get("near")).toBeCloseTo(1, 5);
      expect(cosines.get("far")).toBeCloseTo(0, 5);
    });

    it("ranks a text without content last, and like nothing", async () => {
      const contextId = fresh();
      const empty = indexDocument("empty", "zebra", { embedding: new Float32Array(4) });
      const near = indexDocument("near", "zebra", { embedding: new Float32Array([0.8, 0.6, 0, 0]) });
      await index.apply(contextId, put(empty, near), 0, 1);
      const vector = new Float32Array([1, 0, 0, 0]);
      expect(ids(await ask(contextId, { vector, pool: 1 }))).toEqual(["near"]);
      const found = await ask(contextId, { vector, terms: words("zebra") });
      expect(found.find((candidate) => candidate.id === "empty")?.cosine).toBe(0);
    });

    it("takes what has no vector, and finds it by its words", async () => {
      const contextId = fresh();
      await index.apply(
        contextId,
        put(indexDocument("bare", "zebra", { embedding: new Float32Array() }), indexDocument("near", "river")),
        0,
        1,
      );
      const vector = new Float32Array([1, 0, 0, 0]);
      expect(ids(await ask(contextId, { vector, pool: 1 }))).toEqual(["near"]);
      const found = await ask(contextId, { vector, terms: words("zebra") });
      expect(found.find((candidate) => candidate.id === "bare")).toMatchObject({ cosine: 0 });
    });

    it("gives a candidate of one leg the other leg's score too", async () => {
      const contextId = fresh();
      await index.apply(contextId, put(indexDocument("a", "zebra")), 0, 1);
      const [hit] = await ask(contextId, { terms: words("zebra"), vector: new Float32Array([0.6, 0.8, 0, 0]) });
      expect(hit?.bm25).toBeGreaterThan(0);
      expect(hit?.cosine).toBeCloseTo(0.6, 5);
    });

    it("replaces a document that is put again, and drops one that is removed", async () => {
      const contextId = fresh();
      await index.apply(contextId, put(indexDocument("a", "old wording"), indexDocument("b", "old stays")), 0, 1);
      await index.apply(contextId, [{ put: indexDocument("a", "new wording") }, { remove: "b" }], 1, 2);
      expect(ids(await ask(contextId, { terms: words("old new") }))).toEqual(["a"]);
      expect(ids(await ask(contextId, { terms: words("old") }))).toEqual([]);
    });

    it("keeps what was put under a scope from who may not see it, with its share of the scores", async () => {
      const contextId = fresh();
      const mine = [indexDocument("m1", "zebra crossing"), indexDocument("m2", "crossing road")];
      await index.apply(contextId, put(...mine), 0, 1);
      const own = (scopes: ScopeSet) => scopes[0]?.[0] === "org/a";
      const before = await ask(contextId, { terms: words("zebra crossing") }, own);
      const foreign = Array.from({ length: 30 }, (_, i) =>
        indexDocument(`f${i}`, "zebra zebra crossing", { scopes: [["org/b"]] }),
      );
      await index.apply(contextId, put(...foreign), 1, 2);
      const after = await ask(contextId, { terms: words("zebra crossing") }, own);
      const scores = (found: readonly Candidate[]) =>
        [...found].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, bm25 }) => [id, bm25]);
      expect(scores(after)).toEqual(scores(before));
    });

    it("answers one context alike with and without another's documents", async () => {
      const [left, right] = [fresh(), fresh()];
      await index.apply(left, put(indexDocument("a", "zebra in town"), indexDocument("b", "town hall")), 0, 1);
      const before = await ask(left, { terms: words("zebra town") });
      await index.apply(right, put(...Array.from({ length: 30 }, (_, i) => indexDocument(`x${i}`, "zebra zebra town"))), 0, 1);
      expect(await ask(left, { terms: words("zebra town") })).toEqual(before);
    });

    it("leaves out what has ended, and finds it again for a time when it stood", async () => {
      const contextId = fresh();
      const ended = indexDocument("a", "lives in paris", {
        class: "fact",
        knownAt: "2024-01-01T00:00:00.000Z",
        knownUntil: "2024-03-01T00:00:00.000Z",
      });
      await index.apply(contextId, put(ended), 0, 1);
      const asked = (asOf: string) => ask(contextId, { terms: new Map([["pari", 1]]), asOf });
      expect(ids(await asked(""))).toEqual([]);
      expect(ids(await asked("2024-02-01T00:00:00.000Z"))).toEqual(["a"]);
      expect(ids(await asked("2024-03-01T00:00:00.000Z"))).toEqual([]);
      expect(ids(await asked("2023-12-01T00:00:00.000Z"))).toEqual([]);
      expect(ids(await ask(contextId, { terms: new Map([["pari", 1]]), includeEnded: true }))).toEqual(["a"]);
    });

    it("filters by labels: any value of a key, all keys", async () => {
      const contextId = fresh();
      const labelled = (id: string, ...labels: string[]) => indexDocument(id, "zebra", { labels });
      await index.apply(
        contextId,
        put(labelled("a", "team=x", "kind=note"), labelled("b", "team=y", "kind=note"), labelled("c", "team=x")),
        0,
        1,
      );
      const asked = (labels: SearchRequest["labels"]) => ask(contextId, { terms: words("zebra"), labels });
      expect(ids(await asked([{ key: "team", values: ["x", "y"] }]))).toEqual(["a", "b", "c"]);
      expect(
        ids(
          await asked([
            { key: "team", values: ["x", "y"] },
            { key: "kind", values: ["note"] },
          ]),
        ),
      ).toEqual(["a", "b"]);
    });

    it("brings the neighbours of the best passages along", async () => {
      const contextId = fresh();
      const turn = (seq: number, text: string) =>
        indexDocument(`t${seq}`, text, { sessionId: "s", seq, embedding: new Float32Array([0, 0, 0, 1]) });
      await index.apply(contextId, put(turn(0, "hello"), turn(1, "zebra"), turn(2, "indeed"), turn(3, "bye")), 0, 1);
      expect(ids(await ask(contextId, { terms: words("zebra"), neighboursOf: 1 }))).toEqual(["t0", "t1", "t2"]);
    });

    it("takes proposals of other legs and passages of a time as candidates", async () => {
      const contextId = fresh();
      const june = indexDocument("june", "quiet", { knownAt: "2024-06-10T00:00:00.000Z" });
      await index.apply(contextId, put(june, indexDocument("asked", "silent"), indexDocument("other", "still")), 0, 1);
      const found = await ask(contextId, {
        ids: ["asked", "unknown"],
        during: [{ from: "2024-06-01T00:00:00.000Z", until: "2024-07-01T00:00:00.000Z" }],
      });
      expect(ids(found)).toEqual(["asked", "june"]);
    });

    it("counts the documents under each selector", async () => {
      const contextId = fresh();
      await index.apply(
        contextId,
        put(indexDocument("a", "one two"), indexDocument("b", "three", { scopes: [["org/b"], ["org/c"]] })),
        0,
        1,
      );
      const sets = (await index.scopeSets(contextId)).map(({ scopes, documents }) => ({ scopes, documents }));
      expect(sets).toEqual([
        { scopes: [["org/a"]], documents: 1 },
        { scopes: [["org/b"], ["org/c"]], documents: 1 },
      ]);
    });

    const chunk = (id: string, text: string, documentId: string, rest: Partial<IndexDocument> = {}) =>
      indexDocument(id, text, { class: "chunk", documentId, sessionId: documentId, ...rest });

    it("finds only the classes that are asked for, whatever ranks above them", async () => {
      const contextId = fresh();
      const turns = Array.from({ length: 80 }, (_, i) => indexDocument(`turn${i}`, "zebra zebra"));
      const section = indexDocument("heading", "zebra keeping", { class: "section", documentId: "d" });
      const far = { embedding: new Float32Array([0, 1, 0, 0]) };
      await index.apply(contextId, put(...turns, section, chunk("passage", "the zebra is fed twice a day", "d", far)), 0, 1);
      const asked = (classes: SearchRequest["classes"]) =>
        ask(contextId, { terms: words("zebra"), vector: new Float32Array([1, 0, 0, 0]), classes, pool: 2 });
      expect(ids(await asked(["chunk"]))).toEqual(["passage"]);
      expect(ids(await asked(["chunk", "section"]))).toEqual(["heading", "passage"]);
      expect(ids(await asked(["entity"]))).toEqual([]);
      expect((await asked(["chunk"]))[0]).toMatchObject({ class: "chunk", documentId: "d" });
    });

    it("finds everything in the documents that are asked for, and nothing else", async () => {
      const contextId = fresh();
      const many = Array.from({ length: 80 }, (_, i) => chunk(`many${i}`, "zebra zebra", "long", { seq: i }));
      const wanted = chunk("wanted", "a zebra among other animals", "short", { embedding: new Float32Array([0, 1, 0, 0]) });
      await index.apply(contextId, put(...many, wanted, indexDocument("turn", "zebra")), 0, 1);
      const asked = (documentIds: readonly string[]) =>
        ask(contextId, { terms: words("zebra"), vector: new Float32Array([1, 0, 0, 0]), documentIds, pool: 2, neighboursOf: 2 });
      expect(ids(await asked(["short"]))).toEqual(["wanted"]);
      expect(ids(await asked(["short", "unknown"]))).toEqual(["wanted"]);
      expect(ids(await asked([]))).toEqual([]);
    });

    it("gives short and long texts candidates of their own", async () => {
      const contextId = fresh();
      const turns = Array.from({ length: 20 }, (_, i) => indexDocument(`turn${i}`, "zebra"));
      const long = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
      await index.apply(contextId, put(...turns, chunk("passage", `zebra ${long}`, "d")), 0, 1);
      expect(ids(await ask(contextId, { terms: words("zebra"), pool: 5 }))).toContain("passage");
    });

    it("compares a text's length with its kind: a long document makes no turn score otherwise than a short one", async () => {
      const scoreBeside = async (length: number) => {
        const contextId = fresh();
        const text = Array.from({ length }, (_, i) => `word${i}`).join(" ");
        await index.apply(contextId, put(indexDocument("turn", "zebra in town"), chunk("passage", text, "d")), 0, 1);
        return (await ask(contextId, { terms: words("zebra") })).find(({ id }) => id === "turn")?.bm25;
      };
      expect(await scoreBeside(400)).toBe(await scoreBeside(3));
    });

    it("brings the chunks beside the best ones along, within their document", async () => {
      const contextId = fresh();
      const off = { embedding: new Float32Array([0, 0, 0, 1]) };
      const cut = ["start", "zebra", "indeed", "end"].map((text, seq) => chunk(`c${seq}`, text, "d", { seq, ...off }));
      const heading = indexDocument("heading", "title", { class: "section", documentId: "d", seq: 2, ...off });
      await index.apply(contextId, put(...cut, heading, chunk("other", "else", "e", { seq: 2, ...off })), 0, 1);
      expect(ids(await ask(contextId, { terms: words("zebra"), neighboursOf: 1 }))).toEqual(["c0", "c1", "c2"]);
    });

    it("lists what it holds in pages, in the order of the ids' code units", async () => {
      const contextId = fresh();
      const held = ["turn:b", "turn:a", "Entity:1", "attribute:z", "attribute:a_b", "attribute:ab"];
      await index.apply(contextId, put(...held.map((id) => indexDocument(id, "zebra"))), 0, 1);
      await index.apply(fresh(), put(indexDocument("turn:other", "zebra")), 0, 1);
      const first = await index.ids(contextId, "", 4);
      const second = await index.ids(contextId, first.at(-1) ?? "", 4);
      expect([...first, ...second]).toEqual([...held].sort());
      expect(await index.ids(contextId, second.at(-1) ?? "", 4)).toEqual([]);
    });

    it("can be cleared and filled again to the same answers", async () => {
      const contextId = fresh();
      const all = put(indexDocument("a", "zebra in town"), indexDocument("b", "town hall"));
      await index.apply(contextId, all, 0, 2);
      const before = await ask(contextId, { terms: words("zebra town") });
      await index.clear(contextId);
      expect(await index.watermark(contextId)).toBe(0);
      expect(await ask(contextId, { terms: words("zebra town") })).toEqual([]);
      await index.apply(contextId, all, 0, 2);
      expect(await ask(contextId, { terms: words("zebra town") })).toEqual(before);
    });
  });
}
