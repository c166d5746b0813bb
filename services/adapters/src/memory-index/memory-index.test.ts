import { describe, expect, it } from "@jest/globals";
import { searchIndexContract } from "@loci/ports/search-index/contract";
import { SearchIndexMoved } from "@loci/ports/search-index";
import { ask, idsOf, indexDocument, words } from "@loci/ports/search-index/testing";
import { createMemoryIndex } from "./index.ts";

searchIndexContract("the process's memory", async () => {
  const index = createMemoryIndex();
  return { index, close: () => index.close() };
});

describe("an index in memory", () => {
  const fill = (index: ReturnType<typeof createMemoryIndex>, contextId: string, count: number) =>
    index.apply(
      contextId,
      Array.from({ length: count }, (_, i) => ({ put: indexDocument(`d${i}`, "zebra") })),
      0,
      count,
    );

  it("keeps the newest records of a context that is too large", async () => {
    const index = createMemoryIndex(3);
    await fill(index, "a", 5);
    expect(await index.ids("a", "", 10)).toEqual(["d2", "d3", "d4"]);
    expect(await index.watermark("a")).toBe(5);
  });

  it("gives up the context that was not asked for the longest", async () => {
    const index = createMemoryIndex(5);
    for (const contextId of ["a", "b"]) await fill(index, contextId, 2);
    await index.scopeSets("a");
    await fill(index, "c", 2);
    expect(await Promise.all(["a", "b", "c"].map((contextId) => index.watermark(contextId)))).toEqual([2, 0, 2]);
  });

  it("does not say that there is nothing where it let go of what was there", async () => {
    const index = createMemoryIndex(2);
    await fill(index, "a", 2);
    const counted = await index.scopeSets("a");
    await fill(index, "b", 2);
    const search = (scopeSets: typeof counted) => ask(index, "a", { terms: words("zebra"), scopeSets });
    await expect(search(counted)).rejects.toThrow(SearchIndexMoved);
    await expect(index.scopeSets("a")).rejects.toThrow(SearchIndexMoved);
    // Who asks from where to fill it begins again, and finds all of it.
    expect(await index.watermark("a")).toBe(0);
    await fill(index, "a", 2);
    await expect(search(counted)).rejects.toThrow(SearchIndexMoved);
    expect(idsOf(await search(await index.scopeSets("a")))).toEqual(["d0", "d1"]);
  });
});
