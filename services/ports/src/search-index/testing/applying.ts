/** Following the feed: what is applied is there, once. */
import { expect, it } from "@jest/globals";
import { ask, idsOf, indexDocument, putAll, words } from "./asking.ts";
import type { Place } from "./place.ts";

export function applyingTests({ index, fresh }: Place): void {
  it("starts a context at position 0 and moves with what is applied", async () => {
    const contextId = fresh();
    expect(await index().watermark(contextId)).toBe(0);
    expect(await index().apply(contextId, putAll(indexDocument("a", "green apples")), 0, 3)).toBe(true);
    expect(await index().watermark(contextId)).toBe(3);
  });

  it("does nothing when another process was faster", async () => {
    const contextId = fresh();
    await index().apply(contextId, putAll(indexDocument("a", "green apples")), 0, 3);
    expect(await index().apply(contextId, putAll(indexDocument("b", "green pears")), 0, 4)).toBe(false);
    expect(idsOf(await ask(index(), contextId, { terms: words("green") }))).toEqual(["a"]);
  });

  it("replaces a document that is put again, and drops one that is removed", async () => {
    const contextId = fresh();
    await index().apply(contextId, putAll(indexDocument("a", "old wording"), indexDocument("b", "old stays")), 0, 1);
    await index().apply(contextId, [{ put: indexDocument("a", "new wording") }, { remove: "b" }], 1, 2);
    expect(idsOf(await ask(index(), contextId, { terms: words("old new") }))).toEqual(["a"]);
    expect(idsOf(await ask(index(), contextId, { terms: words("old") }))).toEqual([]);
  });

  it("lists what it holds in pages, in the order of the ids' code units", async () => {
    const contextId = fresh();
    const held = ["turn:b", "turn:a", "Entity:1", "attribute:z", "attribute:a_b", "attribute:ab"];
    await index().apply(contextId, putAll(...held.map((id) => indexDocument(id, "zebra"))), 0, 1);
    await index().apply(fresh(), putAll(indexDocument("turn:other", "zebra")), 0, 1);
    const first = await index().ids(contextId, "", 4);
    const second = await index().ids(contextId, first.at(-1) ?? "", 4);
    expect([...first, ...second]).toEqual([...held].sort());
    expect(await index().ids(contextId, second.at(-1) ?? "", 4)).toEqual([]);
  });

  it("can be cleared and filled again to the same answers", async () => {
    const contextId = fresh();
    const all = putAll(indexDocument("a", "zebra in town"), indexDocument("b", "town hall"));
    await index().apply(contextId, all, 0, 2);
    const before = await ask(index(), contextId, { terms: words("zebra town") });
    await index().clear(contextId);
    expect(await index().watermark(contextId)).toBe(0);
    expect(await ask(index(), contextId, { terms: words("zebra town") })).toEqual([]);
    await index().apply(contextId, all, 0, 2);
    expect(await ask(index(), contextId, { terms: words("zebra town") })).toEqual(before);
  });
}
