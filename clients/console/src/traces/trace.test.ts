import { describe, expect, it } from "@jest/globals";
import { barsOf, filtered, filterIn, foundNothing, type Trace } from "./trace.ts";

const trace = (over: Partial<Trace>): Trace => ({
  ...{ cached: false, createdAt: "2026-01-01T00:00:00Z", id: "trace:1", kind: "retrieval", latencyMs: 1, parent: null },
  ...{ queryText: "", resolutionTier: "hybrid", retrievals: null, tierReason: "", mode: "", source: "", principal: "admin" },
  ...{ delegatedPrincipal: null, sessionId: null, model: null, inputTokens: 0, outputTokens: 0, parents: [], hits: [] },
  ...{ retrievedCount: 0, seedEntities: [], degraded: [], stageMs: {}, memoryUpdates: [] },
  ...over,
});
const hit = { id: "turn:1", source: "memory_chunk", rank: 1, score: 1, legs: [] };

describe("traces", () => {
  it("are narrowed by what stands in the address", () => {
    const all = [
      trace({ id: "a" }),
      trace({ id: "b", resolutionTier: "direct", hits: [hit] }),
      trace({ id: "c", kind: "response" }),
    ];
    const shown = (address: string) => filtered(all, filterIn(new URLSearchParams(address))).map(({ id }) => id);
    expect(shown("")).toEqual(["a", "b", "c"]);
    expect(shown("tier=direct")).toEqual(["b"]);
    expect(shown("hits=none")).toEqual(["a"]);
    expect(filterIn(new URLSearchParams("kind=moon&tier=moon"))).toEqual({ kind: undefined, tier: undefined, isZeroHit: false });
  });

  it("of a chat did not search themselves", () => {
    expect([foundNothing(trace({})), foundNothing(trace({ kind: "response" }))]).toEqual([true, false]);
  });

  it("have their stages as bars, to the scale of the longest", () => {
    expect(barsOf({ graph: 5, search: 20 })).toEqual([
      { name: "search", ms: 20, share: 1 },
      { name: "graph", ms: 5, share: 0.25 },
    ]);
    expect(barsOf({})).toEqual([]);
  });
});
