import { expect, it } from "@jest/globals";
import { analyse } from "./analyse.ts";
import { adjunctTerms, holdsAnswer } from "./answer-kind.ts";
import { questionFocus } from "./question.ts";

const asked = (question: string) => {
  const { kinds, names } = questionFocus(question);
  return { kinds: new Set(kinds), wantsName: false, names: new Set(names.flatMap(analyse)) };
};

it.each([
  ["When is the fair?", "The fair is on 4 May.", true],
  ["When is the fair?", "We need chairs for it.", false],
  ["When is the fair?", "Marigold and Janine run it.", false],
  ["On which days is the training?", "On Mondays.", true],
  ["How many chairs do we need?", "We need chairs.", false],
  ["Who founded Tidewell?", "Tidewell was founded by Anjali Menon.", true],
  ["Who founded Tidewell?", "Tidewell is old.", false],
  ["Who insures the house?", "The policy is HX-55120.", false],
  ["What is the fair like?", "It is large.", undefined],
])("%s %s", (question, text, holds) => expect(holdsAnswer(asked(question), { text })).toBe(holds));

it("a fact tells where by its key or by a name that the question has not", () => {
  const where = (key: string, value: string) =>
    holdsAnswer(asked("Where does Ferdi teach?"), { text: "", fact: { subject: "Ferdi", key, value } });
  expect(where("teaches_at", "college")).toBe(true);
  expect(where("teaches", "biology")).toBe(false);
  expect(where("called", "Ferdi")).toBe(false);
  expect(where("called", "Mr. Ferdi")).toBe(false);
});

it("circumstances stand behind the last preposition, where something stands before it", () => {
  const isTerm = (term: string) => term !== "mom";
  expect([...adjunctTerms("What does Mum want for her birthday?", isTerm)]).toEqual(["birthday"]);
  expect([...adjunctTerms("Who is on holiday?", isTerm)]).toEqual([]);
});
