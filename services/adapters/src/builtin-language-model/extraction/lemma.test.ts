import { describe, expect, it } from "@jest/globals";
import { verbLemma } from "./lemma.ts";

describe("the base form of a verb", () => {
  it.each([
    ["rides", "VBZ", "rid", "ride"],
    ["hates", "VBZ", "hat", "hate"],
    ["hoped", "VBD", "hop", "hope"],
    ["taping", "VBG", "tap", "tape"],
    ["washes", "VBZ", "wash", "wash"],
    ["goes", "VBZ", "go", "go"],
    ["hopped", "VBD", "hop", "hop"],
    ["visited", "VBD", "visit", "visit"],
    ["rowed", "VBD", "row", "row"],
    ["hates", "NNS", "hat", "hat"],
  ])("of %s (%s), not %s, is %s", (lower, tag, lemma, base) => {
    expect(verbLemma(lower, tag, lemma)).toBe(base);
  });
});
