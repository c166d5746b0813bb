import { describe, expect, it } from "@jest/globals";
import { day, notebook, type Said } from "../testing/notebook.ts";
import { permutations, seeded } from "../testing/orders.ts";

const ruling = "uncertainty:one";
const captain = (value: string, on: number, over: Partial<Said> = {}): Said => ({ key: "captain", value, day: on, ...over });

describe("what a person decides", () => {
  it("takes the place of what disagrees, by a rule of its own", () => {
    const memory = notebook();
    memory.tell(captain("Ruth", 1));
    memory.tell(captain("Omar", 2));
    const { changedFacts, decisions } = memory.tell(captain("Ruth", 5, { ruling, confidence: 1 }));
    expect(changedFacts).toMatchObject([
      { value: "Ruth", confidence: 1, knownUntil: "" },
      { value: "Omar", knownUntil: day(5) },
    ]);
    expect(decisions.map(({ kind, rule }) => `${kind} ${rule}`).sort()).toEqual([
      "supersede resolved_by_hand",
      "update later_statement",
      "update resolved_by_hand",
    ]);
    expect(memory.uncertainties()).toEqual([]);
  });

  it("lets several values stand that it upholds, and what restates one of them", () => {
    const memory = notebook();
    memory.tell(captain("Ruth", 1), captain("Omar", 2), captain("Ines", 3));
    memory.tell(captain("Ruth", 5, { ruling, confidence: 1 }), captain("Omar", 5, { ruling, confidence: 1 }));
    expect(memory.open()).toEqual(["Omar", "Ruth"]);
    memory.tell(captain("Omar", 9));
    expect(memory.uncertainties()).toEqual([]);
    memory.tell(captain("Ines", 10));
    expect(memory.uncertainties()).toMatchObject([{ values: ["Ines", "Omar", "Ruth"] }]);
  });

  it("upholds a value against an earlier denial of the other stream, and not against a later one", () => {
    const memory = notebook();
    memory.tell({ key: "employer", target: "Acme", day: 1, stream: "authoritative" });
    memory.tell({ key: "employer", target: "Acme", day: 2, negated: true });
    expect(memory.uncertainties()).toHaveLength(1);
    memory.tell({ key: "employer", target: "Acme", day: 5, stream: "authoritative", ruling, confidence: 1 });
    expect(memory.uncertainties()).toEqual([]);
    memory.tell({ key: "employer", target: "Acme", day: 6, negated: true });
    expect(memory.uncertainties()).toHaveLength(1);
  });

  it("does not gag the future: a word of change supersedes it, a mere restatement of what it rejected is open again", () => {
    const memory = notebook();
    memory.tell(captain("Ruth", 1), captain("Omar", 2));
    memory.tell(captain("Ruth", 5, { ruling, confidence: 1 }));
    memory.tell(captain("Omar", 7));
    expect(memory.uncertainties()).toMatchObject([{ values: ["Omar", "Ruth"] }]);
    memory.tell(captain("Omar", 8, { changed: true }));
    expect(memory.open()).toEqual(["Omar"]);
  });

  it("of the other stream ends there what it names, and denies nothing that is said later", () => {
    const memory = notebook();
    memory.tell(captain("Ruth", 1), captain("Omar", 2, { stream: "authoritative" }));
    const decided = { ruling, confidence: 1 };
    memory.tell(captain("Ruth", 5, decided), captain("Omar", 5, { ...decided, negated: true, stream: "authoritative" }));
    expect(memory.open()).toEqual(["Ruth"]);
    expect(memory.uncertainties()).toEqual([]);
    memory.tell(captain("Omar", 9, { changed: true }));
    expect(memory.open()).toEqual(["Omar"]);
    expect(memory.uncertainties()).toEqual([]);
  });

  it("is one statement among others: whenever they arrive, the end is the same", () => {
    const random = seeded(7_031);
    const pick = <T>(...choices: T[]): T => choices[Math.floor(random() * choices.length)] as T;
    const anything = (): Said => ({
      ...{ key: "captain", value: pick("Ruth", "Omar", "Ines"), day: pick(1, 2, 4, 5, 6), confidence: pick(0.6, 0.8, 1) },
      ...{ changed: random() < 0.2, negated: random() < 0.15, stream: random() < 0.25 ? "authoritative" : "experiential" },
    });
    const decided = (): Said[] => {
      const one: Said = { key: "captain", value: pick("Ruth", "Omar"), day: 5, ruling, confidence: 1 };
      return random() < 0.4 ? [one, { ...one, value: "Ines", negated: random() < 0.5 }] : [one];
    };
    for (let round = 0; round < 60; round++) {
      const said = [...Array.from({ length: 3 }, anything).map((one) => [one]), decided()];
      const expected = notebook();
      expected.tell(...said.flat());
      for (const order of permutations(said)) {
        const memory = notebook();
        for (const some of order) memory.tell(...some);
        expect({ order, ...endState(memory) }).toEqual({ order, ...endState(expected) });
      }
    }
  });
});

function endState(memory: ReturnType<typeof notebook>) {
  const rows = memory.facts().map((fact) => [fact.stream, fact.value, fact.knownAt, fact.knownUntil, fact.confidence].join(" "));
  return { rows: rows.sort(), uncertainties: memory.uncertainties() };
}
