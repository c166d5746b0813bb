import { describe, expect, it } from "@jest/globals";
import type { CheckedHit } from "../fuse/fold.ts";
import { onlyNames, withOtherNames } from "./other-names.ts";

/** Passages, whose turns are called 0, 1, … */
function passages(...texts: readonly string[]): CheckedHit[] {
  return texts.map((text, i) => ({
    ranked: { candidate: { class: "passage" } },
    record: { text, turnId: String(i), entityId: "", entityName: "", key: "", value: "" },
  })) as unknown as CheckedHit[];
}

/** The numbers of the passages that are of whom the question names, though they do not name them. */
function meant(name: string, ...texts: readonly string[]): string[] {
  return [...withOtherNames(new Map(), passages(...texts), [name]).keys()];
}

describe("who is named otherwise", () => {
  it.each([
    ["an abbreviation", "Institute for Hydrology", "The Institute for Hydrology (IH) has forty staff.", "IH moved to Delft."],
    ["what everybody says", "Maximilian Roth", 'Everybody calls Maximilian Roth "Moxie".', "Moxie owns a boat."],
    [
      "what they like to be called",
      "Elizabeth Moore",
      "Elizabeth Moore, who likes to be called Liz, is here.",
      "Liz is off on Fridays.",
    ],
    ["the full name of a short one", "Liz", "Liz is short for Elizabeth.", "Elizabeth has a boat."],
    ["a place's other name", "Old Mill", "The Old Mill, which everyone calls the Shed, is ours.", "The Shed has no heating."],
    ["a handle", "Wren Tada", "Wren Tada, pixelwren on GitHub, maintains it.", "pixelwren is on holiday."],
    ["an office", "Femi", "Our QA lead is Femi Balogun.", "The QA lead is on leave until 14 March."],
  ])("is meant by %s", (_what, name, told, text) => {
    expect(meant(name, told, text)).toEqual(["1"]);
  });

  it.each([
    ["the wife of who is named", "Ansel", "My friend Ansel's wife is called Dalia.", "Dalia is a glassblower."],
    ["who was called on the phone", "Tom", "Tom called Ann yesterday.", "Ann has a boat."],
    ["letters that abbreviate something else", "Harbour Office", "The Harbour Office (PDF) is closed.", "PDF has a boat."],
    ["another one's office", "Femi", "Our QA lead is Femi Balogun.", "Their QA lead is on leave."],
    ["one of two of that first name", "Joe", "Joe Hill is called Ace. Joe Lark is called Duke.", "Ace has a boat."],
  ])("is not meant by %s", (_what, name, told, text) => {
    expect(meant(name, told, text)).toEqual([]);
  });

  it("is all that a text tells, or not", () => {
    expect(onlyNames('Everybody calls Maximilian Roth "Moxie".')).toBe(true);
    expect(onlyNames("The Old Mill, which everyone calls the Shed, is our rehearsal room.")).toBe(false);
    expect(onlyNames("Moxie owns a boat.")).toBe(false);
  });

  it("is looked for in no more time than the words take", () => {
    const began = performance.now();
    meant("Aa Bb", `${"Aa of the Bb ".repeat(80)}(`, "who we call ".repeat(100));
    expect(performance.now() - began).toBeLessThan(200);
  });
});
