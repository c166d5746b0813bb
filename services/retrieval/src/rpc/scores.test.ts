import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { retrieval } from "@loci/protos";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { openRoom, queryRequest, type Known, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const people = ["Ann", "Ben", "Cleo", "Dora Lind"];
const values: Readonly<Record<string, readonly string[]>> = {
  residence: ["Boston", "Lisbon"],
  employer: ["Acme", "Globex"],
  likes: ["green tea", "skiing", "parrots"],
  knows: ["Ann", "Ben", "Cleo"],
};
const sayings = ["The parrot was loud today.", "Nobody could find the oak key.", "We met in Lisbon last week.", "Xyzzy plugh."];
const questions = [
  "Where does Ann live?",
  "What does Ben like?",
  "Who works at Acme?",
  "What did Cleo say about the parrot yesterday?",
  "When did we meet in Lisbon?",
  "qqq zzz",
  "Who is Dora Lind's employer?",
  "Ann",
];

/** Numbers from 0 to 1 that a seed decides (a linear congruential generator). */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

async function generate(room: Room, seed: number, size: number): Promise<void> {
  const next = chance(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  for (let i = 0; i < size; i++) {
    const person = pick(people);
    const key = pick(Object.keys(values));
    const known: Known = [`Person/${person}`, key, pick(values[key] ?? [])];
    const said = `${person}: ${pick(sayings)} ${i}`;
    if (next() < 0.3) await room.know(...known);
    else if (next() < 0.5) await room.tell(`${said} ${person} and ${key} ${known[2]}.`, known);
    else await room.say(said);
  }
}

function expectHonest({ tier, hits, contextHits, trace }: retrieval.QueryResponse, what: string): void {
  for (const list of [hits, contextHits]) {
    const scores = list.map(({ score }) => score);
    expect([what, tier, scores]).toEqual([what, tier, [...scores].sort((a, b) => b - a)]);
    expect([what, tier, scores.filter((score) => !(score > 0))]).toEqual([what, tier, []]);
  }
  for (const { legs, score } of trace?.hits ?? []) {
    expect(legs.filter(({ contribution }) => contribution > 0).length).toBeGreaterThan(0);
    expect(legs.reduce((sum, leg) => sum + leg.contribution, 0)).toBeCloseTo(score, 9);
  }
}

describe("the scores of a recall", () => {
  it.each([1, 2, 3])("fall in the order shown, each with a part of its own, whatever is remembered (seed %i)", async (seed) => {
    const room = await openRoom(whole);
    await room.tell("Ann: I live in Boston now.", ["Person/Ann", "residence", "Boston"]);
    await generate(room, seed, 4 + seed * 6);
    const tiers = new Set<string>();
    for (const question of questions) {
      for (const mode of ["", "hybrid", "bm25", "vector", "graph"]) {
        for (const over of [{ k: 50 }, { k: 5, includeDuplicates: true }]) {
          const answer = await room.service.query(queryRequest(question, { mode, ...over }), room.all);
          tiers.add(answer.tier);
          expectHonest(answer, `${question} ${mode} ${JSON.stringify(over)}`);
        }
      }
    }
    expect(tiers).toContain("direct");
    expect(tiers).toContain("hybrid");
  });

  it("say of what is shown only because all there is fits, that this is why", async () => {
    const room = await openRoom(whole);
    await room.say("The ferry leaves at nine.");
    await room.say("Xyzzy plugh.");
    const answer = await room.service.query(queryRequest("ferry"), room.all);
    expect([answer.tier, answer.hits.length]).toEqual(["full_context", 2]);
    expect(answer.trace?.hits.at(-1)?.legs.map(({ leg }) => leg)).toContain("full_context");
    expectHonest(answer, "ferry");
  });
});
