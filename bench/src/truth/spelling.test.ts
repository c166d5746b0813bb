import { describe, expect, test } from "@jest/globals";
import { says } from "./spelling.ts";

describe("a spelling in a text", () => {
  test.each([
    ["Order 4711 was returned.", ["4711"], true],
    ["Order 47112 was returned.", ["4711"], false],
    ["She lives in Łódź now.", ["Lodz"], true],
    ["King's Road Clinic", ["kings road clinic"], false],
    ["King's Road Clinic", ["King's Road"], true],
    ["The budget is 80,000 euros.", ["80000"], true],
    ["It launches on June 2nd.", ["@2025-06-02"], true],
    ["deadline: 2025-06-02", ["@2025-06-02"], true],
    ["It launches on 22 June.", ["@2025-06-02"], false],
    ["expires in November", ["@2027-11"], true],
    ["Danapark is closed.", ["Dana"], false],
  ])("%s says %j: %s", (text, spellings, expected) => {
    expect(says(text, spellings)).toBe(expected);
  });
});
