import { describe, expect, it } from "@jest/globals";
import { day, notebook, type Said } from "../testing/notebook.ts";
import { permutations, seeded } from "../testing/orders.ts";
import type { Changes } from "./proposal.ts";

const rules = (changes: Changes) =>
  changes.decisions.filter(({ rule }) => rule !== "first_mention").map(({ kind, rule }) => `${kind} ${rule}`);

describe("rule 1, the same value", () => {
  it.each([
    { name: "in another case and spacing", first: "New  York", again: "new york" },
    { name: "as a number written otherwise", first: "1,000", again: "1000.0" },
    { name: "as a date written otherwise", first: "1 May 1990", again: "1990-05-01" },
  ])("$name reinforces and adds no row", ({ first, again }) => {
    const memory = notebook();
    memory.tell({ value: first, day: 1 });
    expect(rules(memory.tell({ value: again, day: 2 }))).toEqual(["update same_value"]);
    expect(memory.open()).toEqual([first]);
    expect(memory.statements()).toHaveLength(2);
  });

  it("raises confidence, and never to certainty", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1, confidence: 0.8 });
    memory.tell({ value: "Oslo", day: 2, confidence: 0.8 });
    const [once] = memory.facts();
    expect(once?.confidence).toBeGreaterThan(0.8);
    for (let i = 3; i < 30; i++) memory.tell({ value: "Oslo", day: i, confidence: 0.9 });
    expect(memory.facts()).toHaveLength(1);
    expect(memory.facts()[0]?.confidence).toBeLessThanOrEqual(0.99);
  });

  it("raises it with every witness, and not by who says it again", () => {
    const memory = notebook();
    const confidence = () => memory.facts()[0]?.confidence ?? 0;
    memory.tell({ value: "Oslo", day: 1, confidence: 0.8, witness: "user" });
    for (let i = 2; i < 9; i++) memory.tell({ value: "Oslo", day: i, confidence: 0.8, witness: "user" });
    expect(confidence()).toBe(0.8);
    memory.tell({ value: "Oslo", day: 9, confidence: 0.8, witness: "document:1" });
    const byTwo = confidence();
    expect(byTwo).toBeGreaterThan(0.8);
    memory.tell({ value: "Oslo", day: 10, confidence: 0.8, witness: "document:1" });
    expect(confidence()).toBe(byTwo);
  });

  it("of a changing key wins later, but not against another speaker within days who says nothing of a change", () => {
    const told = (last: object) => {
      const memory = notebook();
      memory.tell({ key: "location", value: "Oslo", day: 1, witness: "speaker pia" });
      memory.tell({ key: "location", value: "Rome", day: 2, ...last });
      return [memory.open(), memory.uncertainties().length];
    };
    expect(told({ witness: "speaker bo" })).toEqual([["Oslo", "Rome"], 1]);
    expect(told({ witness: "speaker pia" })).toEqual([["Rome"], 0]);
    expect(told({ witness: "speaker bo", changed: true })).toEqual([["Rome"], 0]);
    expect(told({ witness: "speaker bo", day: 20 })).toEqual([["Rome"], 0]);
    expect(told({ witness: "user" })).toEqual([["Rome"], 0]);
  });

  it("said again in the same turn adds no source, no decision", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1, turn: "t1", seq: 0 });
    expect(rules(memory.tell({ value: "OSLO", day: 1, turn: "t1", seq: 0 }))).toEqual([]);
    expect(memory.statements()).toHaveLength(1);
  });

  it("learns a valid time that was not known", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1 });
    memory.tell({ value: "Oslo", day: 2, from: "2015-01-01T00:00:00.000Z" });
    expect(memory.facts()).toMatchObject([{ validFrom: "2015-01-01T00:00:00.000Z", validUntil: "" }]);
  });

  it("is the same as text and as a relation's target", () => {
    const memory = notebook();
    memory.tell({ key: "employer", target: "Acme", day: 1 });
    expect(rules(memory.tell({ key: "employer", value: "acme", day: 2 }))).toEqual(["update same_value"]);
  });

  it("keeps its known time at the earliest statement, when that one arrives late", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 9 });
    memory.tell({ value: "Oslo", day: 3 });
    expect(memory.facts()).toMatchObject([{ knownAt: day(3), knownUntil: "" }]);
  });
});

describe("rule 2, keys with many values", () => {
  it("lets them stand together without an uncertainty", () => {
    const memory = notebook();
    memory.tell({ key: "speaks", value: "German", day: 1 });
    expect(rules(memory.tell({ key: "speaks", value: "Dutch", day: 2, changed: true }))).toEqual(["create multi_value"]);
    expect(memory.open()).toEqual(["Dutch", "German"]);
    expect(memory.uncertainties()).toEqual([]);
  });

  it("takes the class from the context's own vocabulary first", () => {
    const memory = notebook({ vocabulary: { residence: "multi" } });
    memory.tell({ value: "Oslo", day: 1 }, { value: "Bergen", day: 2 });
    expect(memory.open()).toEqual(["Bergen", "Oslo"]);
    expect(memory.uncertainties()).toEqual([]);
  });
});

describe("rule 3, superseding", () => {
  const cases: { name: string; old: Said; by: Said; open: string[] }[] = [
    { name: "a changing key, said later", old: { value: "Oslo", day: 1 }, by: { value: "Bergen", day: 2 }, open: ["Bergen"] },
    {
      name: "a stable key, where the text says that it changed",
      old: { key: "birth_date", value: "1 May 1990", day: 1 },
      by: { key: "birth_date", value: "2 May 1990", day: 2, changed: true },
      open: ["2 May 1990"],
    },
    {
      name: "a changing key, but less sure than the old one",
      old: { value: "Oslo", day: 1, confidence: 0.9 },
      by: { value: "Bergen", day: 2 },
      open: ["Bergen", "Oslo"],
    },
    {
      name: "a word of change, although less sure than the old one",
      old: { value: "Oslo", day: 1, confidence: 0.9 },
      by: { value: "Bergen", day: 2, changed: true },
      open: ["Bergen"],
    },
    {
      name: "below the floor, whatever it says of what is surer",
      old: { value: "Oslo", day: 1, confidence: 0.7 },
      by: { value: "Bergen", day: 2, changed: true, confidence: 0.6 },
      open: ["Bergen", "Oslo"],
    },
    {
      name: "below the floor, what was no surer",
      old: { value: "Oslo", day: 1, confidence: 0.6 },
      by: { value: "Bergen", day: 2, confidence: 0.6 },
      open: ["Bergen"],
    },
    {
      name: "at the floor",
      old: { value: "Oslo", day: 1, confidence: 0.7 },
      by: { value: "Bergen", day: 2, confidence: 0.7 },
      open: ["Bergen"],
    },
    {
      name: "a changing key, said at the same time",
      old: { value: "Oslo", day: 1 },
      by: { value: "Bergen", day: 1 },
      open: ["Bergen", "Oslo"],
    },
    {
      name: "further on in the same session, at the same time",
      old: { value: "Oslo", day: 1, turn: "a", seq: 1 },
      by: { value: "Bergen", day: 1, turn: "b", seq: 2 },
      open: ["Bergen"],
    },
    {
      name: "a stable key without a word of change",
      old: { key: "birth_date", value: "1990", day: 1 },
      by: { key: "birth_date", value: "1991", day: 2 },
      open: ["1990", "1991"],
    },
    {
      name: "a key that nobody has classed",
      old: { key: "shoe_size", value: "42", day: 1 },
      by: { key: "shoe_size", value: "43", day: 2 },
      open: ["42", "43"],
    },
  ];
  it.each(cases)("$name: $open stand", ({ old, by, open }) => {
    for (const order of [
      [old, by],
      [by, old],
    ]) {
      const memory = notebook();
      for (const said of order) memory.tell(said);
      expect(memory.open()).toEqual(open);
      expect(memory.uncertainties()).toHaveLength(open.length - 1);
    }
  });

  it("ends the old row's known time, and says by what", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1 });
    expect(rules(memory.tell({ value: "Bergen", day: 5 }))).toEqual(["supersede changing_key", "create changing_key"]);
    const [old, by] = memory.facts();
    expect(old).toMatchObject({
      knownUntil: day(5),
      closedValidUntil: "",
      validUntil: "",
      supersededBy: by?.id,
      recordedUntil: "2025-01-03T00:00:00.000Z",
    });
    expect(by).toMatchObject({ supersedes: old?.id, knownUntil: "" });
  });

  it("ends the old row in the world too, where it is said since when the new one holds", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1 });
    memory.tell({ value: "Bergen", day: 5, changed: true, from: "2019-03-01T00:00:00.000Z" });
    expect(memory.facts()[0]).toMatchObject({ knownUntil: day(5), closedValidUntil: "2019-03-01T00:00:00.000Z", validUntil: "" });
  });

  it("gives no end in the world that lies before the beginning", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1, from: "2020-01-01T00:00:00.000Z" });
    memory.tell({ value: "Bergen", day: 5, changed: true, from: "2019-01-01T00:00:00.000Z" });
    expect(memory.facts()[0]).toMatchObject({ knownUntil: day(5), closedValidUntil: "" });
  });

  it("reports the correction", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1 });
    const [outcome] = memory.tell({ value: "Bergen", day: 2 }).outcomes;
    expect(outcome?.corrections.map(({ old, by }) => [old.value, by.value])).toEqual([["Oslo", "Bergen"]]);
    expect(outcome?.entities.map(({ entity, isNew }) => [entity.name, isNew])).toEqual([["Ada", false]]);
  });
});

describe("known time", () => {
  it("puts what was known earlier into history, where it belongs", () => {
    const memory = notebook();
    memory.tell({ value: "Bergen", day: 5 });
    memory.tell({ value: "Tromsø", day: 9 });
    expect(rules(memory.tell({ value: "Oslo", day: 1 }))).toEqual(["create new_value", "supersede older_known_time"]);
    expect(memory.open()).toEqual(["Tromsø"]);
    expect(memory.facts().find(({ value }) => value === "Oslo")).toMatchObject({ knownAt: day(1), knownUntil: day(5) });
  });

  it("moves the end of the row before, when something comes in between", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1 });
    memory.tell({ value: "Tromsø", day: 9 });
    expect(rules(memory.tell({ value: "Bergen", day: 5 }))).toContain("update older_known_time");
    expect(memory.facts().map(({ value, knownUntil }) => [value, knownUntil])).toEqual([
      ["Oslo", day(5)],
      ["Tromsø", ""],
      ["Bergen", day(9)],
    ]);
  });

  it("decides the facts of one request in its order, not in theirs", () => {
    const memory = notebook();
    memory.tell({ value: "Tromsø", day: 9 }, { value: "Oslo", day: 1 }, { value: "Bergen", day: 5 });
    expect(memory.open()).toEqual(["Tromsø"]);
    expect(memory.uncertainties()).toEqual([]);
  });

  it("splits a row, when it turns out that something else held in between", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1 });
    memory.tell({ value: "Oslo", day: 9 });
    memory.tell({ value: "Bergen", day: 5, changed: true });
    const rows = memory.facts().map(({ value, knownAt, knownUntil }) => [value, knownAt, knownUntil]);
    expect(rows).toEqual([
      ["Oslo", day(1), day(5)],
      ["Bergen", day(5), day(9)],
      ["Oslo", day(9), ""],
    ]);
  });
});

describe("valid time", () => {
  const year = (n: number) => `${n}-01-01T00:00:00.000Z`;

  it("lets values stand side by side that held at different times", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1, from: year(2010), until: year(2015) });
    memory.tell({ value: "Bergen", day: 2, from: year(2015) });
    expect(memory.open()).toEqual(["Bergen", "Oslo"]);
    expect(memory.uncertainties()).toEqual([]);
  });

  it("takes an unknown time to overlap everything", () => {
    const memory = notebook();
    memory.tell({ key: "birthplace", value: "Oslo", day: 1, from: year(2010), until: year(2015) });
    memory.tell({ key: "birthplace", value: "Bergen", day: 2 });
    expect(memory.uncertainties()).toMatchObject([{ values: ["Bergen", "Oslo"], reason: "no_leave_to_change" }]);
  });

  it("settles a disagreement by itself, when the times turn out not to overlap", () => {
    const memory = notebook();
    memory.tell({ key: "captain", value: "Ruth", day: 1 }, { key: "captain", value: "Omar", day: 2 });
    expect(memory.uncertainties()).toHaveLength(1);
    memory.tell({ key: "captain", value: "Ruth", day: 3, until: year(2015) });
    memory.tell({ key: "captain", value: "Omar", day: 4, from: year(2015) });
    expect(memory.uncertainties()).toEqual([]);
    expect(memory.open()).toEqual(["Omar", "Ruth"]);
  });

  it("adds no row for what is said again about a time that is closed", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1 });
    memory.tell({ value: "Bergen", day: 2, changed: true, from: year(2019) });
    expect(rules(memory.tell({ value: "Oslo", day: 3, from: year(2016), until: year(2018) }))).toEqual(["update same_value"]);
    expect(memory.open()).toEqual(["Bergen"]);
  });

  it("takes a word of change after a period for a return, not for the period", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1, from: year(2010), until: year(2015) });
    memory.tell({ value: "Bergen", day: 2, from: year(2015) });
    memory.tell({ value: "Oslo", day: 3, changed: true });
    expect(
      memory
        .facts()
        .filter(({ knownUntil }) => knownUntil === "")
        .map(({ value, validUntil }) => [value, validUntil]),
    ).toEqual([
      ["Oslo", year(2015)],
      ["Oslo", ""],
    ]);
  });
});

describe("rule 4, uncertainties", () => {
  it("are one for a key: a third value joins it", () => {
    const memory = notebook();
    memory.tell({ key: "captain", value: "Ruth", day: 1 });
    memory.tell({ key: "captain", value: "Omar", day: 2 });
    expect(rules(memory.tell({ key: "captain", value: "Lena", day: 3 }))).toEqual([
      "create disagreement",
      "update candidates_changed",
    ]);
    expect(memory.uncertainties()).toMatchObject([{ values: ["Lena", "Omar", "Ruth"] }]);
  });

  it("are resolved by a later statement that settles them", () => {
    const memory = notebook();
    memory.tell({ key: "captain", value: "Ruth", day: 1 }, { key: "captain", value: "Omar", day: 2 });
    const settled = memory.tell({ key: "captain", value: "Ruth", day: 3, changed: true });
    expect(rules(settled)).toEqual(["update same_value", "supersede changed", "update later_statement"]);
    expect(memory.open()).toEqual(["Ruth"]);
    expect(memory.uncertainties()).toEqual([]);
  });

  it("always stand between the streams, whatever is said", () => {
    const memory = notebook();
    memory.tell({ key: "employer", value: "Acme", day: 1, stream: "authoritative" });
    memory.tell({ key: "employer", value: "Globex", day: 2, changed: true, confidence: 1 });
    expect(memory.open()).toEqual(["Acme", "Globex"]);
    expect(memory.uncertainties()).toMatchObject([{ values: ["Acme", "Globex"], reason: "across_streams" }]);
    memory.tell({ key: "employer", value: "Globex", day: 3, stream: "authoritative", changed: true });
    expect(memory.uncertainties()).toEqual([]);
  });

  it("are for who sees both ScopeSets, when the wider one's document disagrees", () => {
    const covers = (wide: string, narrow: string) => wide === "org" && narrow === "org/user";
    const document: Said = { key: "employer", value: "Acme", day: 1, stream: "authoritative", scope: "org" };
    const user: Said = { key: "employer", value: "Globex", day: 2, scope: "org/user" };
    for (const order of [
      [document, user],
      [user, document],
    ]) {
      const memory = notebook({ covers });
      for (const said of order) memory.tell(said);
      expect(memory.uncertainties()).toEqual([
        { key: "employer", scope: "org & org/user", values: ["Acme", "Globex"], reason: "across_streams" },
      ]);
    }
  });

  it("are for who sees the narrower ScopeSet alone, when it disagrees with itself", () => {
    const covers = (wide: string, narrow: string) => wide === "org" && narrow === "org/user";
    const memory = notebook({ covers });
    const said = (value: string, day: number) => memory.tell({ key: "captain", value, day, scope: "org/user" });
    memory.tell({ key: "captain", value: "Acme", day: 1, stream: "authoritative", scope: "org" });
    said("Globex", 2);
    expect(memory.uncertainties()).toMatchObject([{ scope: "org & org/user" }]);
    said("Initech", 3);
    expect(memory.uncertainties()).toMatchObject([{ scope: "org/user", values: ["Globex", "Initech"] }]);
    memory.tell({ key: "captain", value: "Globex", day: 4, changed: true, scope: "org/user" });
    expect(memory.uncertainties()).toMatchObject([{ scope: "org & org/user", values: ["Acme", "Globex"] }]);
  });

  it("are for who sees both, when the wider one's document denies what the narrower says", () => {
    const covers = (wide: string, narrow: string) => wide === "org" && narrow === "org/user";
    const memory = notebook({ covers });
    memory.tell({ key: "employer", value: "Acme", day: 1, stream: "authoritative", scope: "org", negated: true });
    memory.tell({ key: "employer", value: "Acme", day: 2, scope: "org/user" });
    expect(memory.uncertainties()).toMatchObject([{ scope: "org & org/user", values: ["Acme"] }]);
  });

  it("do not arise between ScopeSets within one stream, nor between those of which none covers the other", () => {
    const covers = (wide: string, narrow: string) => wide === "org" && narrow === "org/user";
    const memory = notebook({ covers });
    memory.tell(
      { key: "employer", value: "Acme", day: 1, scope: "org" },
      { key: "employer", value: "Globex", day: 2, scope: "org/user" },
    );
    memory.tell({ key: "employer", value: "Initech", day: 3, scope: "elsewhere", stream: "authoritative" });
    expect(memory.uncertainties()).toEqual([]);
  });
});

describe("a negation", () => {
  it("ends the row of that value and deletes nothing", () => {
    const memory = notebook();
    memory.tell({ key: "speaks", value: "German", day: 1 }, { key: "speaks", value: "Dutch", day: 1 });
    expect(rules(memory.tell({ key: "speaks", value: "dutch", day: 4, negated: true }))).toEqual(["update negation"]);
    expect(memory.open()).toEqual(["German"]);
    expect(memory.facts()).toHaveLength(2);
    expect(memory.facts().find(({ value }) => value === "Dutch")).toMatchObject({ knownUntil: day(4) });
  });

  it("without a value ends every row of the key", () => {
    const memory = notebook();
    memory.tell({ key: "speaks", value: "German", day: 1 }, { key: "speaks", value: "Dutch", day: 1 });
    memory.tell({ key: "speaks", day: 4, negated: true });
    expect(memory.open()).toEqual([]);
  });

  it("makes room for what the same turn says instead", () => {
    const memory = notebook();
    memory.tell({ key: "employer", target: "Acme", day: 1, confidence: 0.95 });
    memory.tell(
      { key: "employer", target: "Globex", day: 2, turn: "t", seq: 0 },
      { key: "employer", day: 2, negated: true, turn: "t", seq: 0 },
    );
    expect(memory.open()).toEqual(["Globex"]);
    expect(memory.uncertainties()).toEqual([]);
  });

  it("is remembered, and ends what was known before it but arrives after it", () => {
    const memory = notebook();
    memory.tell({ key: "employer", target: "Acme", day: 5, negated: true });
    expect(rules(memory.tell({ key: "employer", target: "Acme", day: 1 }))).toEqual([
      "create new_value",
      "update older_known_time",
    ]);
    expect(memory.open()).toEqual([]);
    memory.tell({ key: "employer", target: "Acme", day: 9 });
    expect(memory.open()).toEqual(["Acme"]);
  });

  it("gives the end in the world, where it says since when", () => {
    const memory = notebook();
    memory.tell({ key: "employer", target: "Acme", day: 1 });
    memory.tell({ key: "employer", target: "Acme", day: 5, negated: true, from: "2023-06-01T00:00:00.000Z" });
    expect(memory.facts()[0]).toMatchObject({ knownUntil: day(5), closedValidUntil: "2023-06-01T00:00:00.000Z" });
  });

  it("below the floor ends nothing", () => {
    const memory = notebook();
    memory.tell({ key: "employer", target: "Acme", day: 1 });
    memory.tell({ key: "employer", day: 5, negated: true, confidence: 0.6 });
    expect(memory.open()).toEqual(["Acme"]);
  });

  it("of what the other stream says is an uncertainty, not an end", () => {
    const memory = notebook();
    memory.tell({ key: "employer", target: "Acme", day: 1, stream: "authoritative" });
    memory.tell({ key: "employer", target: "Acme", day: 5, negated: true });
    expect(memory.open()).toEqual(["Acme"]);
    expect(memory.uncertainties()).toMatchObject([{ values: ["Acme"], reason: "across_streams" }]);
    memory.tell({ key: "employer", target: "Acme", day: 6, negated: true, stream: "authoritative" });
    expect(memory.uncertainties()).toEqual([]);
  });
});

describe("what was not found in its source", () => {
  it("is kept in quarantine: it competes with nothing and makes no entity", () => {
    const memory = notebook();
    memory.tell({ value: "Oslo", day: 1 });
    const changes = memory.tell({ who: "Nobody", value: "Atlantis", day: 2, changed: true, quarantined: true });
    expect(changes.newFacts).toMatchObject([{ value: "Atlantis", quarantined: true, entityId: "" }]);
    expect(changes.newEntities).toEqual([]);
    expect(changes.outcomes[0]?.facts).toEqual([]);
    expect(memory.open()).toEqual(["Oslo"]);
  });
});

describe("instructions", () => {
  const active = (memory: ReturnType<typeof notebook>) =>
    memory
      .instructions()
      .filter((one) => one.knownUntil === "")
      .map((one) => one.value);

  it("are active until they are revoked by their label", () => {
    const memory = notebook();
    memory.instruct("language", "Always answer in German", 1);
    memory.instruct("style", "No bullet points", 2);
    memory.instruct("language", "", 3, true);
    expect(active(memory)).toEqual(["No bullet points"]);
    expect(memory.facts()).toEqual([]);
  });

  it("follow the last word known, in whatever order they arrive", () => {
    const memory = notebook();
    memory.instruct("language", "Answer in French", 5);
    memory.instruct("language", "Answer in German", 1);
    expect(active(memory)).toEqual(["Answer in French"]);
    memory.instruct("language", "", 3, true);
    expect(active(memory)).toEqual(["Answer in French"]);
  });
});

describe("the order of arrival", () => {
  const endState = (memory: ReturnType<typeof notebook>) => ({
    rows: memory
      .facts()
      .map((fact) => [
        fact.stream,
        fact.value,
        fact.knownAt,
        fact.knownUntil,
        fact.validFrom,
        fact.validUntil,
        fact.closedValidUntil,
        fact.confidence,
      ])
      .map((row) => JSON.stringify(row))
      .sort(),
    uncertainties: memory.uncertainties(),
  });

  it("decides nothing: all orders of four statements, one by one or at once, end alike", () => {
    const random = seeded(20_240_501);
    for (let round = 0; round < 150; round++) {
      const said = Array.from({ length: 4 }, () => anything(random));
      const expected = notebook();
      expected.tell(...said);
      for (const order of permutations(said)) {
        const memory = notebook();
        for (const one of order) memory.tell(one);
        expect({ order, ...endState(memory) }).toEqual({ order, ...endState(expected) });
      }
    }
  });
});

/** One write of many values of one key, which all disagree: how often a statement's id was read while it was decided, for each value. */
function readsForEach(values: number): number {
  let reads = 0;
  const said = Array.from({ length: values }, (_, i) => ({ value: `v${i}`, day: 1, seq: i }));
  const memory = notebook({
    onDecide: (statement) => {
      const { id } = statement;
      return Object.defineProperty({ ...statement }, "id", { enumerable: true, get: () => (reads++, id) });
    },
  });
  memory.tell(...said);
  expect(memory.open()).toHaveLength(values);
  return reads / values;
}

describe("a write of many values of one key", () => {
  it("is decided without looking through all of them for each pair of them", () => {
    expect(readsForEach(300)).toBeLessThan(2 * readsForEach(30));
  });
});

function anything(random: () => number): Said {
  const pick = <T>(...choices: T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const negated = random() < 0.2;
  const from = pick("", "", "2015-01-01T00:00:00.000Z", "2019-01-01T00:00:00.000Z");
  return {
    key: pick("residence", "residence", "captain", "speaks"),
    value: negated && random() < 0.3 ? "" : pick("Oslo", "Bergen", "Tromsø"),
    day: pick(1, 2, 3, 4, 5),
    confidence: pick(0.6, 0.7, 0.8, 0.9),
    changed: !negated && random() < 0.3,
    negated,
    from,
    until: from === "2015-01-01T00:00:00.000Z" && random() < 0.5 ? "2019-01-01T00:00:00.000Z" : "",
    stream: random() < 0.2 ? "authoritative" : "experiential",
  };
}
