import { expect, it } from "@jest/globals";
import { inFullWords } from "./chat-spelling.ts";

it.each([
  ["i dont know, im late", "i don't know, I'm late"],
  ["im in berlin til sunday", "I'm in berlin until sunday"],
  ["vegan since like two months", "vegan since two months"],
  ["went w/ Ana bc of rain", "went with Ana because of rain"],
])("chats are spelt in full: %s", (text, full) => expect(inFullWords(text).text).toBe(full));

it.each(["Ich wohne im Norden", "Jeg skal til Oslo", "I look like two pounds", "IM is a company", "see example.com/im"])(
  "what only looks so stays: %s",
  (text) => expect(inFullWords(text).text).toBe(text),
);

it("tells where each word stood", () => {
  const { text, placeOf } = inFullWords("i dont eat it til 3");
  expect(placeOf(text.indexOf("n't"))).toBe(4);
  expect(placeOf(text.indexOf("eat"))).toBe(7);
  expect(placeOf(text.indexOf("until"))).toBe(14);
  expect(placeOf(text.indexOf("3"))).toBe(18);
});

it("reads hostile text in linear time", () => {
  const begun = performance.now();
  inFullWords("im dont til ".repeat(20_000));
  inFullWords(" ".repeat(200_000));
  expect(performance.now() - begun).toBeLessThan(1_000);
});
