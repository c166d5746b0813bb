import { describe, expect, it } from "@jest/globals";
import { day, notebook, type Said } from "../testing/notebook.ts";

const wrong = { key: "correction", corrected: true, unbound: true, changed: true, day: 2 } as const;
const told = (said: Omit<Said, "day">, seq: number): Said => ({ ...said, day: 1, turn: `t${seq}`, seq });

/** What a session said, how it is corrected, and what stands. */
const stories: readonly (readonly [string, readonly Omit<Said, "day">[], Partial<Said>, readonly string[]])[] = [
  [
    "a number of the same things",
    [
      { key: "needs", value: "40 chairs" },
      { key: "needs", value: "3 tables" },
    ],
    { value: "60 chairs" },
    ["3 tables", "60 chairs"],
  ],
  [
    "a bare number",
    [
      { key: "age", value: "35" },
      { key: "residence", value: "Oslo" },
    ],
    { value: "36" },
    ["36", "Oslo"],
  ],
  [
    "a day",
    [
      { key: "date", value: "Tuesday" },
      { key: "residence", value: "Oslo" },
    ],
    { value: "Thursday" },
    ["Oslo", "Thursday"],
  ],
  ["a code within a longer value", [{ key: "flight", value: "KL1224 on Sunday" }], { value: "KL1242" }, ["KL1242 on Sunday"]],
  [
    "a time",
    [
      { key: "leaves_at", value: "9:30" },
      { key: "has", value: "2 bags" },
    ],
    { value: "9:40" },
    ["2 bags", "9:40"],
  ],
  [
    "a telephone number",
    [
      { key: "phone_number", value: "555 9999" },
      { key: "age", value: "35" },
    ],
    { value: "555 1234" },
    ["35", "555 1234"],
  ],
  [
    "a name",
    [
      { key: "residence", value: "Bradford" },
      { key: "age", value: "35" },
    ],
    { value: "Leeds" },
    ["35", "Leeds"],
  ],
  [
    "the latest of its kind",
    [
      { key: "age", value: "35" },
      { key: "height", value: "180" },
    ],
    { value: "181" },
    ["181", "35"],
  ],
  [
    "the one that it names",
    [
      { key: "manager", target: "Dana", targetType: "Person" },
      { key: "friend", target: "Kim", targetType: "Person" },
    ],
    { value: "Tom", insteadOf: "Dana" },
    ["Kim", "Tom"],
  ],
  ["nothing where nothing fits", [{ key: "residence", value: "Oslo" }], { value: "60 chairs" }, ["Oslo"]],
];

describe("a correction that does not say of what", () => {
  it.each(stories)("is about %s", (_what, known, correction, stand) => {
    const memory = notebook();
    known.forEach((one, seq) => memory.tell(told(one, seq)));
    memory.tell({ ...wrong, turn: "t9", seq: 9, ...correction });
    expect(memory.open()).toEqual(stand);
    expect(memory.uncertainties()).toEqual([]);
  });

  it("is about what its own session said", () => {
    const memory = notebook();
    memory.tell({ key: "age", value: "35", day: 1 });
    memory.tell({ ...wrong, turn: "t9", seq: 9, value: "36" });
    expect(memory.open()).toEqual(["35"]);
  });
});

describe("what its speaker took back", () => {
  it("is marked as mistaken, has no time in which it held, and opens no uncertainty", () => {
    for (const [key, first, second] of [
      ["residence", "Bradford", "Leeds"],
      ["birth_date", "1990-05-01", "1990-05-02"],
      ["shoe_size", "42", "43"],
    ] as const) {
      const memory = notebook();
      memory.tell({ key, value: first, day: 1 });
      const { decisions } = memory.tell({ key, value: second, corrected: true, changed: true, day: 2, from: day(1) });
      expect(memory.open()).toEqual([second]);
      expect(memory.uncertainties()).toEqual([]);
      expect(memory.facts().find((fact) => fact.value === first)).toMatchObject({ mistaken: true, closedValidUntil: "" });
      expect(memory.facts().find((fact) => fact.value === second)).toMatchObject({ mistaken: false });
      expect(decisions.map(({ kind, rule }) => `${kind} ${rule}`)).toEqual(["supersede mistaken", "create correction"]);
    }
  });

  it("is not what merely changed", () => {
    const memory = notebook();
    memory.tell({ value: "Bradford", day: 1 });
    memory.tell({ value: "Leeds", changed: true, day: 2 });
    expect(memory.facts().every(({ mistaken }) => !mistaken)).toBe(true);
  });
});
