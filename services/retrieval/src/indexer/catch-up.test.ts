import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { createPostgresIndex } from "@loci/adapters/postgres-index";
import { packVector } from "@loci/kernel";
import { requireService, serviceCall } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { scopeSetMessage } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import type { Database } from "@loci/ports/database";
import type { SearchIndex } from "@loci/ports/search-index";
import type { graph } from "@loci/protos";
import { createIndexer, type IndexerDeps } from "./catch-up.ts";

let database: Database;
let index: SearchIndex;
beforeAll(async () => {
  database = await openPglite({ folder: undefined });
  await migrate(database, []);
  index = await createPostgresIndex(database, 4);
});
afterAll(() => database.close());

const record = (n: number): graph.FeedRecord => ({
  id: `turn:${n}`,
  removed: false,
  class: "passage",
  scopes: scopeSetMessage([["org/a"]]),
  text: `zebra ${n}`,
  speaker: "",
  sessionId: "s",
  seq: n,
  entityIds: [],
  labels: [],
  knownAt: "2024-05-01T00:00:00.000Z",
  knownUntil: "",
  embedding: packVector(new Float32Array([1, 0, 0, 0])),
  documentId: "",
});

/** A feed of one context: as many rows as `size` says, one for each position. Of a context that is being deleted its head goes last. */
function feed(size: number, head = size) {
  const state = { size, reads: 0, until: Promise.resolve() };
  const source: IndexerDeps["graph"] = {
    head: () => Promise.resolve({ revision: Math.max(head, state.size), life: "one" }),
    readFeed: async ({ after, limit }, call) => {
      requireService(call);
      state.reads++;
      await state.until;
      call.signal.throwIfAborted();
      const position = Math.max(after, Math.min(state.size, after + limit));
      const records = Array.from({ length: position - after }, (_, i) => record(after + i + 1));
      return { records, position, changes: [] };
    },
  };
  return { state, source };
}

const call = serviceCall("", "trace", Number.MAX_SAFE_INTEGER);
const make = (source: IndexerDeps["graph"]) =>
  createIndexer({ index, graph: source, clock: () => Date.now(), logger: silentLogger() });
const documents = async (contextId: string) => (await index.scopeSets(contextId)).reduce((sum, set) => sum + set.documents, 0);

describe("the indexer", () => {
  it("brings the index up to a position, in batches", async () => {
    const { source, state } = feed(250);
    expect(await make(source).catchUp("batches", 250, call, 60_000)).toBe(0);
    expect(await documents("batches")).toBe(250);
    expect(state.reads).toBe(3);
  });

  it("reads nothing when it is up to date", async () => {
    const { source, state } = feed(10);
    const indexer = make(source);
    await indexer.catchUp("fresh", 10, call, 60_000);
    await indexer.catchUp("fresh", 10, call, 60_000);
    expect(state.reads).toBe(1);
  });

  it("says how much is missing when the time is over", async () => {
    const { source } = feed(50);
    expect(await make(source).catchUp("late", 50, call, 0)).toBe(50);
  });

  it("says so in time though the machine's clock is set back meanwhile", async () => {
    const { source, state } = feed(50);
    const goOn = Promise.withResolvers<undefined>();
    state.until = goOn.promise.then(() => undefined);
    let now = Date.now();
    const clock = () => (now -= 3_600_000);
    const indexer = createIndexer({ index, graph: source, clock, logger: silentLogger() });
    expect(await indexer.catchUp("set-back", 50, call, 20)).toBe(50);
    goOn.resolve(undefined);
    await indexer.close();
  });

  it("shares one step among all who wait for it", async () => {
    const { source, state } = feed(80);
    const indexer = make(source);
    await Promise.all(Array.from({ length: 5 }, () => indexer.catchUp("shared", 80, call, 60_000)));
    expect(state.reads).toBe(1);
  });

  it("goes on for the others with a step whose first caller goes away", async () => {
    const { source, state } = feed(80);
    const [goOn, leaving] = [Promise.withResolvers<undefined>(), new AbortController()];
    state.until = goOn.promise.then(() => undefined);
    const indexer = make(source);
    const first = indexer.catchUp("left", 80, { ...call, signal: leaving.signal }, 60_000);
    const second = indexer.catchUp("left", 80, call, 60_000);
    leaving.abort(new Error("gone"));
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    goOn.resolve(undefined);
    expect(await second).toBe(0);
    expect(state.reads).toBe(1);
  });

  it("begins again where the index is beyond the feed's end", async () => {
    await make(feed(250).source).catchUp("reborn", 250, call, 60_000);
    expect(await make(feed(5).source).catchUp("reborn", 5, call, 60_000)).toBe(0);
    expect(await documents("reborn")).toBe(5);
    expect(await index.watermark("reborn")).toBe(5);
  });

  it("does not wait for what the feed does not have", async () => {
    const { source, state } = feed(10);
    expect(await make(source).catchUp("shorter", 20, call, 60_000)).toBe(10);
    expect(state.reads).toBeLessThan(4);
  });

  it("asks with pauses for what is not there yet, in the background too", async () => {
    const { source, state } = feed(10, 20);
    const indexer = make(source);
    expect(await indexer.catchUp("emptied", 20, call, 3_000)).toBe(10);
    indexer.kick("emptied");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await indexer.close();
    expect(state.reads).toBeLessThan(30);
  });

  it("goes on where another process left off", async () => {
    const { source } = feed(120);
    const [one, other] = [make(source), make(source)];
    await one.catchUp("two", 120, call, 60_000);
    await Promise.all([one, other].map((indexer) => indexer.catchUp("two", 120, call, 60_000)));
    expect(await documents("two")).toBe(120);
  });

  it("knows the contexts that it was asked for", async () => {
    const { source } = feed(5);
    const indexer = make(source);
    await indexer.catchUp("known", 5, call, 60_000);
    expect([...indexer.known()]).toEqual(["known"]);
  });

  it("follows in the background once it is told of a change", async () => {
    const { source } = feed(30);
    const indexer = make(source);
    indexer.kick("background");
    for (const end = Date.now() + 120_000; Date.now() < end && (await documents("background")) < 30;)
      await new Promise((resolve) => setTimeout(resolve, 10));
    await indexer.close();
    expect(await documents("background")).toBe(30);
  });

  /** Writes one record every ten milliseconds, and tells of each. */
  const writeOn = async (
    indexer: ReturnType<typeof make>,
    state: { size: number },
    contextId: string,
    until: () => Promise<boolean>,
  ) => {
    while (!(await until())) {
      state.size++;
      indexer.kick(contextId);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  it("indexes the writes of a moment together, and all of them", async () => {
    const { source, state } = feed(0);
    const indexer = make(source);
    await writeOn(indexer, state, "moment", async () => state.size >= 20);
    for (const end = Date.now() + 120_000; Date.now() < end && (await documents("moment")) < 20;)
      await new Promise((resolve) => setTimeout(resolve, 10));
    await indexer.close();
    expect(await documents("moment")).toBe(20);
    expect(state.reads).toBeLessThan(6);
  });

  it("keeps away from who writes on and on, until there is much to do", async () => {
    const { source, state } = feed(0);
    let now = 0;
    const indexer = createIndexer({ index, graph: source, clock: () => Date.now(), elapsed: () => now, logger: silentLogger() });
    const write = async (records: number) => {
      state.size += records;
      indexer.kick("steady");
      await new Promise((resolve) => setTimeout(resolve, 10));
    };
    for (let i = 0; i < 100; i++, now += 10) await write(1);
    expect([state.reads, await documents("steady")]).toEqual([0, 0]);
    await write(400);
    for (const end = Date.now() + 120_000; Date.now() < end && (await documents("steady")) === 0;) await write(0);
    await indexer.close();
    expect(await documents("steady")).toBeGreaterThan(0);
  });

  it("goes on indexing while somebody writes without a pause", async () => {
    const { source, state } = feed(0);
    const indexer = make(source);
    const end = Date.now() + 120_000;
    await writeOn(indexer, state, "restless", async () => Date.now() >= end || (await documents("restless")) > 0);
    await indexer.close();
    expect(await documents("restless")).toBeGreaterThan(0);
  });
});
