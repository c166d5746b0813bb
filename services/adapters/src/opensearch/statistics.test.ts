import { describe, expect, it } from "@jest/globals";
import type { IndexedScopeSet, SearchRequest } from "@loci/ports/search-index";
import { searchRequest, words } from "@loci/ports/search-index/testing";
import type { Asked, Cluster } from "./connect.ts";
import { statisticsReader } from "./statistics.ts";

const sets = (): IndexedScopeSet[] => [
  { number: 1, scopes: [["org/a"]], kind: "memory", documents: 10, terms: 50 },
  { number: 2, scopes: [["org/b"]], kind: "memory", documents: 5, terms: 20 },
];

function request(scopeSets: readonly IndexedScopeSet[], text: string, everything = true): SearchRequest {
  return searchRequest("a", scopeSets, { everything, terms: words(text) });
}

/** A cluster in which as many documents hold a word as it has letters; it notes which words it was asked for. */
function wordCounter() {
  const asked: string[][] = [];
  const cluster: Cluster = {
    ask<T>({ body }: Asked) {
      const { aggs } = body as { aggs: { memory: { filters: { filters: { term: { memoryTerms: string } }[] } } } };
      const words = aggs.memory.filters.filters.map(({ term }) => term.memoryTerms);
      asked.push(words);
      const buckets = words.map((word) => ({ doc_count: word.length }));
      return Promise.resolve({ status: 200, body: { aggregations: { memory: { buckets } } } as T });
    },
    close: () => Promise.resolve(),
  };
  return { asked, cluster };
}

describe("the statistics of what is searched", () => {
  it("are counted once for each word, as long as the context stays as it is", async () => {
    const { asked, cluster } = wordCounter();
    const read = statisticsReader(cluster);
    const known = sets();
    await read("index", request(known, "zebra town"));
    const { memory } = await read("index", request([...known], "town sea"));
    expect(asked).toEqual([["zebra", "town"], ["sea"]]);
    expect([...memory.frequencies]).toEqual([
      ["town", 4],
      ["sea", 3],
    ]);
  });

  it("are counted anew once the context has changed", async () => {
    const { asked, cluster } = wordCounter();
    const read = statisticsReader(cluster);
    await read("index", request(sets(), "zebra"));
    await read("index", request(sets(), "zebra"));
    expect(asked).toEqual([["zebra"], ["zebra"]]);
  });

  it("are those of the searched ScopeSets alone", async () => {
    const { asked, cluster } = wordCounter();
    const read = statisticsReader(cluster);
    const known = sets();
    await read("index", request(known, "zebra"));
    await read("index", request(known.slice(0, 1), "zebra", false));
    await read("index", request(known.slice(0, 1), "zebra", false));
    expect(asked).toEqual([["zebra"], ["zebra"]]);
  });
});
