import { describe, expect, it } from "@jest/globals";
import type { EntityName, ShownFact } from "@loci/ports/language-model";
import { factOf } from "@loci/ports/language-model/contract";
import { elaborate } from "./elaborate.ts";

const person = (name: string): EntityName => ({ type: "Person", name });
const relation = (subject: string, key: string, target: string) => factOf(subject, key, "", { target: person(target) });
const place = (subject: EntityName, target: string): ShownFact => ({
  ...factOf("", "located_in", "", { target: { type: "Place", name: target } }),
  subject,
});
const implied = (...facts: ShownFact[]) =>
  elaborate({ entity: person("Mina"), facts })
    .relations.map(({ subject, label, target, evidence }) => `${subject.name} ${label} ${target.name} (${evidence.join(", ")})`)
    .sort();

describe("what facts imply", () => {
  it.each<[string, ShownFact[], string[]]>([
    ["spouses", [relation("Mina", "spouse", "Tom")], ["Tom spouse Mina (0)"]],
    ["friends, said otherwise", [relation("Tom", "friend_of", "Mina")], ["Mina friend_of Tom (0)"]],
    ["roles of parents", [relation("Mina", "mother", "Eve")], ["Eve child Mina (0)"]],
    ["sentences about parents", [relation("Mina", "child_of", "Eve")], ["Eve parent_of Mina (0)"]],
    [
      "siblings by a parent",
      [relation("Mina", "parent", "Eve"), relation("Paul", "parent", "Eve")],
      ["Eve child Mina (0)", "Mina sibling Paul (0, 1)", "Paul sibling Mina (0, 1)"],
    ],
    [
      "grandparents",
      [relation("Mina", "parent", "Eve"), relation("Eve", "parent", "Ada")],
      ["Ada grandchild Mina (0, 1)", "Eve child Mina (0)", "Mina grandparent Ada (0, 1)"],
    ],
    [
      "where an employer is",
      [factOf("Mina", "employer", "Acme"), place({ type: "Organisation", name: "Acme" }, "Berlin")],
      ["Mina works_in Berlin (0, 1)"],
    ],
    [
      "where a home is",
      [factOf("Mina", "residence", "Lisbon"), place({ type: "Place", name: "Lisbon" }, "Portugal")],
      ["Mina lives_in Portugal (0, 1)"],
    ],
    ["nothing of labels that it does not know", [relation("Mina", "admires", "Tom")], []],
    ["nothing of others", [relation("Ann", "spouse", "Tom")], []],
    ["nothing of a loop", [relation("Mina", "sibling", "Mina")], []],
  ])("%s", (_what, facts, expected) => expect(implied(...facts)).toEqual(expected));

  it("is not said again in other words", () => {
    expect(implied(relation("Mina", "spouse", "Tom"), relation("Tom", "wife", "Mina"))).toEqual([]);
    expect(implied(relation("Mina", "parent", "Eve"), relation("Eve", "mother_of", "Mina"))).toEqual([]);
  });

  it("follows chains of parts", () => {
    const part = (name: string, of: string): ShownFact => ({
      ...factOf("", "part_of", "", { target: { type: "Organisation", name: of } }),
      subject: { type: "Organisation", name },
    });
    const { relations } = elaborate({ entity: { type: "Organisation", name: "A" }, facts: [part("A", "B"), part("B", "C")] });
    expect(relations.map(({ subject, label, target }) => `${subject.name} ${label} ${target.name}`)).toEqual([
      "B has_part A",
      "A part_of C",
    ]);
  });

  it("is bounded for somebody with many relations", () => {
    const facts = Array.from({ length: 1_000 }, (_, i) => relation("Mina", "sibling", `S${i}`));
    expect(elaborate({ entity: person("Mina"), facts }).relations.length).toBeLessThanOrEqual(50);
  });
});

describe("a summary", () => {
  const summary = (...facts: ShownFact[]) => elaborate({ entity: person("Mina"), facts }).summary;

  it("tells what somebody is and does, in at most two sentences", () =>
    expect(
      summary(
        factOf("Mina", "likes", "hiking"),
        factOf("Mina", "residence", "Lisbon"),
        factOf("Mina", "job_title", "nurse"),
        factOf("Mina", "likes", "jazz"),
        factOf("Mina", "hobby", "chess"),
        factOf("Mina", "hobby", "sailing"),
        relation("Tom", "spouse", "Mina"),
      ),
    ).toBe("Mina's job title is nurse, residence is Lisbon and hobbies are chess and sailing. Mina likes hiking and jazz."));

  it("is empty without facts of its own", () => expect(summary(relation("Tom", "spouse", "Mina"))).toBe(""));
});
