import { describe, expect, it } from "@jest/globals";
import { pruning } from "./retention.ts";

const now = Date.parse("2025-01-10T00:00:00Z");
const run = (day: number) => `202501${String(day).padStart(2, "0")}t000000z`;
const whole = (day: number) => [`${run(day)}/abc.jsonl`, `${run(day)}/manifest.json`];
const keys = [1, 3, 5, 7, 9].flatMap(whole);
const gone = (retention: Parameters<typeof pruning>[1], given: readonly string[] = keys, underWay?: string) => {
  const { manifests, rest, kept } = pruning(given, retention, { now, underWay });
  return { runs: manifests.map((key) => Number(key.slice(6, 8))), rest: rest.length, kept };
};

describe("retention", () => {
  it("keeps the newest, the young, or both; the very newest always", () => {
    expect(gone({ keepLast: 2 })).toEqual({ runs: [1, 3, 5], rest: 3, kept: 2 });
    expect(gone({ keepFor: "121h" })).toEqual({ runs: [1, 3], rest: 2, kept: 3 });
    expect(gone({ keepLast: 4, keepFor: "121h" })).toEqual({ runs: [1], rest: 1, kept: 4 });
    expect(gone({ keepFor: "1s" })).toEqual({ runs: [1, 3, 5, 7], rest: 4, kept: 1 });
    expect(gone({ keepLast: 9 })).toEqual({ runs: [], rest: 0, kept: 5 });
  });

  it("takes away what dead attempts left, and counts it as no backup", () => {
    const left = [...keys, `${run(8)}/dead.jsonl`];
    expect(gone({ keepLast: 2 }, left)).toEqual({ runs: [1, 3, 5], rest: 4, kept: 2 });
    expect(gone({ keepLast: 2 }, left, run(8))).toEqual({ runs: [1, 3, 5], rest: 3, kept: 2 });
  });

  it("leaves alone what it did not make", () => {
    expect(gone({ keepLast: 1 }, ["readme.txt", "2025/manifest.json", ...whole(9)])).toEqual({ runs: [], rest: 0, kept: 1 });
  });
});
