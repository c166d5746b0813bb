import { describe, expect, it } from "@jest/globals";
import type { ContextState } from "../observe/context-state.ts";
import { indexHealth, statsOf } from "./context-health.ts";

const now = Date.parse("2030-05-01T10:00:00Z");
const state = (index: Partial<ContextState["index"]> = {}, records: Record<string, number> = {}): ContextState => ({
  ...{ records, health: {} },
  index: { available: true, behind: 0, behindSince: null, degraded: [], ...index },
});

describe("a context's index", () => {
  it("is healthy where it follows, also when it is behind for a moment", () => {
    expect(indexHealth(state({ degraded: ["vector: exact"] }), now)).toMatchObject({ status: "True", message: "vector: exact" });
    expect(indexHealth(state({ behind: 9, behindSince: "2030-05-01T09:59:30Z" }), now)).toMatchObject({ status: "True" });
  });

  it("is not where it stays behind, or does not answer", () => {
    const behind = indexHealth(state({ behind: 9, behindSince: "2030-05-01T09:58:00Z" }), now);
    expect(behind).toMatchObject({ status: "False", reason: "IndexBehind" });
    expect(indexHealth(state({ available: false }), now)).toMatchObject({ status: "False", reason: "IndexUnavailable" });
    expect(indexHealth(undefined, now)).toMatchObject({ status: "Unknown" });
  });
});

describe("what a context holds", () => {
  it("is told in two digits", () => {
    const records = { attribute: 1_200, relation: 49, turn: 99, document: 101, uncertainty: 0 };
    expect(statsOf(state({}, records))).toEqual({ facts: 1_200, turns: 99, documents: 100, uncertainties: 0 });
    expect(statsOf(state({}, { turn: 987_654 })).turns).toBe(990_000);
  });
});
