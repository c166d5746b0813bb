/** Chunks and sections beside what was said. */
import { expect, it } from "@jest/globals";
import type { IndexDocument, SearchRequest } from "../port.ts";
import { ask, idsOf, indexDocument, putAll, words } from "./asking.ts";
import type { Place } from "./place.ts";

export function documentTests({ index, fresh }: Place): void {
  const chunk = (id: string, text: string, documentId: string, rest: Partial<IndexDocument> = {}) =>
    indexDocument(id, text, { class: "chunk", documentId, sessionId: documentId, ...rest });

  it("finds only the classes that are asked for, whatever ranks above them", async () => {
    const contextId = fresh();
    const turns = Array.from({ length: 80 }, (_, i) => indexDocument(`turn${i}`, "zebra zebra"));
    const section = indexDocument("heading", "zebra keeping", { class: "section", documentId: "d" });
    const far = { embedding: new Float32Array([0, 1, 0, 0]) };
    await index().apply(contextId, putAll(...turns, section, chunk("passage", "the zebra is fed twice a day", "d", far)), 0, 1);
    const asked = (classes: SearchRequest["classes"]) =>
      ask(index(), contextId, { terms: words("zebra"), vector: new Float32Array([1, 0, 0, 0]), classes, pool: 2 });
    expect(idsOf(await asked(["chunk"]))).toEqual(["passage"]);
    expect(idsOf(await asked(["chunk", "section"]))).toEqual(["heading", "passage"]);
    expect(idsOf(await asked(["entity"]))).toEqual([]);
    expect((await asked(["chunk"]))[0]).toMatchObject({ class: "chunk", documentId: "d" });
  });

  it("finds everything in the documents that are asked for, and nothing else", async () => {
    const contextId = fresh();
    const many = Array.from({ length: 80 }, (_, i) => chunk(`many${i}`, "zebra zebra", "long", { seq: i }));
    const wanted = chunk("wanted", "a zebra among other animals", "short", { embedding: new Float32Array([0, 1, 0, 0]) });
    await index().apply(contextId, putAll(...many, wanted, indexDocument("turn", "zebra")), 0, 1);
    const asked = (documentIds: readonly string[]) =>
      ask(index(), contextId, {
        terms: words("zebra"),
        vector: new Float32Array([1, 0, 0, 0]),
        documentIds,
        pool: 2,
        neighboursOf: 2,
      });
    expect(idsOf(await asked(["short"]))).toEqual(["wanted"]);
    expect(idsOf(await asked(["short", "unknown"]))).toEqual(["wanted"]);
    expect(idsOf(await asked([]))).toEqual([]);
  });

  it("gives short and long texts candidates of their own", async () => {
    const contextId = fresh();
    const turns = Array.from({ length: 20 }, (_, i) => indexDocument(`turn${i}`, "zebra"));
    const long = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
    await index().apply(contextId, putAll(...turns, chunk("passage", `zebra ${long}`, "d")), 0, 1);
    expect(idsOf(await ask(index(), contextId, { terms: words("zebra"), pool: 5 }))).toContain("passage");
  });

  it("compares a text's length with its kind: a long document makes no turn score otherwise than a short one", async () => {
    const scoreBeside = async (length: number) => {
      const contextId = fresh();
      const text = Array.from({ length }, (_, i) => `word${i}`).join(" ");
      await index().apply(contextId, putAll(indexDocument("turn", "zebra in town"), chunk("passage", text, "d")), 0, 1);
      return (await ask(index(), contextId, { terms: words("zebra") })).find(({ id }) => id === "turn")?.bm25;
    };
    expect(await scoreBeside(400)).toBe(await scoreBeside(3));
  });

  it("brings the chunks beside the best ones along, within their document", async () => {
    const contextId = fresh();
    const off = { embedding: new Float32Array([0, 0, 0, 1]) };
    const cut = ["start", "zebra", "indeed", "end"].map((text, seq) => chunk(`c${seq}`, text, "d", { seq, ...off }));
    const heading = indexDocument("heading", "title", { class: "section", documentId: "d", seq: 2, ...off });
    await index().apply(contextId, putAll(...cut, heading, chunk("other", "else", "e", { seq: 2, ...off })), 0, 1);
    expect(idsOf(await ask(index(), contextId, { terms: words("zebra"), neighboursOf: 1 }))).toEqual(["c0", "c1", "c2"]);
  });
}
