import { describe, expect, it } from "@jest/globals";
import { readFacts } from "./testing/read-facts.ts";

const told: readonly (readonly [string, readonly string[]])[] = [
  ["Ana Costa works at a bakery on Mill Road.", ["Ana Costa employer bakery", "Ana Costa does works at a bakery on Mill Road"]],
  ["I pay 870 euros a month in rent.", ["user rent 870 euros a month"]],
  ["I spend about 300 euros a month on childcare.", ["user childcare about 300 euros a month"]],
  ["My aunt plays bridge every week.", ["user aunt_plays bridge every week"]],
  ["I take 10 mg of cetirizine every night.", ["user takes 10 mg of cetirizine", "user takes_cetirizine every night"]],
  ["We go to the lake for Easter.", ["user goes_to lake", "user does go to the lake for Easter"]],
  ["For my knee I see Dr Lund.", ["user sees Dr Lund", "user does see Dr Lund"]],
  ["User works from home on Tuesdays.", ["user work_location home on Tuesdays"]],
  ["I work from home three days a week.", ["user work_location home three days a week"]],
  ["I can't eat prawns because it gives me a rash.", ["user diet can't eat prawns"]],
  ["My mother has Parkinson's.", ["user mother_has Parkinson's"]],
  ["Tom works at Sainsbury's and likes it.", ["Tom employer Sainsbury's"]],
];

describe("when, where, why and how often", () => {
  it.each(told)("is nothing that is done: %s", async (text, facts) => {
    expect(await readFacts(text)).toEqual(facts);
  });
});
