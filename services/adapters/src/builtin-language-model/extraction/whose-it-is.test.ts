import { describe, expect, it } from "@jest/globals";
import { readFacts } from "./testing/read-facts.ts";

const told: readonly (readonly [string, readonly string[]])[] = [
  ["We moved from Bath to a cottage near Wells.", ["user former_residence Bath", "user residence cottage near Wells"]],
  ["My dad's Polish.", ["user dad_nationality Polish"]],
  ["My wife's French and speaks Breton.", ["user wife_nationality French", "user wife_speaks Breton"]],
  ["My dad's Irish whiskey is the best.", []],
  ["My colleague Mei-ling is from Taipei.", ["user colleague Mei-ling", "Mei-ling origin Taipei"]],
  ["Alex uses she/they pronouns.", ["Alex pronouns she/they"]],
  ["I use emacs tbh.", ["user uses emacs"]],
  ["I'm seeing someone called Tom.", ["user seeing Tom", "user does seeing someone called Tom"]],
  [
    "User is married to Leila. They have no children.",
    ["user spouse Leila", "user relationship_status married", "user has no children", "Leila has no children"],
  ],
  ["We closed the Series B, led by Norvik.", ["user event closed the Series B", "Series B led_by Norvik"]],
  ["I bought a boat, built by Ola Berg.", ["user owns boat", "user owns_built_by Ola Berg"]],
];

describe("whose it is, and what it is called", () => {
  it.each(told)("is told: %s", async (text, facts) => {
    expect(await readFacts(text)).toEqual(facts);
  });
});
