import { expect, it } from "@jest/globals";
import { handlesIn } from "./handles.ts";

it.each([
  ["On GitHub Tobias Krantz is tkrantz.", ["Tobias Krantz = tkrantz"]],
  ["Tobias Krantz is @t.krantz on Slack.", ["Tobias Krantz = t.krantz"]],
  ["In case you wonder: pixelmoth in the design channel is Rosa Delgado.", ["Rosa Delgado = pixelmoth"]],
  ["I'm mossfox on Discord.", [" = mossfox"]],
  ["I am active on GitHub. Ana is big on TikTok. Bo is interested in the forum.", []],
  ["I'm online on Discord, and new on Slack.", []],
])("reads in %j the handles %j", (text, expected) => {
  expect(handlesIn(text).map(({ who, value }) => `${who} = ${value}`)).toEqual(expected);
});

it("reads hostile text in little time", () => {
  const begun = performance.now();
  for (const text of [
    "I'm a ".repeat(3_000),
    "on X A ".repeat(3_000),
    "A is a on ".repeat(2_000),
    "a".repeat(19_000),
    "on a b ".repeat(3_000),
  ])
    handlesIn(text);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
