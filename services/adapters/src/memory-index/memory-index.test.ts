import { describe, expect, it } from "@jest/globals";
import { searchIndexContract } from "@loci/ports/search-index/contract";
import { indexDocument } from "@loci/ports/search-index/testing";
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
});
