import { describe, expect, it } from "@jest/globals";
import { leftovers, pruning } from "./retention.ts";

const now = Date.parse("2025-01-10T00:00:00Z");
const run = (day: number) => `202501${String(day).padStart(2, "0")}t000000z`;
const whole = (day: number) => [`${run(day)}/abc.jsonl`, `${run(day)}/manifest.json`];
const keys = [1, 3, 5, 7, 9].flatMap(whole);
const gone = (
  retention: Parameters<typeof pruning>[1],
  given: readonly string[] = keys,
  underWay?: string,
  isRead: (of: string) => boolean = () => false,
) => {
  const { manifests, rest, kept } = pruning(given, retention, { now, underWay, isRead });
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

  it("keeps what a restore reads, whatever the rules say, and takes it away afterwards", () => {
    const isRead = (of: string) => of === run(3) || of === run(8);
    const left = [...keys, `${run(8)}/without-manifest.jsonl`];
    expect(gone({ keepLast: 1 }, left, undefined, isRead)).toEqual({ runs: [1, 5, 7], rest: 3, kept: 2 });
    expect(gone({ keepLast: 1 }, left)).toEqual({ runs: [1, 3, 5, 7], rest: 5, kept: 1 });
  });

  it("leaves alone what it did not make", () => {
    expect(gone({ keepLast: 1 }, ["readme.txt", "2025/manifest.json", ...whole(9)])).toEqual({ runs: [], rest: 0, kept: 1 });
  });
});

describe("a run that is over", () => {
  const made = { run: run(7), data: "abc.jsonl" };

  it("leaves nothing of its other attempts, nor of earlier runs that gave way to it", () => {
    const dead = [`${run(7)}/dead.jsonl`, `${run(2)}/dead.jsonl`, `${run(2)}/deader.jsonl`];
    expect(leftovers([...keys, ...dead], made)).toEqual(dead);
  });

  it("leaves alone what is whole, what was begun later, and what it did not make", () => {
    expect(leftovers([...keys, `${run(8)}/next.jsonl`, "readme.txt", "2025/x.jsonl"], made)).toEqual([]);
  });
});
