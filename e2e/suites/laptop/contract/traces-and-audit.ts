import { describe, expect, it } from "@jest/globals";
import type { World } from "../main-job/world.ts";
import { answered, refused } from "./asking.ts";

interface Audit {
  readonly rows: readonly { kind: string; traceId: string; principal: string; createdAt: string }[];
}
interface Stats {
  readonly totalQueries: number;
  readonly windowHours: number;
  readonly responseTracesTotal: number;
  readonly contradiction: { contradictions: number };
}

/** Contract: Traces and audit. */
export function tracesAndAudit(world: World): void {
  const house = async () => {
    const memory = await world().tenant("org/a", "org/b");
    await memory.remember("Mina was born on 3 May 1990.", { scopes: "org/a" });
    await memory.remember("Mina was born on 4 May 1990.", { scopes: "org/a" });
    const { trace } = await memory.recall("When was Mina born?", { source: "desk" });
    const chat = answered<{ traceId: string; sessionId: string }>(
      await memory.post("/chat", { message: "When was Mina born?" }),
      200,
    );
    // A trace is written behind its answer: another replica lists it some hundredths of a second later. One by one they are waited for.
    for (const id of [trace.traceId, chat.traceId]) answered(await memory.get(`/traces/${id}`), 200);
    return { memory, queried: trace.traceId, chatted: chat.traceId, sessionId: chat.sessionId };
  };

  describe("traces", () => {
    it("are listed, newest first, and read one by one", async () => {
      const { memory, queried, chatted } = await house();
      const { traces } = answered<{ traces: { id: string }[] }>(await memory.get("/traces"), 200, "TraceListResponse");
      const ids = traces.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([queried, chatted]));
      expect(ids.indexOf(chatted)).toBeLessThan(ids.indexOf(queried));
      expect(answered<{ traces: object[] }>(await memory.get("/traces?limit=1"), 200, "TraceListResponse").traces).toHaveLength(1);
      expect(answered(await memory.get(`/traces/${queried}`), 200, "TraceRecord")).toMatchObject({
        ...{ queryText: "When was Mina born?", resolutionTier: expect.any(String), memoryUpdates: [], principal: "admin" },
      });
      refused(await memory.get("/traces?limit=501"), 400, "/limit");
      const decided = answered<{ traces: { id: string }[] }>(
        await memory.get("/traces?kind=decision"),
        200,
        "TraceListResponse",
      ).traces;
      expect(decided.length).toBeGreaterThanOrEqual(2);
      expect(decided.map(({ id }) => id)).not.toContain(queried);
      for (const { id } of decided) answered(await memory.get(`/traces/${id}`), 200, "TraceRecord");
      refused(await memory.get("/traces?kind=gibberish"), 400, "/kind");
      refused(await memory.get("/traces/trace:nope"), 404);
    });

    it("are counted in a window, for the whole context or a scope; outside a grant all is zero", async () => {
      const { memory } = await house();
      const stats = async (of: typeof memory | Awaited<ReturnType<typeof memory.member>>, query = "") =>
        answered<Stats>(await of.get(`/traces/stats${query}`), 200, "TraceStatsResponse");
      expect(await stats(memory)).toMatchObject({
        totalQueries: expect.any(Number),
        contradiction: { contradictions: 1 },
        responseTracesTotal: 1,
      });
      expect((await stats(memory)).totalQueries).toBeGreaterThan(0);
      expect((await stats(memory, "?windowHours=3")).windowHours).toBe(3);
      await stats(memory, `?since=${new Date(Date.now() - 3_600_000).toISOString()}`);
      for (const scope of ["scope", "scope%5B%5D", "scope%5B0%5D"]) {
        expect(await stats(memory, `?${scope}=org%2Fb`)).toMatchObject({ contradiction: { contradictions: 0 } });
      }
      const outsider = await memory.member({ "memory:read": ["org/b"] });
      for (const query of ["", "?scope=org%2Fa"]) {
        expect(await stats(outsider, query)).toMatchObject({
          totalQueries: 0,
          contradiction: { contradictions: 0 },
          responseTracesTotal: 0,
        });
      }
      refused(await memory.get("/traces/stats?windowHours=0"), 400, "/windowHours");
      refused(await memory.get("/traces/stats?colour=red"), 400, "/colour");
    });
  });

  describe("GET /audit", () => {
    it("tells who did what, by kind, principal, key and time, each row with its trace", async () => {
      const { memory, queried, chatted } = await house();
      const audit = async (query = "") => answered<Audit>(await memory.get(`/audit${query}`), 200, "AuditResponse").rows;
      const rows = await audit();
      expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(["decision", "retrieval", "response"]));
      expect(rows.map(({ createdAt }) => createdAt)).toEqual(
        rows
          .map(({ createdAt }) => createdAt)
          .sort()
          .reverse(),
      );
      expect(rows.map(({ traceId }) => traceId)).toEqual(expect.arrayContaining([queried, chatted]));
      for (const kind of ["decision", "retrieval", "response"]) {
        const some = await audit(`?kind=${kind}&limit=500`);
        expect(some.length).toBeGreaterThan(0);
        expect(some.every((row) => row.kind === kind)).toBe(true);
      }
      expect(await audit("?limit=2")).toHaveLength(2);
      expect(await audit("?principal=nobody")).toEqual([]);
      expect((await audit("?principal=admin")).length).toBe(rows.length);
      const [mine] = answered<{ id: string }[]>(await memory.get("/keys"), 200);
      expect((await audit(`?key=${mine?.id}`)).length).toBe(rows.length);
      expect(await audit("?until=2020-01-01T00:00:00Z")).toEqual([]);
      expect((await audit("?since=2020-01-01T00:00:00Z")).length).toBe(rows.length);
      refused(await memory.get("/audit?kind=gossip"), 400, "/kind");
      refused(await memory.get("/audit?limit=501"), 400, "/limit");
      refused(await memory.get("/audit?since=noon"), 400, "/since");
    });

    it("shows nobody what lies outside their region", async () => {
      const { memory } = await house();
      const outsider = await memory.member({ "memory:read": ["org/b"] });
      expect(answered<Audit>(await outsider.get("/audit"), 200, "AuditResponse").rows).toEqual([]);
    });
  });

  describe("GET /inspect", () => {
    it("shows one record of each kind, and without a ref how the region is", async () => {
      const { memory, queried } = await house();
      const { extraction } = await memory.remember("Mina's brother is Tom. Mina lives in Lisbon.", { scopes: "org/a" });
      const [person] = extraction.entities;
      const [attribute] = extraction.attributes;
      const relation = answered<{ relations: { id: string }[] }>(await memory.get("/entities/Person/Mina"), 200).relations[0];
      const inspect = (ref: string) => memory.get(`/inspect?ref=${encodeURIComponent(ref)}`);
      for (const ref of ["entity:Person/Mina", person?.id ?? ""]) {
        expect(answered(await inspect(ref), 200, "InspectedEntity")).toMatchObject({ kind: "entity" });
      }
      expect(answered(await inspect(attribute?.id ?? ""), 200, "InspectedAttribute")).toMatchObject({
        kind: "attribute",
        current: { id: attribute?.id },
      });
      expect(answered(await inspect(relation?.id ?? ""), 200, "InspectedRelation")).toMatchObject({
        kind: "relation",
        matches: [{ id: relation?.id }],
      });
      expect(answered(await inspect(queried), 200, "InspectedTrace")).toMatchObject({ kind: "trace", trace: { id: queried } });
      expect(answered(await memory.get("/inspect"), 200)).toMatchObject({ kind: "health", records: { entity: 2 } });
      const nothing = "0".repeat(26);
      for (const ref of ["entity:Person/Nobody", `attribute:${nothing}`, `trace:${nothing}`]) refused(await inspect(ref), 404);
      for (const ref of ["gibberish", "trace:nope"]) refused(await inspect(ref), 400, "/ref");
      refused(await memory.get("/inspect?ref=entity:Person/Mina&asOf=noon"), 400, "/asOf");
    });
  });
}
