import { expect, it } from "@jest/globals";
import { confidenceFloor, idSource } from "@loci/kernel";
import { randomBytes } from "node:crypto";
import { day } from "../testing/notebook.ts";
import type { Entity, Fact, Statement, Subject } from "./model.ts";
import { nameKey, type Gathered } from "./proposal.ts";
import { reconsider, type Withdrawn } from "./reconsider.ts";

const at = day(1);
const named = (n: number) => ({ type: "Person", name: `P${n}`, typeNorm: "person", nameNorm: `p${n}` });
const value = { value: "1990", valueNorm: "1990", targetType: "", targetEntityId: "" };
const times = { knownAt: at, validFrom: "", validUntil: "", validPrecision: "" };
const usual = { category: "identity" as const, confidence: 0.8, labels: [] };
const ended = { knownUntil: "", closedValidUntil: "", recordedUntil: "", supersedes: "", supersededBy: "", mergedInto: "" };
const source = { kind: "turn" as const, turnId: "turn:a", sessionId: "", seq: 0, spanStart: 0, spanEnd: 1 };

/** So many keys, each of an entity of its own, with what another source still says of it; and a count of how often any of it is looked at. */
function remaining(count: number): { withdrawn: Withdrawn; gathered: Gathered; looks: () => number } {
  let looks = 0;
  const watched = <One extends object>(one: One): One =>
    new Proxy(one, { get: (target, name) => (looks++, Reflect.get(target, name) as unknown) });
  const numbers = Array.from({ length: count }, (_, n) => n);
  const entities = numbers.map((n): Entity => ({
    id: `entity:${n}`,
    ...named(n),
    scopeSet: "s",
    importance: 1,
    category: "identity",
    knownAt: at,
    recordedAt: at,
  }));
  const subject = (n: number): Subject => ({ entityId: `entity:${n}`, key: "born", stream: "experiential", scopeSet: "s" });
  const facts = numbers.map((n): Fact => ({
    ...{ id: `attribute:${n}`, ...subject(n), ...value, ...times, ...usual, ...ended, importance: 1, recordedAt: at },
    ...{ quarantined: false, mistaken: false, expiredAt: "", derived: false },
  }));
  const statements = numbers.map((n): Statement & Subject => ({
    ...{ id: `statement:${n}`, factId: `attribute:${n}`, ...subject(n), ...value, ...times, ...usual, source },
    ...{ negated: false, changed: false },
  }));
  return {
    withdrawn: { keys: entities.map((entity) => ({ entity, key: "born" })), instructions: [] },
    gathered: {
      entities: entities.map((entity) => watched({ metBy: nameKey(entity), entity })),
      ...{ facts: facts.map(watched), statements: statements.map(watched) },
      ...{
        instructions: [],
        uncertainties: [],
        vocabulary: {},
        near: [],
        links: [],
        neighbours: new Map(),
        traits: new Map(),
        related: new Set(),
      },
    },
    looks: () => looks,
  };
}

it("looks at each thing no more often where a hundred times as much was withdrawn", () => {
  const around = {
    now: day(2),
    ids: idSource(() => 0, randomBytes),
    floor: confidenceFloor,
    covers: () => false,
    personOf: (key: string) => key,
  };
  const looksAtEach = (count: number) => {
    const { withdrawn, gathered, looks } = remaining(count);
    expect(reconsider(withdrawn, gathered, around)).toMatchObject({ changedFacts: [], newFacts: [], uncertainties: [] });
    return looks() / count;
  };
  expect(looksAtEach(1_000)).toBe(looksAtEach(10));
});
