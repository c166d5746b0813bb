import { expect, it } from "@jest/globals";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { byPronoun } from "./by-pronoun.ts";

/** What was said in a row, in one session. */
function shown(question: string, ...said: readonly string[]): string[] {
  const hits = said.map((text, seq) => ({
    ranked: { candidate: { id: text, class: "passage" }, score: said.length - seq, parts: [] },
    record: { id: text, kind: "turn", text, turnId: text, sessionId: "a", seq, role: "user", speaker: "" },
  })) as unknown as CheckedHit[];
  return byPronoun(hits, readQuestion(question, "2025-07-01T00:00:00Z")).map(({ record }) => record.text);
}

it.each([
  ["Where is Ida's boat?", "My cousin Ida bought a boat.", "It lies in Kiel."],
  ["How much did Ida pay for the boat?", "My cousin Ida bought a boat.", "She paid 18,500 for it."],
])("what was said of it right behind answers first: %s", (question, named, answer) => {
  expect(shown(question, named, "It is blue.", answer)).toEqual([answer, named, "It is blue."]);
});

it.each([
  ["what names it answers itself", "Where is Ida's boat?", "Ida's boat lies in Kiel.", "It was built in Danzig."],
  ["it is said of something else, without a pronoun", "Where is Ida's boat?", "Ida bought a boat.", "The fair is in Danzig."],
  ["it is said much later", "Where is Ida's boat?", "Ida bought a boat.", "Nice.", "Well.", "So.", "It lies in Kiel."],
])("nothing is moved where %s", (_why, question, ...said) => expect(shown(question, ...said)).toEqual(said));
