import { describe, expect, it } from "@jest/globals";
import { table, type Column } from "./table.ts";
import { recorded } from "./testing/recorded.ts";

interface Row {
  readonly id: string;
  readonly title: string;
  readonly day: string;
}

const columns: readonly Column<Row>[] = [
  { title: "id", of: ({ id }) => id },
  { title: "title", of: ({ title }) => title, shrinks: true },
  { title: "day", of: ({ day }) => day, spare: true },
];
const rows = [
  { id: "document:01jq3m9c7v5k2x8d4b6n0r1t9w", title: "How we work together in three cities at once", day: "2026-01-02" },
  { id: "document:01jq3m9c7v5k2x8d4b6n0r1t9x", title: "Short", day: "" },
];
const lines = (width: number) => table(recorded({ columns: width }), rows, columns, "none").split("\n");

describe("a table", () => {
  it("is as wide as it needs where there is room", () => {
    expect(lines(100)).toEqual([
      "id                                   title                                         day",
      "document:01jq3m9c7v5k2x8d4b6n0r1t9w  How we work together in three cities at once  2026-01-02",
      "document:01jq3m9c7v5k2x8d4b6n0r1t9x  Short",
    ]);
  });

  it("shortens texts, and never an id", () => {
    expect(lines(70)[1]).toBe("document:01jq3m9c7v5k2x8d4b6n0r1t9w  How we work together…  2026-01-02");
  });

  it("leaves columns out where even that is too wide", () => {
    expect(lines(55)[1]).toBe("document:01jq3m9c7v5k2x8d4b6n0r1t9w  How we work toget…");
    for (const line of lines(60)) expect(line.length).toBeLessThanOrEqual(60);
  });

  it("counts a wide character as the two columns that it takes", () => {
    const named = [
      { id: "a", title: "日本語", day: "2026-01-02" },
      { id: "b", title: "Mina", day: "2026-01-03" },
    ];
    expect(table(recorded(), named, columns, "none").split("\n").slice(1)).toEqual([
      "a   日本語  2026-01-02",
      "b   Mina    2026-01-03",
    ]);
  });

  it("has no column for what is empty, and a sentence where it has no rows", () => {
    expect(table(recorded(), [{ id: "a", title: "", day: "" }], columns, "none")).toBe("id\na");
    expect(table(recorded(), [], columns, "none")).toBe("none");
  });
});
