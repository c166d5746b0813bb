import { expect, it } from "@jest/globals";
import { knownWords } from "./known-words.ts";

it.each([
  ["Anton Keller senior is retired.", "Anton Keller Miller is retired."],
  ["Cornelius Bray Jr. keeps bees.", "Cornelius Bray Lee keeps bees."],
  ['Giacomo "Jack" Ferri owns the kiosk.', "Giacomo Robert Ferri owns the kiosk."],
  ["Maria de la Cruz lives in Rome.", "Maria Deela Cruz lives in Rome."],
  ["Elizabeth (Liz) Hartley is here.", "Elizabeth Peter Hartley is here."],
])("a name is one with what stands behind or within it: %s", (text, known) => {
  expect(knownWords(text)).toBe(known);
  expect(known).toHaveLength(text.length);
});

it.each(["She is a senior engineer.", "Ana (Porto) is here.", 'Ana said "Hello" to Ben.', "Part III is out."])(
  "what is no name stays: %s",
  (text) => expect(knownWords(text)).toBe(text),
);

it("reads hostile text in linear time", () => {
  const begun = performance.now();
  knownWords("Aa Bb ".repeat(20_000));
  knownWords('Aa "Bb '.repeat(20_000));
  expect(performance.now() - begun).toBeLessThan(1_000);
});
