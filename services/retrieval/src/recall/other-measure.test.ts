import { describe, expect, it } from "@jest/globals";
import { measureKind } from "./other-measure.ts";

describe("what a question asks to be measured", () => {
  it.each([
    ["What time does stand-up begin?", "clock"],
    ["When does the corner pharmacy shut?", "clock"],
    ["On which day do I fly to Oslo?", "day"],
    ["When is the party?", "day"],
    ["How much is the gym each month?", "amount"],
    ["What size shoes should I buy?", "amount"],
    ["What number do I call?", "number"],
    ["How often does Ivana train?", "rate"],
    ["What IP does staging have?", "number"],
  ])("%s", (question, kind) => {
    expect(measureKind(question)).toBe(kind);
  });

  it("is nothing where a name or a place is asked for", () => {
    expect([measureKind("Who is my boss?"), measureKind("Where do I live?")]).toEqual([undefined, undefined]);
  });
});
