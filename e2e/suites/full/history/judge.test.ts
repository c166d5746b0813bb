import { describe, expect, it } from "@jest/globals";
import { judge, type Outcome, type Step } from "./judge.ts";

const remembered = (from: number, until: number, outcome: Outcome = "done"): Step => ({
  ...{ does: "remember", word: "anchor" },
  ...{ from, until, outcome },
});
const forgotten = (from: number, until: number, outcome: Outcome = "done"): Step => ({
  ...{ does: "forget", word: "anchor" },
  ...{ from, until, outcome },
});
const looked = (from: number, until: number, found: boolean, { isAbroad = false, isWhole = true } = {}): Step => ({
  ...{ does: "look", word: "anchor" },
  ...{ from, until, found, isAbroad, isWhole },
});
const kept = (times: number) => new Map([["anchor", times]]);

describe("a history is as it should be", () => {
  it.each([
    ["a write that is found from its acknowledgement on", [remembered(0, 10), looked(11, 15, true)], 1],
    ["a question beside the write, which may see it or not", [remembered(0, 10), looked(5, 15, true), looked(5, 15, false)], 1],
    [
      "a write that nobody answered, and that came later",
      [remembered(0, 10, "unknown"), looked(11, 12, false), looked(20, 21, true)],
      1,
    ],
    ["a write that nobody answered, and that never came", [remembered(0, 10, "unknown"), looked(11, 12, false)], 0],
    ["a write that was refused", [remembered(0, 10, "refused"), looked(11, 12, false)], 0],
    ["what was forgotten and is gone", [remembered(0, 10), forgotten(20, 30), looked(31, 32, false)], 0],
    [
      "a forgetting that nobody answered",
      [remembered(0, 10), forgotten(20, 30, "unknown"), looked(31, 32, true), looked(40, 41, false)],
      0,
    ],
    ["a forgetting that was refused", [remembered(0, 10), forgotten(20, 30, "refused"), looked(31, 32, true)], 1],
    ["another context that does not see it", [remembered(0, 10), looked(11, 12, false, { isAbroad: true })], 1],
    ["an answer that says that it is not whole", [remembered(0, 10), looked(11, 15, false, { isWhole: false })], 1],
  ] as const)("with %s", (_what, steps, times) => {
    expect(judge(steps, kept(times))).toEqual([]);
  });
});

describe("a history shows that something is wrong", () => {
  it.each([
    ["not found although it was acknowledged", [remembered(0, 10), looked(11, 15, false)], 1],
    ["lost although it was acknowledged", [remembered(0, 10)], 0],
    ["found before it was written", [looked(0, 5, true), remembered(10, 20)], 1],
    ["found after it was forgotten", [remembered(0, 10), forgotten(20, 30), looked(31, 32, true)], 0],
    ["kept although it was forgotten", [remembered(0, 10), forgotten(20, 30)], 1],
    ["kept although it was refused", [remembered(0, 10, "refused")], 1],
    ["kept 2 times", [remembered(0, 10)], 2],
    ["found in another context", [remembered(0, 10), looked(11, 12, true, { isAbroad: true })], 1],
    ["found in another context", [remembered(0, 10), looked(11, 12, true, { isAbroad: true, isWhole: false })], 1],
    ["not found although it was acknowledged", [remembered(0, 10), forgotten(20, 30, "refused"), looked(31, 32, false)], 1],
  ] as const)("%s", (what, steps, times) => {
    expect(judge(steps, kept(times))).toEqual([expect.stringContaining(`anchor: ${what}`)]);
  });

  it("kept, and nobody wrote it", () => {
    expect(judge([], kept(1))).toEqual(["anchor: kept, and nobody wrote it"]);
  });
});
