import { describe, expect, it } from "@jest/globals";
import type { graph } from "@loci/protos";
import { questionFocus } from "@loci/text";
import type { GraphLeg } from "../legs/graph.ts";
import { readQuestion } from "../question.ts";
import { directFacts, directLookup, mayBeDirect } from "./direct.ts";

const fact = (key: string, value: string): graph.NeighbourhoodFact => ({
  id: `${key} ${value}`,
  distance: 1,
  turnId: "",
  entityId: "e",
  key,
  value,
});
const facts = [
  fact("residence", "Boston"),
  fact("employer", "Acme"),
  fact("favourite_colour", "green"),
  fact("birth_date", "1990-03-04"),
];
const ask = (question: string, known = facts) =>
  directFacts(question, "Ann", known, questionFocus(question).terms)?.map(({ value }) => value);

describe("a question that the graph alone answers", () => {
  it.each([
    ["What is Ann's residence?", "Boston"],
    ["What is Ann's favourite colour?", "green"],
    ["Who is Ann's employer?", "Acme"],
    ["Ann birth date", "1990-03-04"],
  ])("%s", (question, value) => {
    expect(ask(question)).toEqual([value]);
  });

  it("may call its entity by another of its names", () => {
    const asked = "Where does Annie live?";
    const given = (called: string) => directFacts(asked, called, facts, questionFocus(asked).terms)?.map(({ value }) => value);
    expect([given("Ann Annie"), given("Ann")]).toEqual([["Boston"], undefined]);
  });

  it("is not confused by the key of what was before", () => {
    expect(ask("Where does Ann live?", [...facts, fact("former_residence", "Oslo")])).toEqual(["Boston"]);
  });

  it("does not tell where somebody worked for where they work", () => {
    const leg = {
      entities: [{ id: "e", name: "Ann", matchedName: "Ann", entityType: "Person" }],
      facts: [fact("former_employer", "Acme")],
    } as unknown as GraphLeg;
    const looked = (query: string) => directLookup({ query, k: 5 }, readQuestion(query, "2025-06-01T00:00:00Z"), leg)?.what;
    expect([looked("Where does Ann work?"), looked("Who is Ann's former employer?")]).toEqual([undefined, "Ann's former_employer"]);
  });

  it("does not tell the day for who asks for the time of the day", () => {
    const legOf = (value: string) =>
      ({
        entities: [{ id: "e", name: "Ann", matchedName: "Ann", entityType: "Person" }],
        facts: [fact("tennis_lesson", value)],
      }) as unknown as GraphLeg;
    const looked = (query: string, value: string) =>
      directLookup({ query, k: 5 }, readQuestion(query, "2025-06-01T00:00:00Z"), legOf(value))?.what;
    expect(looked("At what time is Ann's tennis lesson?", "Fridays")).toBeUndefined();
    expect(looked("When is Ann's tennis lesson?", "Fridays")).toBe("Ann's tennis_lesson");
    expect(looked("What is Ann's tennis lesson?", "Fridays at 18:00")).toBe("Ann's tennis_lesson");
  });

  it("takes the key that holds the asked word before one that means something near", () => {
    expect(ask("What is Ann's job?", [...facts, fact("job_title", "nurse")])).toEqual(["nurse"]);
  });

  it("does not take what is said of somebody's husband for who he is", () => {
    const known = [...facts, fact("spouse", "Hannes"), fact("husband_employer", "the observatory")];
    expect([ask("Who is Ann's husband?", known), ask("What is Ann's husband's employer?", known)]).toEqual([
      ["Hannes"],
      ["the observatory"],
    ]);
  });

  it("does not say where by what somebody does", () => {
    const known = [fact("teaches", "biology")];
    expect([ask("Where does Ann teach?", known), ask("What does Ann teach?", known)]).toEqual([undefined, ["biology"]]);
  });

  it.each([
    ["says beside it", "What does Ann do for work?", fact("works_on", "Saturdays")],
    ["says of the status of a thing", "What car does Ann drive?", fact("car_status", "electric")],
    ["is a place of work", "What is Ann's role?", fact("employer", "Acme")],
  ])("does not take for an answer what a key %s", (_why, question, known) => expect(ask(question, [known])).toBeUndefined());

  it("gives every value of the key, as both may stand", () => {
    expect(ask("What is Ann's residence?", [...facts, fact("residence", "Oslo")])).toEqual(["Boston", "Oslo"]);
  });

  it.each([
    "What did Ann say about her employer's garden party?",
    "Tell me about Ann",
    "Why did Ann leave Boston?",
    "Where did Ann buy the green boat?",
  ])("is not: %s", (question) => {
    expect(ask(question)).toBeUndefined();
  });

  it.each([
    ["What do you know about me?", false],
    ["Tell me about my sister", false],
    ["Where does my sister live?", true],
  ])("asks for one thing: %s", (query, expected) => {
    const time = { tense: "", wanted: "", before: "" } as const;
    expect(mayBeDirect({ mode: "", labels: [], query, includeEnded: false }, { time })).toBe(expected);
  });
});
