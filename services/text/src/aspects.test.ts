import { expect, it } from "@jest/globals";
import { analyse } from "./analyse.ts";
import { tellsOf, tellsSameAspect, toldBy } from "./aspects.ts";

it.each([
  ["live", "Pia moved to Bonn.", true],
  ["role", "Pia is a potter.", true],
  ["old", "Pia turned nine.", true],
  ["role", "Pia is head of glazing now.", true],
  ["role", "Pia is deputy station master in Chur.", true],
  ["role", "Pia is older in Chur.", false],
  ["role", "Pia is out of plums.", false],
  ["girlfriend", "I'm seeing someone new.", true],
  ["mobile", "Forty kilos for half the price.", false],
  ["direct", "Our choir director is Pia.", true],
  ["live", "Pia likes plums.", false],
  ["plum", "Pia likes plums.", true],
])("whether %s is told of by %s", (asked, sentence, tells) => {
  const [term = ""] = analyse(asked);
  expect(tellsOf(term, toldBy(sentence))).toBe(tells);
});

it("tells one aspect apart from what only lies near", () => {
  const [picnic = "", blanket = ""] = analyse("picnic blanket");
  expect([tellsOf(picnic, new Set([blanket])), tellsSameAspect(picnic, new Set([blanket]))]).toEqual([true, false]);
  expect(tellsSameAspect("live", toldBy("Pia moved to Bonn."))).toBe(true);
});
