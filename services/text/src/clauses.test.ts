import { describe, expect, it } from "@jest/globals";
import { clausesOf } from "./index.ts";

describe("clausesOf", () => {
  it.each<[string, string[]]>([
    [
      "Knut lives in Narvik, earns 48,000 a year and plays the tuba.",
      ["Knut lives in Narvik", "earns 48,000 a year", "plays the tuba."],
    ],
    ["Dagny lives in Aarhus. Her salary is 5,200 a month.", ["Dagny lives in Aarhus.", "Her salary is 5,200 a month."]],
    ["Cabin list: gas off, alarm code 2468, key to Vigdis", ["gas off", "alarm code 2468", "key to Vigdis"]],
    ["Ari: I'm pregnant!\nCam: the keys are at Bo's place", ["I'm pregnant!", "the keys are at Bo's place"]],
    ["One thing, at 10:30", ["One thing", "at 10:30"]],
    ["", []],
  ])("%j", (text, expected) => {
    expect(clausesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });

  it("tells what has a verb, and whose subject stands before", () => {
    const told = (text: string) =>
      clausesOf(text).map(({ hasVerb, isElided }) => `${hasVerb ? "verb" : ""}${isElided ? " elided" : ""}`);
    expect(told("Knut lives in Narvik, earns 48,000 a year and plays the tuba.")).toEqual(["verb", "verb elided", "verb elided"]);
    expect(told("My address is 12 Elm Street, Springfield.")).toEqual(["verb", ""]);
    expect(told("I'd like a kite, a dictionary of Basque and new gloves.")).toEqual(["verb", "", ""]);
    expect(told("I work at Fjord and my wife paints.")).toEqual(["verb", ""]);
  });
});
