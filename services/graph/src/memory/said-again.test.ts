import { describe, expect, it } from "@jest/globals";
import { forgottenPrints } from "./recognition.ts";
import { saidParts } from "./said-again.ts";

/** What of a text is known as what was to be forgotten. */
function again(forgotten: string, text: string, isUser = true): string[] {
  const prints = new Set(forgottenPrints(forgotten));
  const parts = saidParts(text, isUser).filter((part) => part.prints.some((print) => prints.has(print)));
  return [...new Set(parts.map(({ start, end }) => text.slice(start, end)))];
}

describe("what was to be forgotten is known again", () => {
  it.each([
    [
      "My bike lock code is 7714.",
      "Notes: the user's bike lock code is 7714, and the bike is green.",
      "the user's bike lock code is 7714",
    ],
    ["Jürgen Müller owes me 300 euros", "jurgen muller owes me 300 euros", "jurgen muller owes me 300 euros"],
    ["I'm allergic to shellfish.", "Dinner is at eight. To shellfish I am allergic.", "To shellfish I am allergic."],
  ])("%s: %s", (forgotten, text, part) => {
    expect(again(forgotten, text)).toContain(part);
  });

  it.each([
    ["of somebody else", "I'm allergic to shellfish.", "She is allergic to shellfish."],
    ["where it is denied", "I'm allergic to shellfish.", "I'm not allergic to shellfish."],
    ["of another number", "My locker code is 7714.", "My locker code is 7715."],
    ["by one word alone", "I smoke.", "I smoke a lot."],
  ])("and not %s", (_what, forgotten, text) => {
    expect(again(forgotten, text)).toEqual([]);
  });

  it("takes an assistant's you for the user", () => {
    expect(again("I'm allergic to shellfish.", "You are allergic to shellfish.", false)).not.toEqual([]);
    expect(again("I'm allergic to shellfish.", "You are allergic to shellfish.")).toEqual([]);
  });
});
