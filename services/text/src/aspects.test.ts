import { expect, it } from "@jest/globals";
import { analyse } from "./analyse.ts";
import { tellsOf, toldBy } from "./aspects.ts";

it.each([
  ["live", "Pia moved to Bonn.", true],
  ["role", "Pia is a potter.", true],
  ["old", "Pia turned nine.", true],
  ["live", "Pia likes plums.", false],
  ["plum", "Pia likes plums.", true],
])("whether %s is told of by %s", (asked, sentence, tells) => {
  const [term = ""] = analyse(asked);
  expect(tellsOf(term, toldBy(sentence))).toBe(tells);
});
