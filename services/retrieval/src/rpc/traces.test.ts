import { param, sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { toTimestamp, type Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { retrieval } from "@loci/protos";
import { caller, loci, openWhole, type Whole } from "@loci/server/testing/whole";
import { by, chatRequest, converse, openRoom, queryRequest, saying, tracesRequest, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const reading: Grants = { "memory:read": ["/"] };
const admin: Grants = { ...reading, "grant:manage": ["/"] };
const as = (room: Room, principalId: string, grants: Grants = reading) => by(room, grants, { principalId });
const stats = (room: Room, call: Call, over: Partial<retrieval.RetrievalStatsRequest> = {}) =>
  room.service.getRetrievalStats({ scope: null, since: "", everything: false, ...over }, call);

describe("a list of traces", () => {
  it("holds the caller's own, newest first; an administrator's holds everybody's", async () => {
    const room = await openRoom(whole);
    for (const principal of ["ann", "ben", "ann"]) {
      await room.service.query(queryRequest(`asked by ${principal}`), as(room, principal));
    }
    const list = async (call: Call, over: Partial<retrieval.ListTracesRequest> = {}) =>
      (await room.service.listTraces(tracesRequest(over), call)).traces.map((trace) => trace.principalId);
    expect(await list(as(room, "ann"))).toEqual(["ann", "ann"]);
    expect(await list(as(room, "ann"), { principal: "ben" })).toEqual([]);
    expect(await list(as(room, "root", admin))).toEqual(["ann", "ben", "ann"]);
    expect(await list(as(room, "root", admin), { principal: "ben" })).toEqual(["ben"]);
    expect(await list(as(room, "root", { ...reading, "grant:manage": ["org/a"] }))).toEqual([]);
    expect(await list(as(room, "root", admin), { limit: 2 })).toEqual(["ann", "ben"]);
  });

  it("holds for a key with grants of its own only what was asked with that key", async () => {
    const room = await openRoom(whole);
    const key = (keyId: string, isNarrowed = true) => by(room, reading, { principalId: "lead", keyId, isNarrowed });
    const ids = new Map<string, string>();
    for (const keyId of ["key:whole", "key:one", "key:two"]) {
      const { trace } = await room.service.query(queryRequest("Who knows?"), key(keyId));
      expect(trace?.tier).not.toBe("cache");
      ids.set(keyId, trace?.id ?? "");
    }
    const list = async (call: Call) => (await room.service.listTraces(tracesRequest(), call)).traces.map((trace) => trace.keyId);
    expect(await list(key("key:one"))).toEqual(["key:one"]);
    expect(await list(key("key:whole", false))).toEqual(["key:two", "key:one", "key:whole"]);
    const read = (keyId: string) => room.service.getTrace({ id: ids.get(keyId) ?? "" }, key("key:one"));
    expect(await read("key:one")).toMatchObject({ query: "Who knows?" });
    await expect(read("key:two")).rejects.toMatchObject({ code: "not_found" });
    expect(await stats(room, key("key:one"))).toMatchObject({ totalQueries: 1 });
  });

  it("is narrowed by kind, key, session and time", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    await room.service.query(queryRequest("one", { sessionId: "session:1" }), room.all);
    const between = toTimestamp((whole.clock.now += 1_000));
    whole.clock.now += 1_000;
    await converse(room, chatRequest("two"));
    const list = async (over: Partial<retrieval.ListTracesRequest>) =>
      (await room.service.listTraces(tracesRequest(over), room.all)).traces.map((trace) => `${trace.kind} ${trace.query}`);
    expect(await list({ kind: "response" })).toEqual(["response two"]);
    expect(await list({ kind: "retrieval" })).toEqual(["retrieval two", "retrieval one"]);
    expect(await list({ sessionId: "session:1" })).toEqual(["retrieval one"]);
    expect(await list({ until: between })).toEqual(["retrieval one"]);
    expect(await list({ since: between, kind: "retrieval" })).toEqual(["retrieval two"]);
    expect(await list({ keyId: "key:other" })).toEqual([]);
  });

  it("is another context's business nowhere, and a single trace nobody else's", async () => {
    const [room, other] = [await openRoom(whole), await openRoom(whole)];
    const { trace } = await room.service.query(queryRequest("secret"), as(room, "ann"));
    expect((await other.service.listTraces(tracesRequest(), as(other, "root", admin))).traces).toEqual([]);
    const read = (call: Call) => room.service.getTrace({ id: trace?.id ?? "" }, call);
    for (const call of [as(room, "ben"), as(other, "ann", admin)])
      await expect(read(call)).rejects.toMatchObject({ code: "not_found" });
    expect((await read(as(room, "root", admin))).query).toBe("secret");
  });
});

describe("the traces of a caller who holds less than its principal does, or did", () => {
  const both: Grants = { "memory:read": ["org/a", "org/b"] };
  const part: Grants = { "memory:read": ["org/a"] };
  const wide = (room: Room) => as(room, "ann", both);
  const narrow = (room: Room) => as(room, "ann", part);

  it("are those alone that were made of nothing beyond its region, and they fill its page", async () => {
    const room = await openRoom(whole, { speak: saying("The secret of b.") });
    await room.service.query(queryRequest("of a alone"), narrow(room));
    await room.service.query(queryRequest("below a"), as(room, "ann", { "memory:read": ["org/a/x"] }));
    whole.clock.now += 1_000;
    const { trace } = await room.service.query(queryRequest("everywhere"), wide(room));
    const secret = await converse(room, chatRequest("What is the secret?"), wide(room));
    // The lens is no bound: what belongs to both, or to the whole organisation, is found under it too.
    await room.service.query(queryRequest("in a", { lens: scopeSetMessage([["org/a"]]) }), wide(room));

    const list = async (call: Call, limit = 0) =>
      (await room.service.listTraces(tracesRequest({ limit }), call)).traces.map((one) => one.query).sort();
    expect(await list(narrow(room))).toEqual(["below a", "of a alone"]);
    expect(await list(narrow(room), 2)).toEqual(["below a", "of a alone"]);
    expect(await list(as(room, "ann", { "memory:read": ["org"] }))).toHaveLength(6);
    expect(await list(wide(room))).toHaveLength(6);
    for (const id of [trace?.id ?? "", secret.done.traceId]) {
      await expect(room.service.getTrace({ id }, narrow(room))).rejects.toMatchObject({ code: "not_found" });
      expect(await room.service.getTrace({ id }, wide(room))).toMatchObject({ id });
    }
    // An administrator sees everybody's questions and replies, and of them what it may read.
    expect(await list(as(room, "root", admin))).toHaveLength(6);
    const manager = as(room, "root", { ...part, "grant:manage": ["/"] });
    expect(await list(manager)).toEqual(["below a", "of a alone"]);
    await expect(room.service.getTrace({ id: secret.done.traceId }, manager)).rejects.toMatchObject({ code: "not_found" });
    const blind = as(room, "root", { "grant:manage": ["/"] });
    await expect(room.service.getTrace({ id: secret.done.traceId }, blind)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("are those alone that are counted", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    await room.service.query(queryRequest("of a alone"), narrow(room));
    await room.service.query(queryRequest("everywhere"), wide(room));
    await converse(room, chatRequest("And all of it?"), wide(room));
    const inA = { scope: scopeSetMessage([["org/a"]]) };
    for (const over of [{}, inA]) {
      expect(await stats(room, narrow(room), over)).toMatchObject({ totalQueries: 1, responses: 0, inputTokens: 0 });
      expect(await stats(room, wide(room), over)).toMatchObject({ totalQueries: 3, responses: 1, inputTokens: 100 });
    }
    expect(await stats(room, as(room, "root", { ...part, "grant:manage": ["/"] }), { everything: true })).toMatchObject({
      ...{ totalQueries: 3, responses: 1 },
    });
  });

  it("are none of those that a namesake path would cover", async () => {
    const room = await openRoom(whole);
    await room.service.query(queryRequest("of a%b"), as(room, "ann", { "memory:read": ["org/a%b"] }));
    await room.service.query(queryRequest("of ab"), as(room, "ann", { "memory:read": ["org/ab"] }));
    const list = async (path: string) =>
      (await room.service.listTraces(tracesRequest(), as(room, "ann", { "memory:read": [path] }))).traces.map((one) => one.query);
    expect(await list("org/a")).toEqual([]);
    expect(await list("org/a%b")).toEqual(["of a%b"]);
  });
});

describe("the traces of a principal that was made again under its id", () => {
  const former = { principalId: "ann", principalSince: "2024-01-01T00:00:00.000Z" };
  const later = { principalId: "ann", principalSince: "2024-02-01T00:00:00.000Z" };

  it("are its own alone; an administrator sees both", async () => {
    const room = await openRoom(whole);
    const { trace } = await room.service.query(queryRequest("of the former"), by(room, reading, former));
    await room.service.query(queryRequest("of the later"), by(room, reading, later));
    const list = async (call: Call) => (await room.service.listTraces(tracesRequest(), call)).traces.map((one) => one.query).sort();
    expect(await list(by(room, reading, former))).toEqual(["of the former"]);
    expect(await list(by(room, reading, later))).toEqual(["of the later"]);
    expect(await list(as(room, "root", admin))).toEqual(["of the former", "of the later"]);
    const read = room.service.getTrace({ id: trace?.id ?? "" }, by(room, reading, later));
    await expect(read).rejects.toMatchObject({ code: "not_found" });
    expect(await stats(room, by(room, reading, later))).toMatchObject({ totalQueries: 1 });
  });

  it("that were kept by an earlier release are told apart by their time", async () => {
    const room = await openRoom(whole);
    const ctx = param(room.contextId);
    await whole.database.inContext(room.contextId, (tx) =>
      tx.query(sql`insert into retrieval.trace (ctx, id, created_at, principal_id, body) values
          (${ctx}, 'trace:1', '2024-01-15', 'ann', '{"query": "of the former"}'), (${ctx}, 'trace:2', '2024-02-15', 'ann', '{"query": "of the later"}')`),
    );
    const { traces } = await room.service.listTraces(tracesRequest(), by(room, reading, later));
    expect(traces.map((one) => one.query)).toEqual(["of the later"]);
  });
});

describe("statistics of recall", () => {
  it("count queries, tiers and answers, the caller's own unless an administrator asks for all", async () => {
    const room = await openRoom(whole, { speak: saying("Yes.") });
    const ann = as(room, "ann");
    const nothing = { totalQueries: 0, avgLatencyMs: 0, p95LatencyMs: 0, feedLag: 0 };
    expect(await stats(room, ann)).toMatchObject(nothing);
    await room.service.query(queryRequest("nothing is known"), ann);
    await room.say("Ann lives in Boston.");
    const question = "Where does Ann live?";
    await room.service.query(queryRequest(question), ann);
    await room.service.query(queryRequest(question), ann);
    await room.service.query(queryRequest(question, { mode: "bm25" }), as(room, "ben"));
    // A chat asks for more than a question does, so another question's answer is none for it.
    await converse(room, chatRequest(question), ann);
    const mine = await stats(room, ann);
    expect(mine).toMatchObject({
      ...{ totalQueries: 4, cacheHits: 1, fullContext: 2, hybrid: 1, direct: 0, zeroHitQueries: 1 },
      ...{ responses: 1, responsesCached: 0, degradedQueries: 0, maxCandidateSet: 1, feedLag: 0 },
    });
    expect(mine.p50LatencyMs).toBeGreaterThan(0);
    expect(mine.p95LatencyMs).toBeGreaterThanOrEqual(mine.p50LatencyMs);
    expect(mine.tierLatency.map(({ tier, queries }) => [tier, queries])).toEqual([
      ["cache", 1],
      ["full_context", 2],
      ["hybrid", 1],
    ]);
    for (const { p50LatencyMs, p95LatencyMs, maxLatencyMs } of mine.tierLatency) {
      expect(p50LatencyMs).toBeGreaterThan(0);
      expect(p95LatencyMs).toBeGreaterThanOrEqual(p50LatencyMs);
      expect(maxLatencyMs).toBeGreaterThanOrEqual(p95LatencyMs);
    }
    expect(await stats(room, ann, { everything: true })).toEqual(mine);
    expect(await stats(room, as(room, "root", admin), { everything: true })).toMatchObject({ totalQueries: 5, hybrid: 2 });
    expect(await stats(room, ann, { since: toTimestamp(whole.clock.now + 60_000) })).toMatchObject({ totalQueries: 0 });
    await room.say("More.");
    expect(await stats(room, ann)).toMatchObject({ feedLag: 0 });
    expect(await stats(room, as(room, "root", { "grant:manage": ["/"] }), { everything: true })).toMatchObject({
      ...{ totalQueries: 5, feedLag: 1 },
    });
  });

  it("count what ranged over a scope, and nothing outside the grant", async () => {
    const room = await openRoom(whole);
    const ann = as(room, "ann", { "memory:read": ["org/a", "org/b"] });
    await room.service.query(queryRequest("everywhere"), ann);
    await room.service.query(queryRequest("there", { lens: scopeSetMessage([["org/b"]]) }), ann);
    const count = async (path: string) => (await stats(room, ann, { scope: scopeSetMessage([[path]]) })).totalQueries;
    expect([await count("org/a"), await count("org/b"), await count("org/c")]).toEqual([1, 2, 0]);
  });
});

describe("traces and purged records", () => {
  it("lose their texts and the records, once and again, and other traces do not", async () => {
    const room = await openRoom(whole);
    const first = await room.say("Ann lives in Boston.");
    const second = await room.say("Ben has a parrot.");
    const boston = await room.service.query(queryRequest("Boston", { mode: "bm25" }), room.all);
    const parrot = await room.service.query(queryRequest("parrot", { mode: "bm25" }), room.all);
    const request = { contextId: room.contextId, recordIds: [first, "turn:unknown"], words: [] };
    for (let i = 0; i < 2; i++) await room.service.scrubTraces(request, loci(room.contextId));
    const read = (answer: retrieval.QueryResponse) => room.service.getTrace({ id: answer.trace?.id ?? "" }, room.all);
    expect(await read(boston)).toMatchObject({ query: "", hits: [] });
    expect(await read(parrot)).toMatchObject({ query: "parrot", hits: [{ id: second }] });
    await expect(room.service.scrubTraces(request, room.all)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("lose the label that their asker gave them, which is a text too", async () => {
    const room = await openRoom(whole);
    const secret = await room.say("Ann's parrot is called Zanzibarfox.");
    const ask = async (query: string, source: string) =>
      (await room.service.query(queryRequest(query, { mode: "bm25", source }), room.all)).trace?.id ?? "";
    const shown = await ask("parrot", "zanzibarfox-bot");
    const labelled = await ask("weather", "about zanzibarfox");
    const other = await ask("weather", "weather-bot");
    const purge = { purge: true, dryRun: false, keepForgotten: false, reason: "", operation: null };
    await whole.graph.forgetRecords({ ids: [secret], matches: [], ...purge }, caller(room.contextId));
    const { erased } = await whole.graph.listErasedWords({ after: "" }, loci(room.contextId));
    const request = { contextId: room.contextId, recordIds: [secret], words: erased };
    await room.service.scrubTraces(request, loci(room.contextId));
    const sources = [shown, labelled, other].map(async (id) => (await room.service.getTrace({ id }, room.all)).source);
    expect(await Promise.all(sources)).toEqual(["", "", "weather-bot"]);
  });

  it("that show none of them lose their texts where these name what nobody else does", async () => {
    const room = await openRoom(whole);
    // Asked before it is known, and in vain.
    const asked = ["Does anybody know Zanzibarfox?", "Does anybody know a parrot?", "Who has zanzibarfoxes?"];
    const before: retrieval.QueryResponse[] = [];
    for (const query of asked) before.push(await room.service.query(queryRequest(query, { mode: "bm25" }), room.all));
    const secret = await room.say("Ann's parrot is called Zanzibarfox.");
    await room.say("Ben has a parrot.");
    const forgetting = {
      ids: [secret],
      purge: true,
      dryRun: false,
      keepForgotten: false,
      matches: [],
      reason: "",
      operation: null,
    };
    await whole.graph.forgetRecords(forgetting, caller(room.contextId));
    const { erased } = await whole.graph.listErasedWords({ after: "" }, loci(room.contextId));
    expect(JSON.stringify(erased.map(({ prints }) => Buffer.from(prints).toString()))).not.toMatch(/zanzibar/i);
    const request = { contextId: room.contextId, recordIds: [], words: erased };
    await room.service.scrubTraces(request, loci(room.contextId));
    const queries = async () =>
      Promise.all(before.map(async ({ trace }) => (await room.service.getTrace({ id: trace?.id ?? "" }, room.all)).query));
    expect(await queries()).toEqual(["", asked[1], ""]);
    // Where the words were too many to be told apart, whatever nothing else holds may be one of them.
    const uncounted = {
      contextId: room.contextId,
      receipt: "receipt:1",
      prints: new Uint8Array(),
      uncounted: true,
      recordedAt: "",
      causeTraceId: "",
      scopeSets: [scopeSetMessage([["org/a"]])],
    };
    await room.service.query(queryRequest("And a walrus?"), room.all);
    await room.service.scrubTraces({ ...request, words: [uncounted] }, loci(room.contextId));
    const left = (await room.service.listTraces(tracesRequest(), room.all)).traces.map(({ query }) => query);
    expect(left).toEqual(["", "", "", ""]);
    await whole.graph.dropErasedWords({ before: toTimestamp(whole.clock.now + 1) }, loci(room.contextId));
    expect((await whole.graph.listErasedWords({ after: "" }, loci(room.contextId))).erased).toEqual([]);
  });

  it("are deleted when they are old", async () => {
    const room = await openRoom(whole);
    const old = await room.service.query(queryRequest("then"), room.all);
    whole.clock.now += 40 * 24 * 3_600_000;
    await room.service.query(queryRequest("now"), room.all);
    const retain = (days: number) => room.service.retainTraces({ contextId: room.contextId, days }, loci(room.contextId));
    expect(await retain(30)).toEqual({ affected: 1 });
    await expect(room.service.getTrace({ id: old.trace?.id ?? "" }, room.all)).rejects.toMatchObject({ code: "not_found" });
    expect((await room.service.listTraces(tracesRequest(), room.all)).traces.map((trace) => trace.query)).toEqual(["now"]);
    await expect(retain(-1)).rejects.toMatchObject({ code: "invalid" });
  });

  it("of an earlier release are read as if nothing were missing", async () => {
    const room = await openRoom(whole);
    await whole.database.inContext(room.contextId, (tx) =>
      tx.query(sql`insert into retrieval.trace (ctx, id, created_at, principal_id, body)
          values (${room.contextId}, 'trace:old', now(), 'agent', '{"query": "then", "principalId": "agent"}')`),
    );
    const read = await room.service.getTrace({ id: "trace:old" }, room.all);
    expect(read).toMatchObject({ kind: "retrieval", query: "then", parents: [] });
  });
});
