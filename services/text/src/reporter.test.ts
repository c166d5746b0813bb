import { expect, it } from "@jest/globals";
import { reporterOf } from "./reporter.ts";

it.each([
  ["According to the website, the course costs 90 euros.", "the website", "the course costs 90 euros."],
  ["The baker says the cart was red.", "the baker", "the cart was red."],
  ["Bo told me that Pia is ill.", "bo", "Pia is ill."],
  ["I said that Pia is ill.", "", "I said that Pia is ill."],
  ["Pia is ill.", "", "Pia is ill."],
])("%s is told by %j", (sentence, name, rest) => {
  const told = reporterOf(sentence);
  expect([told.name, sentence.slice(told.end)]).toEqual([name, rest]);
});
