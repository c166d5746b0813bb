import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { toTimestamp, type Grants } from "@loci/kernel";
import { serviceCall } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { retrieval } from "@loci/protos";
import { callOf, chatRequest, clock, openGrounds, openRoom, queryRequest, saying, tracesRequest, type Grounds, type Room } from "../testing/room.ts";

let grounds: Grounds;
beforeAll(async () => void (grounds = await openGrounds()));
afterAll(() => grounds.close());

const admin: Grants = { "memory:read": ["/"], "grant:manage": ["/"] };
const own = (contextId: string) => serviceCall(contextId, "trace:own", Number.MAX_SAFE_INTEGER);
const by = (room: Room, principalId: string, grants?: Grants) => callOf(room.contextId, grants, { principalId });
const stats = (room: Room, call: ReturnType<typeof callOf>, over: Partial<retrieval.RetrievalStatsRequest> = {}) =>
  room.service.getRetrievalStats({ scope: null, since: "", everything: false, ...over }, call);

describe("a list of traces", () => {
  it("holds the caller's own, newest first; an administrator's holds everybody's", async () => {
    const room = openRoom(grounds);
    for (const principal of ["ann", "ben", "ann"]) await room.service.query(queryRequest(`asked by ${principal}`), by(room, principal));
    const list = async (call: ReturnType<typeof callOf>, over: Partial<retrieval.ListTracesRequest> = {}) =>
      (await room.service.listTraces(tracesRequest(over), call)).traces.map((trace) => trace.principalId);
    expect(await list(by(room, "ann"))).toEqual(["ann", "ann"]);
    expect(await list(by(room, "ann"), { principal: "ben" })).toEqual([]);
    expect(await list(by(room, "root", admin))).toEqual(["ann", "ben", "ann"]);
    expect(await list(by(room, "root", admin), { principal: "ben" })).toEqual(["ben"]);
    expect(await list(by(room, "root", { ...admin, "grant:manage": ["org/a"] }))).toEqual([]);
    expect(await list(by(room, "root", admin), { limit: 2 })).toEqual(["ann", "ben"]);
  });

  it("is narrowed by kind, key, session and time", async () => {
    const room = openRoom(grounds, { speak: saying("Yes.") });
    const call = callOf(room.contextId);
    await room.service.query(queryRequest("one", { sessionId: "session:1" }), call);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
    await pause();
    const between = toTimestamp(clock());
    await pause();
    for await (const _event of room.service.chat(chatRequest("two"), call));
    const list = async (over: Partial<retrieval.ListTracesRequest>) =>
      (await room.service.listTraces(tracesRequest(over), call)).traces.map((trace) => `${trace.kind} ${trace.query}`);
    expect(await list({ kind: "response" })).toEqual(["response two"]);
    expect(await list({ kind: "retrieval" })).toEqual(["retrieval two", "retrieval one"]);
    expect(await list({ sessionId: "session:1" })).toEqual(["retrieval one"]);
    expect(await list({ until: between })).toEqual(["retrieval one"]);
    expect(await list({ since: between, kind: "retrieval" })).toEqual(["retrieval two"]);
    expect(await list({ keyId: "key:other" })).toEqual([]);
  });

  it("is another context's business nowhere", async () => {
    const [room, other] = [openRoom(grounds), openRoom(grounds)];
    await room.service.query(queryRequest("secret"), callOf(room.contextId));
    expect((await other.service.listTraces(tracesRequest(), by(other, "root", admin))).traces).toEqual([]);
  });
});

describe("statistics of recall", () => {
  it("count queries, tiers and answers, the caller's own unless an administrator asks for all", async () => {
    const room = openRoom(grounds, { speak: saying("Yes.") });
    const ann = by(room, "ann");
    expect(await stats(room, ann)).toMatchObject({ totalQueries: 0, avgLatencyMs: 0, p95LatencyMs: 0, feedLag: 0 });
    await room.service.query(queryRequest("nothing is known"), ann);
    room.say("Ann lives in Boston.");
    await room.service.query(queryRequest("Where does Ann live?"), ann);
    await room.service.query(queryRequest("Where does Ann live?"), ann);
    await room.service.query(queryRequest("Where does Ann live?", { mode: "bm25" }), by(room, "ben"));
    for await (const _event of room.service.chat(chatRequest("Where does Ann live?"), ann));
    const mine = await stats(room, ann);
    expect(mine).toMatchObject({
      ...{ totalQueries: 4, cacheHits: 2, fullContext: 1, hybrid: 1, direct: 0, zeroHitQueries: 1 },
      ...{ responses: 1, responsesCached: 0, degradedQueries: 0, maxCandidateSet: 1, feedLag: 0 },
    });
    expect(mine.p50LatencyMs).toBeGreaterThan(0);
    expect(mine.p95LatencyMs).toBeGreaterThanOrEqual(mine.p50LatencyMs);
    expect(await stats(room, ann, { everything: true })).toEqual(mine);
    expect(await stats(room, by(room, "root", admin), { everything: true })).toMatchObject({ totalQueries: 5, hybrid: 2 });
    expect(await stats(room, ann, { since: new Date(Date.now() + 60_000).toISOString() })).toMatchObject({ totalQueries: 0 });
    room.say("More.");
    expect(await stats(room, ann)).toMatchObject({ feedLag: 1 });
  });

  it("count what ranged over a scope, and nothing outside the grant", async () => {
    const room = openRoom(grounds);
    const ann = by(room, "ann", { "memory:read": ["org/a", "org/b"] });
    await room.service.query(queryRequest("everywhere"), ann);
    await room.service.query(queryRequest("there", { lens: scopeSetMessage([["org/b"]]) }), ann);
    const count = async (path: string) => (await stats(room, ann, { scope: scopeSetMessage([[path]]) })).totalQueries;
    expect([await count("org/a"), await count("org/b"), await count("org/c")]).toEqual([1, 2, 0]);
  });
});

describe("traces and purged records", () => {
  it("lose their texts and the records, once and again, and other traces do not", async () => {
    const room = openRoom(grounds);
    const call = callOf(room.contextId);
    const first = room.say("Ann lives in Boston.");
    const second = room.say("Ben has a parrot.");
    const boston = await room.service.query(queryRequest("Boston", { mode: "bm25" }), call);
    const parrot = await room.service.query(queryRequest("parrot", { mode: "bm25" }), call);
    for (let i = 0; i < 2; i++) await room.service.scrubTraces({ contextId: room.contextId, recordIds: [first, "turn:unknown"] }, own(room.contextId));
    expect(await room.service.getTrace({ id: boston.trace?.id ?? "" }, call)).toMatchObject({ query: "", hits: [] });
    expect(await room.service.getTrace({ id: parrot.trace?.id ?? "" }, call)).toMatchObject({ query: "parrot", hits: [{ id: second }] });
    await expect(room.service.scrubTraces({ contextId: room.contextId, recordIds: [first] }, call)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("are deleted when they are old", async () => {
    const room = openRoom(grounds);
    const call = callOf(room.contextId);
    await room.service.query(queryRequest("now"), call);
    await grounds.database.inContext(room.contextId, (tx) =>
      tx.query({
        text: `insert into retrieval.trace (ctx, id, created_at, principal_id, body) values ($1, 'trace:old', now() - interval '40 days', 'agent', '{"query": "then", "principalId": "agent"}')`,
        values: [room.contextId],
      }),
    );
    expect(await room.service.getTrace({ id: "trace:old" }, call)).toMatchObject({ kind: "retrieval", query: "then", parents: [] });
    expect(await room.service.retainTraces({ contextId: room.contextId, days: 30 }, own(room.contextId))).toEqual({ affected: 1 });
    expect((await room.service.listTraces(tracesRequest(), call)).traces).toHaveLength(1);
    await expect(room.service.retainTraces({ contextId: room.contextId, days: -1 }, own(room.contextId))).rejects.toMatchObject({ code: "invalid" });
  });
});
