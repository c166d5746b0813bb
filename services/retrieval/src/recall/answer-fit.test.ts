import { describe, expect, it } from "@jest/globals";
import type { graph } from "@loci/protos";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { fittingFirst } from "./answer-fit.ts";

const today = "2025-06-01T00:00:00Z";

type Given = Partial<graph.MemoryRecord> & { readonly text: string };

/** Hits in the order in which they were ranked: facts have a key. */
function hits(...given: readonly Given[]): CheckedHit[] {
  return given.map((record, i) => ({
    ranked: { candidate: { id: record.text, class: record.key ? "fact" : "passage" }, score: given.length - i, parts: [] },
    record: {
      ...{ id: record.text, turnId: record.text, entityName: "", entityType: "", key: "", value: "", speaker: "", spanStart: 0 },
      ...{ knownAt: "2025-01-01T09:00:00Z", standing: { kind: "current", endedBy: [], until: "", endedParts: [] } },
      ...record,
    },
  })) as unknown as CheckedHit[];
}

const fact = (entityName: string, key: string, value: string, turnId = ""): Given => ({
  ...{ text: `${entityName} ${key.replaceAll("_", " ")}: ${value}`, entityName, key, value, turnId },
  entityType: "Person",
});

const first = (question: string, ...given: readonly Given[]) =>
  fittingFirst(hits(...given), new Set(), readQuestion(question, today)).hits[0]?.record.text;

describe("what fits the question goes first", () => {
  it.each([
    [
      "it tells more of what is asked",
      "Who supplies the eggs?",
      "Notes: new flour supplier, it's Moulin.",
      "Notes: eggs come from the Jansen farm.",
    ],
    ["it holds the kind of answer", "Who does the music at the fair?", "For the fair we need 64 chairs.", "Luca does the music."],
    [
      "only it has a time",
      "When is Project Marigold due?",
      "Project Marigold moves our shop to the cloud.",
      "Marigold slipped to September.",
    ],
    [
      "it tells what is asked behind a name alone",
      "What does Lumen do during the week?",
      "Lumen plays on New Year's Eve.",
      "Lumen is a tax adviser during the week.",
    ],
    ["circumstances count less", "What does Mum want for her birthday?", "Mum's birthday is on 9 March.", "Mum wants a hammock."],
    [
      "a number with digits names nobody",
      "Who is my home insurance with?",
      "Home insurance policy: HX-55120",
      "Home insurance: Lindqvist Mutual",
    ],
  ])("where %s", (_why, question, one, other) => expect(first(question, { text: one }, { text: other })).toBe(other));

  it("what is of others stays behind what is of who asks", () => {
    expect(first("What is my diet?", fact("Ravi", "eats", "meat"), fact("user", "does_not_eat", "pork"))).toBe(
      "user does not eat: pork",
    );
  });

  it.each([
    ["both tell as much", "Where does Pia live?", "Pia lives in Bonn.", "Pia lives in Rome with Bo."],
    [
      "the other one does not tell what is asked",
      "Where does Uncle Ferdi live?",
      "Uncle Ferdi has passed.",
      "Uncle Ferdi: relative",
    ],
  ])("nothing moves where %s", (_why, question, one, other) => expect(first(question, { text: one }, { text: other })).toBe(one));

  it("a fact that only says the question again stays behind what says more", () => {
    const [echo, answer] = [fact("canteen", "serves_on", "Fridays"), fact("canteen", "serves", "soup")];
    expect(first("What does the canteen serve on Fridays?", echo, answer)).toBe("canteen serves: soup");
  });

  it("news stays before what is older", () => {
    const question = readQuestion("How many people are we?", today);
    const [renamed, three] = ["The company is now Molarity.", "We are three people."];
    const given = hits({ text: renamed, knownAt: "2025-02-01T00:00:00Z" }, { text: three });
    expect(fittingFirst(given, new Set([renamed]), question).hits[0]?.record.text).toBe(renamed);
  });
});

describe("a fact that left out what is asked for", () => {
  const turn = (text: string): Given => ({ text, turnId: "t" });
  const read = (key: string, value: string) => fact("user", key, value, "t");
  it.each([
    ["When do I like meetings?", "User prefers meetings before noon.", read("prefers", "meetings")],
    ["How many chairs do we need?", "For the fair we need 64 chairs.", read("needs_for", "fair")],
    ["What's my blood type?", "User's blood type is A negative.", read("blood_type", "negative")],
    ["What car do I drive?", "Picked up my new car, a Dacia.", read("car_status", "picked up")],
  ])("comes behind its sentence: %s", (question, sentence, poor) => {
    const fitting = fittingFirst(hits(poor, turn(sentence)), new Set(), readQuestion(question, today));
    expect(fitting.hits.map(({ record }) => record.text)).toEqual([sentence, poor.text]);
    expect([...fitting.richer]).toEqual(["t"]);
  });

  it("stays where its subject is what is asked for", () => {
    const given = hits(read("likes", "green tea"), turn("I like green tea."));
    const fitting = fittingFirst(given, new Set(), readQuestion("Who likes green tea?", today));
    expect(fitting).toEqual({ hits: given, richer: new Set() });
  });

  it("stays where it says all of its sentence", () => {
    const given = hits(read("residence", "Bonn"), turn("I live in Bonn."));
    expect(fittingFirst(given, new Set(), readQuestion("Where do I live?", today))).toEqual({ hits: given, richer: new Set() });
  });
});
