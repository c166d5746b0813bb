import { describe, expect, test } from "@jest/globals";
import { growthProblem, tellBack } from "./feedback.ts";
import { judgeChat, judgeContext, judgeHits } from "./judge-answers.ts";
import { forgettingProblem } from "./judge-forgetting.ts";
import { namesProblem } from "./judge-identity.ts";
import { judgeReading } from "./judge-reading.ts";
import { storiesOf } from "./story.ts";

const question = { q: "Where do I work?", is: ["Globex"], not: ["Acme"] };
const told = { at: "2025-01-01", text: "x", role: "user", session: "", user: "" };

describe("hits", () => {
  const measured = (...hits: { text: string; standing?: string }[]) =>
    Object.fromEntries(judgeHits(question, hits).map(({ measure, yes }) => [measure, yes]));
  test("the first must be the right, current answer", () => {
    expect(measured({ text: "user employer: Globex" })).toEqual({ firstHit: true, staleShown: false });
    expect(measured({ text: "I like tea." }, { text: "user employer: Globex" })).toMatchObject({ firstHit: false });
    expect(measured({ text: "I work at Globex. I work at Acme." })).toEqual({ firstHit: false, staleShown: true });
    expect(measured()).toMatchObject({ firstHit: false });
  });
  test("a stale one must say how it stands", () => {
    const current = { text: "user employer: Globex" };
    expect(measured(current, { text: "I work at Acme." })).toMatchObject({ staleShown: true });
    expect(measured(current, { text: "I work at Acme.", standing: "current" })).toMatchObject({ staleShown: true });
    expect(measured(current, { text: "I work at Acme.", standing: "unread" })).toMatchObject({ staleShown: true });
    expect(measured(current, { text: "I work at Acme.", standing: "ended" })).toMatchObject({ staleShown: false });
  });
  test("rivals must be marked, and all be shown", () => {
    const rivals = { q: "When?", every: ["3 May / May 3", "4 May"], disputed: true };
    const shown = [{ text: "born: 3 May", disagreement: {} }, { text: "born: 4 May" }];
    expect(judgeHits(rivals, shown)).toEqual([{ measure: "firstHit", yes: true }]);
    expect(judgeHits(rivals, shown.slice(0, 1))).toMatchObject([{ yes: false }]);
    expect(judgeHits(rivals, shown.slice(1))).toMatchObject([{ yes: false }]);
    expect(judgeChat(rivals, "Sources disagree: 3 May, or 4 May.")).toMatchObject({ yes: true });
    expect(judgeChat(rivals, "3 May. 4 May.")).toMatchObject({ yes: false });
  });
});

test("a block and a reply must have the answer, nothing stale, and no ignorance", () => {
  expect(judgeContext(question, "- user employer: Globex\n- user former employer: Acme")).toMatchObject({ yes: true });
  expect(judgeContext(question, "- user employer: Globex\n- [2024] user: I work at Acme.")).toMatchObject({ yes: false });
  expect(judgeChat(question, "Your employer is Globex.")).toMatchObject({ yes: true });
  expect(judgeChat(question, "I do not know. Globex was named.")).toMatchObject({ yes: false });
  expect(judgeChat(question, "You work.")).toMatchObject({ yes: false });
});

test("reading counts what was missed and what nobody said", () => {
  const [story] = storiesOf("reading", [
    {
      name: "a",
      say: "Mina lives in Oslo.",
      reads: ["Mina | residence | Oslo", ["Mina | age | 4", "Mina | years | four"]],
      fine: ["Mina | * | Norway"],
    },
  ]).reading;
  const read = [
    { entity: "Mina", key: "residence", value: "Oslo" },
    { entity: "Mina", key: "years", value: "four" },
    { entity: "Mina", key: "country", value: "Norway" },
    { entity: "Mina", key: "likes", value: "Oslo" },
  ];
  const verdicts = story ? judgeReading(story, read, {}) : [];
  expect(verdicts.map(({ measure, yes }) => `${measure} ${yes}`)).toEqual([
    ...["readRecall true", "readRecall true"],
    ...["readPrecision true", "readPrecision true", "readPrecision true", "readPrecision false"],
  ]);
});

describe("forgetting", () => {
  const story = { name: "a", tell: [told], forget: { query: "order 4711" }, gone: ["4711"], stays: [{ q: "4712?", is: ["4712"] }] };
  const refs = [{ id: "turn:1", label: "Order 4711 is late." }];
  const exact = {
    ...{ dryRun: { deleted: 1, refs }, done: { deleted: 1, refs }, recalled: ["Order 4712 is here."] },
    ...{ before: [], after: [], kept: [[{ text: "Order 4712 is here." }]] },
  };
  const fact = { id: "attribute:1", entity: "Order/4712", key: "status", value: "here" };
  test("is exact where what was listed went, and nothing else", () => {
    expect(forgettingProblem(story, exact)).toBeUndefined();
  });
  test.each([
    ["lists too much", { dryRun: { deleted: 1, refs: [{ id: "turn:2", label: "Order 4712 is here." }] } }],
    ["counts otherwise", { done: { deleted: 2, refs } }],
    ["takes what it did not list", { before: [fact] }],
    ["leaves the words", { recalled: ["Order 4711 is late."] }],
    ["leaves a fact", { after: [{ ...fact, entity: "Order/4711" }], before: [] }],
    ["takes the rest", { kept: [[]] }],
  ])("is not where it %s", (_, change) => {
    expect(forgettingProblem(story, { ...exact, ...change })).toBeDefined();
  });
});

test("names of one must be one, names of several several", () => {
  const entities = [
    { id: "1", name: "user" },
    { id: "2", name: "Ana" },
  ];
  const story = { name: "a", tell: [told] };
  expect(namesProblem({ ...story, one: [["user", "Ana"]] }, entities)).toContain("not one");
  expect(namesProblem({ ...story, one: [["user", "me"]] }, entities)).toBeUndefined();
  expect(namesProblem({ ...story, one: [["Bo", "Bob"]] }, entities)).toContain("nobody");
  expect(namesProblem({ ...story, apart: [["user", "ANA"]] }, entities)).toBeUndefined();
  expect(namesProblem({ ...story, apart: [["user", "Bo"]] }, entities)).toContain("nobody");
  expect(namesProblem({ ...story, apart: [["user", "User"]] }, entities)).toContain("not several");
});

test("growth is a record more, or a block longer by more than a tenth", () => {
  expect(growthProblem({ records: 3, block: 200 }, { records: 3, block: 219 })).toBeUndefined();
  expect(growthProblem({ records: 3, block: 200 }, { records: 4, block: 200 })).toContain("records");
  expect(growthProblem({ records: 3, block: 200 }, { records: 3, block: 221 })).toContain("characters");
  expect(tellBack("Mina lives in Oslo.", "cut", "2025-01-01").text).toBe("Mina lives in ");
  expect(tellBack("Mina lives in Oslo.", "inside", "2025-01-01").text).toContain("\nMina lives in Oslo.\n");
});
