/** What is searched while it changes: the tail, contexts that are written anew, generations that take one another's place. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { SearchIndexMoved, type Candidate, type RemoteIndex, type SearchRequest, type Tail } from "@loci/ports/search-index";
import { digestOf } from "@loci/ports/search-index/digest";
import { ask, idsOf, put, words } from "@loci/ports/search-index/testing";
import { indexServer } from "./testing/server.ts";

const { freshName, open, between, indexesOf } = indexServer();

/** Waits until searches show it by themselves. */
async function untilShown(index: RemoteIndex, contextId: string, position: number) {
  for (;;) {
    const seen = await index.seen(contextId);
    if (seen.position >= position) return seen;
    await pause(50);
  }
}

describe("the feed's tail", () => {
  const before = [
    put("kept", "zebra in town", { sessionId: "s", seq: 1 }),
    put("changed", "zebra market"),
    put("gone", "zebra zebra zebra"),
    put("foreign", "zebra here", { scopes: [["org/b"]] }),
  ];
  const after = [
    put("changed", "quiet market at the river", { embedding: new Float32Array([0, 1, 0, 0]) }),
    { remove: "gone" },
    put("new", "a zebra crossing in town", { embedding: new Float32Array([0.6, 0.8, 0, 0]) }),
    put("beside", "indeed", { sessionId: "s", seq: 2, embedding: new Float32Array([0, 0, 0, 1]) }),
    put("elsewhere", "zebra there", { scopes: [["org/b"]] }),
  ];
  const questions: Partial<SearchRequest>[] = [
    { terms: words("zebra town") },
    { terms: words("market"), vector: new Float32Array([1, 0, 0, 0]) },
    { vector: new Float32Array([0.1, 0.9, 0, 0]), legs: { bm25: false, vector: true } },
    { terms: words("crossing"), neighboursOf: 2 },
    { ids: ["beside", "gone", "new"] },
  ];
  const inOrder = (found: readonly Candidate[]) =>
    [...found]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ cosine, bm25, ...rest }) => ({ ...rest, bm25: expect.closeTo(bm25, 9), cosine: expect.closeTo(cosine, 5) }));

  it("is found as if it were indexed, with the same scores, and nothing is found as it was before", async () => {
    const [whole, behind] = [open(), open()];
    await whole.apply("a", [...before, ...after], 0, 9);
    await behind.apply("a", before, 0, 4);
    const tail: Tail = { after: await untilShown(behind, "a", 4), changes: after };
    const own = (sets: Awaited<ReturnType<RemoteIndex["scopeSets"]>>) => sets.filter(({ scopes }) => scopes[0]?.[0] === "org/a");
    const counted = async (index: RemoteIndex, of?: Tail) =>
      (await index.scopeSets("a", of)).map(({ scopes, kind, documents, terms }) => ({ scopes, kind, documents, terms }));
    expect(await counted(behind, tail)).toEqual(await counted(whole));
    for (const question of questions) {
      const found = [...(await ask(behind, "a", question, tail))].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(found).toEqual(inOrder(await ask(whole, "a", question)));
      const mine = async (index: RemoteIndex, of?: Tail) =>
        ask(index, "a", { ...question, everything: false, scopeSets: own(await index.scopeSets("a", of)) }, of);
      expect(idsOf(await mine(behind, tail))).toEqual(idsOf(await mine(whole)));
    }
    // What is shown meanwhile is not found twice.
    await behind.apply("a", after, 4, 9);
    await untilShown(behind, "a", 9);
    expect(idsOf(await ask(behind, "a", { terms: words("zebra town") }, tail))).toEqual(
      idsOf(await ask(whole, "a", { terms: words("zebra town") })),
    );
    for (const index of [whole, behind]) await index.close();
  });

  it("makes a search wait for no refresh, and ask for none", async () => {
    const asked: string[] = [];
    const cluster = between((one, pass) => {
      asked.push(one.path);
      return pass(one);
    });
    const index = open({ cluster });
    await index.apply("a", [put("old", "zebra")], 0, 1);
    const after = await untilShown(index, "a", 1);
    for (let position = 1; position < 20; position++) {
      await index.apply("a", [put(`new${position}`, "zebra")], position, position + 1);
      const changes = Array.from({ length: position }, (_, i) => put(`new${i + 1}`, "zebra"));
      expect(await ask(index, "a", { terms: words("zebra") }, { after, changes })).toHaveLength(position + 1);
    }
    expect(asked.filter((path) => path.endsWith("/_refresh"))).toEqual([]);
    await index.close();
  });
});

describe("a lease that was lost", () => {
  it("writes nothing any more, once the next one was used", async () => {
    const name = freshName();
    const [paused, other] = [open({ name }), open({ name })];
    expect(await paused.apply("a", [put("d", "first")], 0, 1, 7)).toBe(true);
    expect(await other.apply("a", [put("d", "second")], 1, 2, 8)).toBe(true);
    expect(await paused.apply("a", [put("d", "late"), put("e", "late")], 2, 3, 7)).toBe(false);
    expect(await other.watermark("a")).toBe(2);
    expect(await other.ids("a", "", 10)).toEqual(["d"]);
    expect(await other.apply("a", [put("e", "third")], 2, 3, 8)).toBe(true);
    for (const index of [paused, other]) await index.close();
  });
});

describe("a context that is written anew", () => {
  const truth = [put("missing", "zebra one"), put("stale", "zebra two"), put("right", "zebra three")];

  it("is complete at every moment, and right at the end", async () => {
    const index = open();
    await index.apply("a", [put("stale", "old wording zebra"), put("right", "zebra three"), put("surplus", "zebra")], 0, 3);
    const rewriting = await index.rewrite("a", 3);
    const found = async () => idsOf(await ask(index, "a", { terms: words("zebra") }));
    expect(await found()).toEqual(["right", "stale", "surplus"]);
    await rewriting.put(truth.slice(0, 1), 1);
    await index.watermark("a");
    expect(await found()).toEqual(["missing", "right", "stale", "surplus"]);
    // Written meanwhile, and indexed: it is newer than what is put afterwards.
    expect(await index.apply("a", [put("right", "zebra anew"), put("late", "zebra late")], 3, 5)).toBe(true);
    await rewriting.put(truth.slice(1), 3);
    await rewriting.finish();
    await index.watermark("a");
    expect(await found()).toEqual(["late", "missing", "right", "stale"]);
    const wanted = [put("late", "zebra late"), truth[0], put("right", "zebra anew"), truth[1]];
    expect((await index.entries("a", "", 10)).map(({ digest }) => digest)).toEqual(
      wanted.map((change) => (change && "put" in change ? digestOf(change.put) : "")),
    );
    expect(await index.watermark("a")).toBe(5);
    await index.close();
  });

  it("lacks nothing where it breaks off, and is done again from the start", async () => {
    const index = open();
    await index.apply("a", [put("stale", "old"), put("right", "zebra three"), put("surplus", "zebra")], 0, 3);
    await (await index.rewrite("a", 3)).put(truth.slice(0, 1), 1);
    const again = await index.rewrite("a", 3);
    expect(again.until).toBe(3);
    await again.put(truth, 3);
    await again.finish();
    await index.watermark("a");
    expect(await index.ids("a", "", 10)).toEqual(["missing", "right", "stale"]);
    await index.close();
  });

  it("begins again below where it was, when the context itself began again", async () => {
    const index = open();
    await index.apply("a", [put("d", "zebra")], 0, 40);
    await (await index.rewrite("a", 0)).finish();
    expect(await index.watermark("a")).toBe(0);
    expect(await index.ids("a", "", 10)).toEqual([]);
    expect(await index.apply("a", [put("e", "zebra")], 0, 1)).toBe(true);
    await index.close();
  });
});

describe("the next generation", () => {
  it("is filled unseen, goes on after a break, and takes the other's place in one step", async () => {
    const name = freshName();
    const serving = open({ name });
    await serving.apply("a", [put("d", "zebra old"), put("surplus", "zebra")], 0, 2);
    const begun = await open({ name }).nextGeneration();
    await begun.index.apply("a", [put("d", "zebra right")], 0, 1);
    await begun.close();
    expect(idsOf(await ask(serving, "a", { terms: words("zebra") }))).toEqual(["d", "surplus"]);
    expect(await serving.apply("a", [put("e", "zebra")], 2, 3)).toBe(true);

    const next = await open({ name }).nextGeneration();
    expect(next.name).toBe(begun.name);
    expect(await next.index.watermark("a")).toBe(1);
    const tail: Tail = { after: await untilShown(serving, "a", 3), changes: [] };
    await next.activate();
    expect(await indexesOf(name)).toEqual([next.name]);
    // What was seen of the one that is gone is no answer of the other's.
    await expect(ask(serving, "a", { terms: words("zebra") }, tail)).rejects.toThrow(SearchIndexMoved);
    expect(await serving.seen("a")).toEqual({ generation: next.name, position: 1 });
    expect(await serving.apply("a", [put("e", "zebra")], 3, 4)).toBe(false);
    expect(await serving.apply("a", [put("e", "zebra")], 1, 3)).toBe(true);
    expect(idsOf(await ask(serving, "a", { terms: words("zebra") }))).toEqual(["d", "e"]);
    await serving.close();
  });

  it("that is filled for longer than a day leaves the one that serves where it is", async () => {
    const name = freshName();
    let now = Date.now();
    const serving = open({ name, clock: () => now });
    await serving.apply("a", [put("d", "zebra")], 0, 1);
    const next = await open({ name, clock: () => now }).nextGeneration();
    now += 26 * 3_600_000;
    await next.index.apply("a", [put("d", "zebra")], 0, 1);
    expect(await indexesOf(name)).toEqual([`${name}-1`, `${name}-2`]);
    expect(idsOf(await ask(serving, "a", { terms: words("zebra") }))).toEqual(["d"]);
    await next.close();
    await serving.close();
  });

  it("goes on with a context that lives on, and begins again with one that was deleted and made again", async () => {
    const name = freshName();
    const begun = await open({ name }).nextGeneration();
    expect(await begun.begin("a", "first")).toBe(0);
    expect(await begun.begin("b", "first")).toBe(0);
    for (const contextId of ["a", "b"]) await begun.index.apply(contextId, [put("d", "zebra"), put("e", "zebra")], 0, 5);
    await begun.close();

    const next = await open({ name }).nextGeneration();
    expect(await next.begin("a", "first")).toBe(5);
    expect(await next.begin("b", "second")).toBe(0);
    expect(await next.index.apply("b", [put("e", "zebra anew")], 0, 1)).toBe(true);
    expect([...(await next.contexts())].sort()).toEqual(["a", "b"]);
    expect(await next.index.ids("a", "", 10)).toEqual(["d", "e"]);
    expect(await next.index.ids("b", "", 10)).toEqual(["e"]);
    expect(await next.begin("b", "second")).toBe(1);
    await next.close();
  });

  it("is not made by a late write to the one before", async () => {
    const name = freshName();
    let isHeldUp = false;
    let act = () => Promise.resolve();
    const cluster = between(async (asked, pass) => {
      if (isHeldUp && asked.path.endsWith("/_bulk")) {
        isHeldUp = false;
        await act();
      }
      return pass(asked);
    });
    const slow = open({ name, cluster });
    await slow.apply("a", [put("d", "zebra")], 0, 1);
    const next = await open({ name }).nextGeneration();
    await next.index.apply("a", [put("d", "zebra")], 0, 1);
    act = () => next.activate();
    isHeldUp = true;
    expect(await slow.apply("a", [put("e", "zebra")], 1, 2)).toBe(true);
    expect(await indexesOf(name)).toEqual([next.name]);
    expect(await slow.ids("a", "", 10)).toEqual(["d", "e"]);
    await slow.close();
  });
});
