import { describe, expect, it } from "@jest/globals";
import { readFacts } from "./testing/read-facts.ts";

const told: readonly (readonly [string, readonly string[]])[] = [
  ["I'd rather have the aisle seat, and I always order tea.", ["user prefers aisle seat", "user orders tea"]],
  ["I'd prefer a ground-floor room.", ["user prefers ground-floor room"]],
  ["I'd rather die.", []],
  ["If it were cheaper, I'd rather take the train.", []],
  ["The repair would cost 300 euros.", ["repair price 300 euros"]],
  ["If we sold it, the house would be 300,000 euros.", []],
  [
    "Brambel, where I worked until May, makes pumps.",
    ["Brambel produces pumps", "user former_employer Brambel", "user event worked until May"],
  ],
  ["I've got my driving test on Friday.", ["user appointment driving test on Friday"]],
  ["I manage a team of nine and my budget for this year is 310k.", ["user manages team of nine", "user budget 310k"]],
  ["We use Postgres, redis and kafka.", ["user uses Postgres", "user uses redis", "user uses kafka"]],
  ["Tidewater Analytics uses Snowflake and dbt.", ["Tidewater Analytics uses Snowflake", "Tidewater Analytics uses dbt"]],
];

describe("what is said with would, with where and in a row", () => {
  it.each(told)("is told: %s", async (text, facts) => {
    expect(await readFacts(text)).toEqual(facts);
  });

  it("names those that one has about oneself", async () => {
    const facts = await readFacts("User is a self-employed plumber with two apprentices, Kyle and Jordan.");
    expect(facts).toEqual(expect.arrayContaining(["user apprentices Kyle", "user apprentices Jordan"]));
  });

  it("has figures that went up", async () => {
    expect(await readFacts("Headcount in the Prague office went up to 46 this quarter.")).toContain("Prague office headcount 46");
  });
});
