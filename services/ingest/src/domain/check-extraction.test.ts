import { describe, expect, it } from "@jest/globals";
import type { Extraction, ExtractionTurn, ProposedFact } from "@loci/ports/language-model";
import { checkExtraction, isQuarantined } from "./check-extraction.ts";
import { turnOf } from "./turn.ts";

const knownAt = "2024-05-02T10:00:00.000Z";
const options = { firstTurn: 0, resultTurn: 0, memoryCategory: "" } as const;

function factIn(turn: ExtractionTurn, over: Partial<ProposedFact> = {}): ProposedFact {
  return {
    subject: { type: "Person", name: turn.speaker },
    key: "residence",
    value: "Lisbon",
    memoryCategory: "identity",
    confidence: 0.9,
    validFrom: "",
    validUntil: "",
    validPrecision: "",
    negated: false,
    changed: false,
    span: { turn: 0, start: 0, end: turn.content.length },
    ...over,
  };
}

function extractionOf(facts: ProposedFact[], over: Partial<Extraction> = {}): Extraction {
  return { entities: [], facts, instructions: [], usage: { inputTokens: 0, outputTokens: 0 }, ...over };
}

function checked(content: string, over: Partial<ProposedFact> = {}, role: ExtractionTurn["role"] = "user") {
  const turn = turnOf(role, content, knownAt);
  return checkExtraction(extractionOf([factIn(turn, over)]), [turn], options).facts[0];
}

function quarantined(content: string, over: Partial<ProposedFact>): boolean | undefined {
  const fact = checked(content, over);
  return fact && isQuarantined(fact);
}

describe("a proposed fact", () => {
  it("keeps its span when its source says it", () => {
    const fact = checked("Ana: I live in Lisbon.");
    expect(fact).toMatchObject({ turn: 0, spanStart: 0, spanEnd: 22, value: "Lisbon", key: "residence" });
  });

  it.each([
    ["a value that nobody said", "Ana: I live in Lisbon.", { value: "Paris" }],
    ["a number that nobody said", "Ana: I have 2 cats.", { key: "cats", value: "3" }],
    ["a date that nobody said", "Ana: I moved yesterday.", { key: "moved_on", value: "2024-04-12" }],
    ["a subject that nobody named", "Ana: I live in Lisbon.", { subject: { type: "Person", name: "Mallory" } }],
    ["a target that nobody named", "Ana: I work for Acme.", { value: "", target: { type: "Company", name: "Umbrella" } }],
    ["a flag of which nobody spoke", "Ana: I live in Lisbon.", { key: "vegetarian", value: "true" }],
    ["a span behind the end", "Ana: I live in Lisbon.", { span: { turn: 0, start: 0, end: 99 } }],
    ["a span that is empty", "Ana: I live in Lisbon.", { span: { turn: 0, start: 5, end: 5 } }],
    ["a turn that is not there", "Ana: I live in Lisbon.", { span: { turn: 7, start: 0, end: 5 } }],
  ])("is quarantined with %s", (_what, content, over) => {
    expect(quarantined(content, over)).toBe(true);
  });

  it.each([
    ["another form of the word", "Ana: I was painting sunsets.", { key: "hobby", value: "sunset paintings" }],
    ["a number in words", "Ana: I have two cats.", { key: "cats", value: "2" }],
    ["a date that the text gives relatively", "Ana: I moved yesterday.", { key: "moved_on", value: "2024-05-01" }],
    ["a date in another spelling", "Ana: I was born on 3 May 1990.", { key: "birth_date", value: "1990-05-03" }],
    ["the speaker as value", "Ana: Call me that.", { key: "name", value: "Ana" }],
    ["a flag of which the text speaks", "Ana: I am vegetarian.", { key: "vegetarian", value: "true" }],
    ["a user without a name", "I live in Lisbon.", { subject: { type: "Person", name: "user" } }],
    ["a script without spaces", "Ana: 私は東京に住んでいます", { value: "東京" }],
  ])("is believed with %s", (_what, content, over) => {
    expect(quarantined(content, over)).toBe(false);
  });

  it.each([
    ["no key", { key: " - " }],
    ["no value", { value: "  " }],
    ["a value without end", { value: "Lisbon ".repeat(500) }],
    ["a subject without a name", { subject: { type: "Person", name: "" } }],
    ["a subject without a type", { subject: { type: "", name: "Ana" } }],
    ["a key without end", { key: "k".repeat(65) }],
  ])("is dropped with %s", (_what, over) => {
    expect(checked("Ana: I live in Lisbon.", over)).toBeUndefined();
  });

  it("may end something without saying what it was", () => {
    expect(checked("Ana: I have no job.", { key: "employer", value: "", negated: true })).toMatchObject({
      value: "",
      negated: true,
    });
  });

  it("loses what a database cannot store, and gets its key in snake_case", () => {
    expect(checked("Ana: I live in Lisbon.", { key: "homeTown", value: "Lis\0bon\ud800" })).toMatchObject({
      key: "home_town",
      value: "Lisbon\ufffd",
    });
  });

  it("stays below the floor when an assistant or a tool says it", () => {
    expect(checked("Ana: I live in Lisbon.", { confidence: 0.95 }, "assistant")?.confidence).toBe(0.6);
    expect(checked("Ana: I live in Lisbon.", { confidence: 0.95 }, "tool")?.confidence).toBe(0.6);
    expect(checked("Ana: I live in Lisbon.", { confidence: 7 })?.confidence).toBe(1);
    expect(checked("Ana: I live in Lisbon.", { confidence: Number.NaN })?.confidence).toBe(0.6);
  });

  it("keeps a valid time that makes sense, and no other", () => {
    const text = "Ana: I live in Lisbon.";
    const from = "2024-01-01T00:00:00Z";
    const utc = "2024-01-01T00:00:00.000Z";
    expect(checked(text, { validFrom: from, validPrecision: "year" })).toMatchObject({
      validFrom: utc,
      validUntil: "",
      validPrecision: "year",
    });
    expect(checked(text, { validFrom: from, validPrecision: "era" })?.validPrecision).toBe("day");
    const unknown = { validFrom: "", validUntil: "", validPrecision: "" };
    expect(checked(text, { validFrom: "last year", validPrecision: "year" })).toMatchObject(unknown);
    expect(checked(text, { validFrom: from, validUntil: "2023-01-01T00:00:00Z" })).toMatchObject(unknown);
  });

  it("has a known category, and the caller's where the caller names one", () => {
    const turn = turnOf("user", "Ana: I live in Lisbon.", knownAt);
    const odd = extractionOf([{ ...factIn(turn), memoryCategory: "gossip" as "identity" }]);
    expect(checkExtraction(odd, [turn], options).facts[0]?.memoryCategory).toBe("knowledge");
    expect(checkExtraction(odd, [turn], { ...options, memoryCategory: "context" }).facts[0]?.memoryCategory).toBe("context");
  });
});

describe("an extraction", () => {
  it("gives each entity that a believed fact speaks of, once", () => {
    const turn = turnOf("user", "Ana: I live in Lisbon and work for Acme.", knownAt);
    const work = factIn(turn, { key: "works_for", value: "", target: { type: "company", name: "Acme" } });
    const invented = factIn(turn, { subject: { type: "Person", name: "Mallory" } });
    const proposal = checkExtraction(extractionOf([factIn(turn), work, invented]), [turn], options);
    expect(proposal.entities.map(({ type, name, memoryCategory }) => [type, name, memoryCategory])).toEqual([
      ["Person", "Ana", "identity"],
      ["company", "Acme", "knowledge"],
    ]);
  });

  it("counts its turns from where they stand in the write", () => {
    const turn = turnOf("user", "Ana: I live in Lisbon.", knownAt);
    const proposal = checkExtraction(extractionOf([factIn(turn)]), [turn], { ...options, firstTurn: 4, resultTurn: 4 });
    expect([proposal.turn, proposal.facts[0]?.turn]).toEqual([4, 4]);
  });

  it("takes instructions from people, never from assistants, tools or documents", () => {
    const instruction = {
      label: "Answer Language",
      description: "Always answer in German.",
      revokes: false,
      span: { turn: 0, start: 0, end: 24 },
    };
    const instructionsOf = (role: ExtractionTurn["role"], over = {}) => {
      const turn = turnOf(role, "Always answer in German.", knownAt);
      const extraction = extractionOf([], { instructions: [{ ...instruction, ...over }] });
      return checkExtraction(extraction, [turn], options).instructions;
    };
    expect(instructionsOf("user")).toMatchObject([
      { label: "answer_language", description: "Always answer in German.", spanEnd: 24 },
    ]);
    expect(instructionsOf("tool")).toEqual([]);
    expect(instructionsOf("assistant")).toEqual([]);
    expect(instructionsOf("document")).toEqual([]);
    expect(instructionsOf("user", { span: { turn: 0, start: 0, end: 999 } })).toEqual([]);
  });
});

describe("an extraction of more than graph takes", () => {
  it("is cut to its first facts, however many entities each of them names", () => {
    const nameOf = (n: number) => `N${n.toString(36)}`;
    const content = Array.from({ length: 3_000 }, (_, n) => nameOf(n)).join(" ");
    const turn = turnOf("user", content, knownAt);
    const manages = (n: number) =>
      factIn(turn, {
        subject: { type: "Person", name: nameOf(2 * n) },
        target: { type: "Person", name: nameOf(2 * n + 1) },
        key: "manager",
      });
    const { entities, facts } = checkExtraction(extractionOf(Array.from({ length: 1_500 }, (_, n) => manages(n))), [turn], options);
    expect([facts.length, entities.length]).toEqual([1_000, 2_000]);
    expect(facts.at(-1)?.subject?.name).toBe(nameOf(1_998));
  });
});
