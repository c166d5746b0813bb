import { describe, expect, it } from "@jest/globals";
import type { WorkbenchEvent } from "../workbench/event.ts";
import { difference, stepsOf } from "./replay.ts";

const answer = (traceId: string, ms: number, ...texts: string[]): WorkbenchEvent => ({
  type: "answer",
  query: "Where does Mina live?",
  answer: {
    tier: "direct",
    ms,
    traceId,
    reason: "",
    degraded: [],
    hits: texts.map((text, i) => ({ id: `turn:${i}`, source: "turn", text, score: 1 / (i + 1), disputed: false })),
  },
});

describe("replaying a recording", () => {
  it("runs what was typed, but the recording's own commands", () => {
    const steps = stepsOf([
      { at: 0, event: { type: "note", text: "before" } },
      { at: 0, input: "a" },
      { at: 0, event: { type: "note", text: "of a" } },
      { at: 0, input: "/record off" },
      { at: 0, input: "b" },
    ]);
    expect(steps).toEqual([
      { input: "a", events: [{ type: "note", text: "of a" }] },
      { input: "b", events: [] },
    ]);
  });

  it("takes ids, times and durations for no difference", () => {
    const then = answer("trace:01m7zk177dg1w6bgars8r4a6cq", 77, "Mina residence: Lisbon");
    const now = answer("trace:01m7zmqshr89zt28h9fp1vwmbf", 5, "Mina residence: Lisbon");
    expect(difference([then], [now])).toEqual({ gone: [], came: [] });
    const delta: WorkbenchEvent = { type: "delta", text: "streamed" };
    expect(difference([then], [delta, now])).toEqual({ gone: [], came: [] });
  });

  it("shows the lines that are gone and those that came", () => {
    const then = answer("trace:x", 1, "Mina residence: Lisbon", "Ali residence: Porto");
    const now = answer("trace:x", 1, "Mina residence: Braga", "Ali residence: Porto");
    expect(difference([then], [now])).toEqual({
      gone: ["1. Mina residence: Lisbon"],
      came: ["1. Mina residence: Braga"],
    });
  });
});
