import { expect, it } from "@jest/globals";
import type { ProposedFact } from "../proposal.ts";
import { begunFact, isCutWithin, maybeCut, ofCutRepeat, withoutFacts } from "./cut-values.ts";

const fact = (value: string) =>
  ({ subject: { nameNorm: "user" }, statement: { value, negated: false, source: { turnId: "t" } } }) as unknown as ProposedFact;
const cut = (content: string, value: string, echoed = true) => {
  const heard = new Map([["t", { content, echoes: echoed ? [{ start: 0, end: 20 }] : [] }]]);
  return maybeCut({ entities: [], facts: [fact(value)], instructions: [] }, heard).length;
};

it("a value at the end of a text that was returned may be cut, where no mark stands behind it", () => {
  expect(cut("Our hotel in Ponta Delgada is the H", "H")).toBe(1);
  expect(cut("Our hotel in Ponta Delgada is the Ritz.", "Ritz")).toBe(0);
  expect(cut("Our hotel in Ponta Delgada is the H", "Ponta Delgada")).toBe(0);
  expect(cut("Our hotel in Ponta Delgada is the H", "H", false)).toBe(0);
  expect(cut("user favourite hotel: H", "H", false)).toBe(1);
});

it("a last sentence that only begins an earlier one is cut", () => {
  const repeated = (content: string) => {
    const one = { statement: { source: { turnId: "t", spanStart: content.lastIndexOf("The user") } } } as unknown as ProposedFact;
    const heard = new Map([["t", { content, echoes: [{ start: 0, end: 20 }] }]]);
    return ofCutRepeat({ entities: [], facts: [one], instructions: [] }, heard).size;
  };
  expect(repeated("The user is allergic to hazelnuts [S1]. The user is al")).toBe(1);
  expect(repeated("The user is allergic to hazelnuts [S1]. The user is old")).toBe(0);
  expect(repeated("The user is al")).toBe(0);
});

it("what is left out leaves no entity", () => {
  const one = fact("H");
  const entities = [{ name: { nameNorm: "user" } }] as never;
  expect(withoutFacts({ entities, facts: [one], instructions: [] }, new Set([one]))).toMatchObject({ entities: [], facts: [] });
});

it("a text without a mark at its end may be the beginning of a fact as it is written", () => {
  expect(begunFact("User van has  insp")).toEqual({ text: "user van has insp", names: ["user", "user van", "user van has"] });
  expect(begunFact("The van leaks.")).toBeUndefined();
  expect(begunFact("user")).toBeUndefined();
  expect(begunFact("user van:\nhas insp")).toBeUndefined();
  expect(begunFact(`user ${"x".repeat(300)}`)).toBeUndefined();
});

it.each([
  ["user van has insp", true],
  ["user van has inspection", true],
  ["user van has inspection: 14 ap", true],
  ["user van has", false],
  ["user van has inspection: 14", false],
  ["user van has inspection: 14 april", false],
  ["user van had", false],
])("%s: what is cut ends within a word, or before the colon", (text, isCut) =>
  expect(isCutWithin(text, "user van has inspection: 14 April")).toBe(isCut),
);
