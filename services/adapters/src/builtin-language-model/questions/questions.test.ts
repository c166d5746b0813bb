import { describe, expect, it } from "@jest/globals";
import { decompose } from "./decompose.ts";
import { hypothesise } from "./hypothesise.ts";

describe("a question as the sentence that would answer it", () => {
  it.each([
    ["Where does Mina live?", "Mina does live."],
    ["What is Mina's favourite colour?", "Mina's favourite colour is."],
    ["How many children does Anna have?", "Anna does have children."],
    ["What kind of music do I like?", "I do like music."],
    ["Who lives in Boston?", "Someone lives in Boston."],
    ["When did Caroline go to the support group?", "Caroline did go to the support group."],
    ["Is Mina married to Tom?", "Mina is married to Tom."],
    ["Do you know where the old lighthouse is?", "Where the old lighthouse is."],
    ["lighthouse keepers", "Lighthouse keepers."],
    ["", ""],
  ])("%s", (question, sentence) => expect(hypothesise(question)).toBe(sentence));

  it("takes long and odd ones in its stride", () => {
    for (const odd of ["?".repeat(50_000), "what ".repeat(20_000), "A ".repeat(20_000), "What is \ud800?"]) hypothesise(odd);
  });
});

describe("the questions that a question is made of", () => {
  it.each([
    ["Where does Mina live and what does she do?", ["Where does Mina live?", "What does Mina do?"]],
    [
      "Who is Tom? Where does he live? And what are his hobbies?",
      ["Who is Tom?", "Where does Tom live?", "What are Tom's hobbies?"],
    ],
    ["Compare Mina's and Tom's hobbies.", ["What is known about Mina's hobbies?", "What is known about Tom's hobbies?"]],
    ["Compare Falcon with Eagle", ["What is known about Falcon?", "What is known about Eagle?"]],
    ["What is the difference between tea and coffee?", ["What is known about tea?", "What is known about coffee?"]],
    ["What do Mina and Tom like?", ["What do Mina and Tom like?"]],
    ["Who? What? Why? When? Where?", ["Who?", "What?", "Why?", "When?"]],
    ["Who knows Mina and Tom and where does she live?", ["Who knows Mina and Tom?", "Where does she live?"]],
    ["", [""]],
  ])("%s", (question, parts) => expect(decompose(question)).toEqual(parts));
});
