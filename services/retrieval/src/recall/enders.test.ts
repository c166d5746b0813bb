import { expect, it } from "@jest/globals";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { endersOf, unlooked, withEnders } from "./enders.ts";

/** Best first; what has ended by which turn, or "". */
function checked(...said: readonly (readonly [text: string, endedBy: string])[]): CheckedHit[] {
  return said.map(([text, endedBy], i) => ({
    ranked: { candidate: { id: `turn:${text}`, class: "passage" }, score: said.length - i, parts: [] },
    record: {
      ...{ id: `turn:${text}`, text, entityName: "" },
      standing: { kind: endedBy === "" ? "current" : "ended", endedBy: endedBy === "" ? [] : [`turn:${endedBy}`] },
    },
  })) as unknown as CheckedHit[];
}

const asked = (question: string) => readQuestion(question, "2025-06-01T00:00:00Z");
const end = "Piet moved out in May.";
const flat = checked(["My flatmate is Piet.", end], ["I like plums.", ""], [end, ""]);

it("what ended the best answer takes its place", () => {
  const enders = endersOf(flat, asked("Who is my flatmate?"));
  const shown = withEnders(flat, [], enders);
  expect(shown.map(({ record }) => record.text)).toEqual(["My flatmate is Piet.", end, "I like plums."]);
  expect(shown.map(({ ranked }) => ranked.score)).toEqual([3, 2, 1]);
});

it("what ended it is looked for where it was not found", () => {
  const [first] = flat;
  const found = first === undefined ? [] : [first];
  const enders = endersOf(found, asked("Who is my flatmate?"));
  expect(unlooked([], found, enders).map(({ candidate }) => candidate.id)).toEqual([`turn:${end}`]);
  expect(unlooked([], flat, enders)).toEqual([]);
});

it.each([
  ["what has ended does not answer", "Do I like plums?"],
  ["what was is asked for", "Who was my flatmate before?"],
])("nothing is moved where %s", (_why, question) => expect(endersOf(flat, asked(question)).size).toBe(0));

it("what ended the part of a text that would answer takes its place", () => {
  const [hit] = checked(["My flatmate is Piet, who works at the mint.", ""]);
  const endedParts = [{ factId: "f", text: "user flatmate: Piet", spanStart: 0, spanEnd: 19, until: "", endedBy: `turn:${end}` }];
  const found = [
    { ...hit, record: { ...hit?.record, standing: { kind: "current", endedBy: [], endedParts } } } as unknown as CheckedHit,
  ];
  expect([...endersOf(found, asked("Who is my flatmate?")).keys()]).toEqual([`turn:${end}`]);
  expect(endersOf(found, asked("Where does Piet work?")).size).toBe(0);
});
