import { expect, it } from "@jest/globals";
import { questionsIn, readingsOf } from "./compound.ts";

it.each([
  ["Where does Mina live?", ["Where does Mina live?"]],
  ["What does Mina do, and where?", ["What does Mina do?", "where does Mina do?"]],
  ["When and where is the offsite?", ["When is the offsite?", "where is the offsite?"]],
  ["Where does Mina live and what does she like?", ["Where does Mina live?", "what does she like?"]],
  ["Do Mina and Tom know where Ali is?", ["Do Mina and Tom know where Ali is?"]],
])("%s asks %j", (question, parts) => {
  expect(questionsIn(question)).toEqual(parts);
});

it("asks for the work of who does something, and then for whatever is done", () => {
  expect(readingsOf("What does Mina do?")).toEqual(["What is the job of Mina?", "What does Mina do?", "What is known about Mina?"]);
  expect(readingsOf("What does Mina do on Mondays?")).toEqual(["What does Mina do on Mondays?"]);
});
