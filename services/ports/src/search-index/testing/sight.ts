/** Who may find what: contexts, scopes, times, labels. */
import { expect, it } from "@jest/globals";
import type { ScopeSet } from "@loci/kernel";
import type { SearchRequest } from "../port.ts";
import { ask, idsOf, indexDocument, putAll, searchRequest, words } from "./asking.ts";
import type { Place } from "./place.ts";

export function sightTests({ index, fresh }: Place): void {
  it("keeps what was put under a scope from who may not see it, with its share of the scores", async () => {
    const contextId = fresh();
    const mine = [indexDocument("m1", "zebra crossing"), indexDocument("m2", "crossing road")];
    await index().apply(contextId, putAll(...mine), 0, 1);
    const isOwn = ({ scopes }: { readonly scopes: ScopeSet }) => scopes[0]?.[0] === "org/a";
    const scores = async () => {
      const own = (await index().scopeSets(contextId)).filter(isOwn);
      const request = searchRequest(contextId, own, { everything: false, terms: words("zebra crossing") });
      const found = await index().search(request);
      return [...found].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, bm25 }) => [id, bm25]);
    };
    const before = await scores();
    const foreign = Array.from({ length: 30 }, (_, i) => indexDocument(`f${i}`, "zebra zebra crossing", { scopes: [["org/b"]] }));
    await index().apply(contextId, putAll(...foreign), 1, 2);
    expect(await scores()).toEqual(before);
  });

  it("answers one context alike with and without another's documents", async () => {
    const [left, right] = [fresh(), fresh()];
    await index().apply(left, putAll(indexDocument("a", "zebra in town"), indexDocument("b", "town hall")), 0, 1);
    const before = await ask(index(), left, { terms: words("zebra town") });
    await index().apply(right, putAll(...Array.from({ length: 30 }, (_, i) => indexDocument(`x${i}`, "zebra zebra town"))), 0, 1);
    expect(await ask(index(), left, { terms: words("zebra town") })).toEqual(before);
  });

  it("leaves out what has ended, and finds it again for a time when it stood", async () => {
    const contextId = fresh();
    const ended = indexDocument("a", "lives in paris", {
      class: "fact",
      knownAt: "2024-01-01T00:00:00.000Z",
      knownUntil: "2024-03-01T00:00:00.000Z",
    });
    await index().apply(contextId, putAll(ended), 0, 1);
    const asked = (asOf: string) => ask(index(), contextId, { terms: new Map([["pari", 1]]), asOf });
    expect(idsOf(await asked(""))).toEqual([]);
    expect(idsOf(await asked("2024-02-01T00:00:00.000Z"))).toEqual(["a"]);
    expect(idsOf(await asked("2024-03-01T00:00:00.000Z"))).toEqual([]);
    expect(idsOf(await asked("2023-12-01T00:00:00.000Z"))).toEqual([]);
    expect(idsOf(await ask(index(), contextId, { terms: new Map([["pari", 1]]), includeEnded: true }))).toEqual(["a"]);
  });

  it("filters by labels: any value of a key, all keys", async () => {
    const contextId = fresh();
    const labelled = (id: string, ...labels: string[]) => indexDocument(id, "zebra", { labels });
    await index().apply(
      contextId,
      putAll(labelled("a", "team=x", "kind=note"), labelled("b", "team=y", "kind=note"), labelled("c", "team=x")),
      0,
      1,
    );
    const asked = (labels: SearchRequest["labels"]) => ask(index(), contextId, { terms: words("zebra"), labels });
    expect(idsOf(await asked([{ key: "team", values: ["x", "y"] }]))).toEqual(["a", "b", "c"]);
    expect(
      idsOf(
        await asked([
          { key: "team", values: ["x", "y"] },
          { key: "kind", values: ["note"] },
        ]),
      ),
    ).toEqual(["a", "b"]);
  });

  it("counts the documents under each selector", async () => {
    const contextId = fresh();
    await index().apply(
      contextId,
      putAll(indexDocument("a", "one two"), indexDocument("b", "three", { scopes: [["org/b"], ["org/c"]] })),
      0,
      1,
    );
    const sets = (await index().scopeSets(contextId)).map(({ scopes, documents }) => ({ scopes, documents }));
    expect(sets).toEqual([
      { scopes: [["org/a"]], documents: 1 },
      { scopes: [["org/b"], ["org/c"]], documents: 1 },
    ]);
  });
}
