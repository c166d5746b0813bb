import { expect, it } from "@jest/globals";
import { introductionsIn, namesOfOthers, otherNamesIn } from "./introductions.ts";

const told = (text: string) =>
  introductionsIn(text).map(({ key, value, start, end }) => `${key} ${value} ${text.slice(start, end).length > 0}`);

it.each([
  ["Hi, this is Ana from sales.", ["given_name Ana true"]],
  ["Hello team, this is Ana Silva here.", ["full_name Ana Silva true"]],
  ["Everyone calls me Fitz.", ["nickname Fitz true"]],
  ["I go by Kit", ["nickname Kit true"]],
  ["Can you move my appointment?\n\nBest regards,\nAna Silva", ["full_name Ana Silva true"]],
  ["I'll be late today.\n— Ana", ["given_name Ana true"]],
  ["I'm Nadia too, from Lille.", ["origin Lille true"]],
  ["This is Ana, my sister.", []],
  ["Minutes of the meeting\n\nThanks,\nAna", []],
  ["I like it.\n\nThanks,\nEveryone", []],
  ["My friends call me.", []],
])("%j introduces its speaker as %j", (text, expected) => {
  expect(told(text)).toEqual(expected);
});

it("reads by what else somebody is known, and whom a sentence tells apart", () => {
  expect(otherNamesIn("Robert Tanner, better known as Bob, lives here. Lena Park a.k.a. Lee.")).toMatchObject([
    { who: "Robert Tanner", value: "Bob" },
    { who: "Lena Park", value: "Lee" },
  ]);
  expect([...namesOfOthers("Another Nadia at work lives in Metz.")]).toEqual(["Nadia"]);
});

it("reads hostile text in little time", () => {
  const begun = performance.now();
  for (const text of [
    "A ".repeat(9_000),
    "Aa".repeat(9_000),
    "Hi ".repeat(6_000),
    `I ${"\n".repeat(19_000)}`,
    "Best, ".repeat(3_000),
    "calls me A".repeat(1_900),
  ]) {
    introductionsIn(text);
    otherNamesIn(text);
    namesOfOthers(text);
  }
  expect(performance.now() - begun).toBeLessThan(3_000);
});
