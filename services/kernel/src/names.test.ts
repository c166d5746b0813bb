import { describe, expect, it } from "@jest/globals";
import { normaliseKey, normaliseName, normaliseType } from "./names.ts";

describe("normalised names", () => {
  it("fold the synonyms of a type, and leave a free one free", () => {
    expect(["Company", "organization", "Pet", "Spacecraft"].map(normaliseType)).toEqual([
      "organisation",
      "organisation",
      "animal",
      "spacecraft",
    ]);
  });

  it("take what every object inherits for a word like any other", () => {
    for (const word of ["constructor", "valueof", "tostring", "hasownproperty"]) {
      expect([normaliseType(word), normaliseName(word), normaliseKey(word)]).toEqual([word, word, word]);
    }
    expect(normaliseType("__proto__")).toBe("_proto_");
  });
});
