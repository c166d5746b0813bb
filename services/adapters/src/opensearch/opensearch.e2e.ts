import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { SearchIndexUnavailable } from "@loci/ports/search-index";
import { searchIndexContract } from "@loci/ports/search-index/contract";
import { ask, idsOf, indexDocument, put, words } from "@loci/ports/search-index/testing";
import { connectCluster } from "./connect.ts";
import { indexServer } from "./testing/server.ts";
import { exactUpTo } from "./vectors.ts";

const { server, bare, freshName, open, between, indexesOf } = indexServer();

searchIndexContract("OpenSearch", async (dimension) => {
  const index = open({ dimension, shards: 2 });
  return { index, close: () => index.close() };
});

/** Texts of a small vocabulary, the same for the same seed. */
function texts(count: number, seed: number) {
  const vocabulary = ["zebra", "town", "market", "river", "bridge", "stone", "apple", "winter", "lamp", "garden"];
  let state = seed;
  const next = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  return Array.from({ length: count }, () => Array.from({ length: 3 + next(12) }, () => vocabulary[next(10)]).join(" "));
}

describe("two tenants in one index", () => {
  it("answer each as if the other were not there: the same hits, in the same order, with the same scores", async () => {
    const name = freshName();
    const index = open({ name });
    const own = texts(400, 1).map((text, i) => ({
      put: indexDocument(`d${i}`, text, { embedding: Float32Array.from([1, i % 17, i % 5, i % 3], (x) => x / 20) }),
    }));
    await index.apply("a", own, 0, 1);
    const questions = ["zebra", "winter lamp", "town river stone apple", "garden market absent"];
    const answers = () =>
      Promise.all(
        questions.map((text) =>
          ask(index, "a", { terms: words(text), vector: new Float32Array([0.1, 0.9, 0.3, 0.1]), pool: 30, neighboursOf: 5 }),
        ),
      );
    const alone = await answers();
    const foreign = texts(3_000, 2).map((text, i) => put(`d${i}`, `${text} zebra zebra zebra`));
    await index.apply("b", foreign, 0, 1);
    expect(await ask(index, "b", { terms: words("zebra") })).not.toEqual([]);
    await bare().ask({ method: "POST", path: `/${name}-1/_forcemerge`, query: { max_num_segments: 1 }, waits: "work" });
    expect(await answers()).toEqual(alone);
    await index.close();
  });
});

describe("a late duplicate", () => {
  it("replaces nothing that is newer, and brings nothing back that was removed", async () => {
    const name = freshName();
    const index = open({ name });
    await index.apply("a", [put("kept", "old wording"), put("gone", "old stays")], 0, 1);
    const answered = new Map<string, unknown>();
    // A process that read the feed early and was held up after it had looked at the mark.
    const cluster = between(async (asked, pass) => {
      if (!asked.path.endsWith("/_bulk")) return pass(asked);
      await index.apply("a", [put("kept", "new wording"), { remove: "gone" }], 1, 9);
      const answer = await pass(asked);
      answered.set("bulk", answer.body);
      return answer;
    });
    const slow = open({ name, cluster });
    expect(await slow.apply("a", [put("kept", "late wording"), put("gone", "late return")], 1, 5)).toBe(false);
    expect(answered.get("bulk")).toMatchObject({ items: [{ index: { status: 409 } }, { index: { status: 409 } }] });
    const found = await ask(index, "a", { terms: words("old new late wording stays return") });
    expect(found.map(({ id, terms }) => [id, terms])).toEqual([["kept", expect.arrayContaining(["new"])]]);
    expect(await index.watermark("a")).toBe(9);
    expect(await index.ids("a", "", 10)).toEqual(["kept"]);
    for (const one of [index, slow]) await one.close();
  });

  it("of before a context was cleared gives way to what it is filled with", async () => {
    const index = open();
    await index.apply("a", [put("d", "first wording")], 0, 100);
    await index.clear("a");
    await index.apply("a", [put("d", "second wording")], 0, 3);
    const [found] = await ask(index, "a", { terms: words("word") });
    expect(found?.terms).toContain("second");
    await index.close();
  });
});

describe("a batch with a document that cannot be written", () => {
  it("fails as a whole, moves nothing, and can be sent again", async () => {
    const index = open();
    const bad = indexDocument("bad", "zebra", { embedding: new Float32Array([1, 2]) });
    await expect(index.apply("a", [put("good", "zebra"), { put: bad }], 0, 2)).rejects.toThrow("could not take a document");
    expect(await index.watermark("a")).toBe(0);
    expect(await index.apply("a", [put("good", "zebra"), put("bad", "zebra")], 0, 2)).toBe(true);
    expect(await index.ids("a", "", 10)).toEqual(["bad", "good"]);
    await index.close();
  });
});

describe("a server that is too busy", () => {
  // The latter from a server that has no shard for it yet.
  it.each([429, 503])("is asked again, after pauses, for what it could not take (%d) and nothing else", async (refusal) => {
    const pauses: number[] = [];
    const sent: number[] = [];
    const cluster = between(async (asked, pass) => {
      if (!asked.path.endsWith("/_bulk") || !Array.isArray(asked.body)) return pass(asked);
      sent.push(asked.body.length / 2);
      if (sent.length === 1) return { status: 429, body: {} };
      if (sent.length > 2) return pass(asked);
      await pass({ ...asked, body: asked.body.slice(0, 2) });
      return { status: 200, body: { items: [{ index: { status: 201 } }, { index: { status: refusal } }] } };
    });
    const index = open({ sleep: async (ms) => void pauses.push(ms), cluster });
    expect(await index.apply("a", [put("one", "zebra"), put("two", "zebra")], 0, 2)).toBe(true);
    expect(sent).toEqual([2, 2, 1]);
    expect(pauses).toEqual([100, 200]);
    expect(await index.ids("a", "", 10)).toEqual(["one", "two"]);
    await index.close();
  });
});

describe("a deletion by query", () => {
  const failed = [
    { status: 200, body: { completed: true, error: { type: "search_phase_execution_exception" } } },
    { status: 200, body: { completed: true, response: { failures: [{ cause: {} }] } } },
    { status: 404, body: {} },
  ];
  it.each(failed)("that did not do all of it is no success: %j", async (answer) => {
    const cluster = between((asked, pass) => (asked.path.startsWith("/_tasks/") ? Promise.resolve(answer) : pass(asked)));
    const index = open({ cluster });
    await index.apply("a", [put("d", "zebra")], 0, 1);
    await expect(index.clear("a")).rejects.toThrow(SearchIndexUnavailable);
    await index.close();
  });
});

describe("a question that is a whole text", () => {
  it("is asked for the terms that say most, as many as a server takes", async () => {
    const index = open();
    const all = Array.from({ length: 1_500 }, (_, i) => `word${i}x`);
    // Each word but the first is in the other document too, and says less for it.
    await index.apply("a", [put("target", all.join(" ")), put("other", all.slice(1).join(" "))], 0, 2);
    expect(idsOf(await ask(index, "a", { terms: words(all.join(" ")) }))).toEqual(["other", "target"]);
    await index.close();
  });
});

/** Asks again as long as the server is not ready: an index can be named before its shards can be asked. */
async function insisting<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (thrown) {
      if (!(thrown instanceof SearchIndexUnavailable)) throw thrown;
      await pause(100);
    }
  }
}

describe("an index of another shape", () => {
  it("is made beside the one that is there, and one of the same shape is kept", async () => {
    const name = freshName();
    const first = open({ name });
    await first.apply("a", [put("d", "zebra")], 0, 7);
    const others = [open({ name }), open({ name, model: "another's" }), open({ name, dimension: 8 })];
    const positions = [];
    for (const other of others) positions.push(await other.watermark("a"));
    expect(positions).toEqual([7, 0, 0]);
    expect(await indexesOf(name)).toEqual([`${name}-2`, `${name}-3`]);
    for (const one of [first, ...others]) await one.close();
  });

  it("takes the place of the one before after a day: what is erased from then on must not stay there", async () => {
    const name = freshName();
    let now = Date.now();
    const [former, present] = [open({ name, model: "former" }), open({ name, clock: () => now })];
    await former.apply("a", [put("d", "zebra")], 0, 1);
    const afterHours = async (hours: number, position: number) => {
      now += hours * 3_600_000;
      await present.apply("a", [put("d", "zebra")], position, position + 1);
      return indexesOf(name);
    };
    expect(await afterHours(0, 0)).toEqual([`${name}-1`, `${name}-2`]);
    expect(await afterHours(20, 1)).toEqual([`${name}-1`, `${name}-2`]);
    expect(await afterHours(5, 2)).toEqual([`${name}-2`]);
    for (const one of [former, present]) await one.close();
  });

  it("is made once, however many processes want it at the same time", async () => {
    const name = freshName();
    const all = Array.from({ length: 4 }, () => open({ name }));
    const applied = await Promise.all(all.map((index) => insisting(() => index.apply("a", [put("d", "zebra")], 0, 3))));
    expect(applied.filter(Boolean)).toHaveLength(1);
    expect(await indexesOf(name)).toEqual([`${name}-1`]);
    for (const one of all) await one.close();
  });
});

describe("what another process wrote", () => {
  it("is found as soon as its position is known", async () => {
    const name = freshName();
    const [one, other] = [open({ name }), open({ name })];
    for (let position = 0; position < 20; position++) {
      await one.apply("a", [put(`d${position}`, "zebra")], position, position + 1);
      expect(await other.watermark("a")).toBe(position + 1);
      expect(await ask(other, "a", { terms: words("zebra") })).toHaveLength(position + 1);
    }
    for (const each of [one, other]) await each.close();
  });
});

describe("a giant context", () => {
  it("is searched by its graph of vectors, and finds what exact comparison finds", async () => {
    const index = open({ dimension: 8 });
    const size = exactUpTo + 2_000;
    const unit = (raw: Float32Array) => raw.map((value) => value / Math.hypot(...raw));
    const vector = (i: number) => unit(Float32Array.from({ length: 8 }, (_, n) => Math.sin((i + 1) * (n + 1))));
    for (let at = 0; at < size; at += 2_000) {
      const changes = Array.from({ length: 2_000 }, (_, i) => ({
        put: indexDocument(`d${at + i}`, "same words", { embedding: vector(at + i) }),
      }));
      await index.apply("giant", changes, at, at + 2_000);
    }
    const question = vector(0.5);
    const found = await ask(index, "giant", { vector: question });
    const similarity = (i: number) => vector(i).reduce((sum, value, n) => sum + value * (question[n] ?? 0), 0);
    const near = Array.from({ length: size }, (_, i) => [i, similarity(i)] as const).sort(([, a], [, b]) => b - a);
    const ids = new Set(found.map(({ id }) => id));
    expect(near.slice(0, 10).filter(([i]) => ids.has(`d${i}`)).length).toBeGreaterThanOrEqual(9);
    expect(await ask(index, "giant", { terms: words("word"), pool: size })).toHaveLength(size);
    await index.close();
  });
});

describe("a server that went away", () => {
  it("is said to be away at once, and has everything when it is back", async () => {
    const index = open();
    await index.apply("a", [put("d", "zebra")], 0, 1);
    await server().kill();
    const started = performance.now();
    await expect(ask(index, "a", { terms: words("zebra") })).rejects.toThrow(SearchIndexUnavailable);
    await expect(index.apply("a", [put("e", "zebra")], 1, 2)).rejects.toThrow(SearchIndexUnavailable);
    await expect(open().watermark("a")).rejects.toThrow(SearchIndexUnavailable);
    expect(performance.now() - started).toBeLessThan(20_000);
    await server().start();
    expect(await insisting(() => index.watermark("a"))).toBe(1);
    expect(await index.apply("a", [put("e", "zebra")], 1, 2)).toBe(true);
    expect(idsOf(await ask(index, "a", { terms: words("zebra") }))).toEqual(["d", "e"]);
    await index.close();
  });

  it("that hears but does not answer holds nobody up", async () => {
    const { createServer } = await import("node:net");
    const silent = createServer(() => undefined);
    const port = await new Promise<number>((resolve) => {
      silent.listen(0, "127.0.0.1", () => resolve((silent.address() as { port: number }).port));
    });
    const cluster = connectCluster(`http://127.0.0.1:${port}`, { question: 200, work: 200 });
    await expect(open({ cluster }).watermark("a")).rejects.toThrow(SearchIndexUnavailable);
    await cluster.close();
    silent.close();
  });
});
