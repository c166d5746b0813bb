import { describe, expect, it } from "@jest/globals";
import type { SearchRequest } from "@loci/ports/search-index";
import { searchRequest } from "@loci/ports/search-index/testing";
import type { Found, Leg } from "./hits.ts";
import { exactUpTo, nearestReader } from "./vectors.ts";

const pool = 4;

function request(contextId: string, documents: number, rest: Partial<SearchRequest> = {}): SearchRequest {
  const all = { number: 1, scopes: [["org/a"]], kind: "memory" as const, documents, terms: documents };
  return searchRequest(contextId, [all], { pool, vector: new Float32Array([1, 0]), ...rest });
}

/** A shard in which so many of the nearest are the context's own. */
function shard(own: number) {
  const walks: ("filter first" | "filter after")[] = [];
  const hits = ({ query, size }: Leg): Promise<Found[]> => {
    const isAfter = "bool" in query;
    walks.push(isAfter ? "filter after" : "filter first");
    const found = {
      id: "",
      class: "passage",
      terms: [],
      speaker: "",
      sessionId: "",
      seq: 0,
      documentId: "",
      knownAt: "",
      cosine: 0,
    };
    return Promise.resolve(Array.from({ length: isAfter ? own : size }, (_, i) => ({ ...found, id: `d${i}` }) as Found));
  };
  return { walks, hits };
}

describe("the nearest of a context", () => {
  it("are compared one by one while it is small", async () => {
    const { walks, hits } = shard(pool);
    await nearestReader()(request("a", exactUpTo), [], hits);
    expect(walks).toEqual(["filter first"]);
  });

  it("are the shard's nearest where it has the shard for itself", async () => {
    const { walks, hits } = shard(pool);
    expect(await nearestReader()(request("a", exactUpTo + 1), [], hits)).toHaveLength(pool);
    expect(walks).toEqual(["filter after"]);
  });

  it("are looked for again among its own where others crowd them out, and from then on only there", async () => {
    const { walks, hits } = shard(pool - 1);
    const read = nearestReader();
    for (let i = 0; i < 3; i++) expect(await read(request("a", exactUpTo + 1), [], hits)).toHaveLength(pool);
    expect(walks).toEqual(["filter after", "filter first", "filter first", "filter first"]);
  });

  it("are looked for among what is asked for where a question is narrower than the context", async () => {
    const { walks, hits } = shard(pool);
    const read = nearestReader();
    await read(request("a", exactUpTo + 1, { everything: false }), [], hits);
    await read(request("a", exactUpTo + 1, { labels: [{ key: "team", values: ["x"] }] }), [], hits);
    expect(walks).toEqual(["filter first", "filter first"]);
  });
});
