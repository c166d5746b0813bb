import { describe, expect, it } from "@jest/globals";
import { sentencesOf } from "./index.ts";

const of = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end));

describe("sentencesOf", () => {
  it("ends a sentence at its mark, with what closes it, and at the end of a line", () => {
    expect(of('He said "Stop!" Then he went. Why? \n Next line')).toEqual([
      'He said "Stop!"',
      "Then he went.",
      "Why?",
      "Next line",
    ]);
  });

  it("ends none after an abbreviation, an initial, a decimal point or before a lower-case letter", () => {
    const text = "Dr. J. Smith paid 3.50 to Acme Inc. in Oslo, e.g. on Mon. and left.";
    expect(of(text)).toEqual([text]);
  });

  it("knows the marks of scripts without spaces", () => {
    expect(of("今日は。元気？")).toEqual(["今日は。", "元気？"]);
  });
});
