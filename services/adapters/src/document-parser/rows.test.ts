import { describe, expect, it } from "@jest/globals";
import { readRows, type HeaderRule } from "./rows.ts";

function linesOf(rows: readonly (readonly string[])[], rule: HeaderRule = "guess"): string[] {
  const lines: string[] = [];
  const reader = readRows(rule, (line) => lines.push(line));
  for (const row of rows) reader.row(row);
  reader.end();
  return lines;
}

describe("Rows of a table", () => {
  it("name their values by the header", () => {
    expect(
      linesOf([
        ["Name", "2025"],
        ["Anna", "7"],
        ["", "8"],
      ]),
    ).toEqual(["Name: Anna; 2025: 7", "2025: 8"]);
  });

  it("keep lines above the header, and values beyond it", () => {
    expect(linesOf([["Sales"], [], ["Name", "City"], ["Anna", "Rome", "extra"]])).toEqual([
      "Sales",
      "Name: Anna; City: Rome; extra",
    ]);
  });

  it("have no header where the first row is no row of names", () => {
    for (const first of [
      ["Anna", "33.5"],
      ["x", "x"],
      ["2026-01-02", "Rome"],
    ]) {
      expect(linesOf([first, ["Bob", "44"]])).toEqual([first.join("; "), "Bob; 44"]);
    }
  });

  it("show the header itself where nothing follows it", () => {
    expect(linesOf([["Name", "City"]])).toEqual(["Name; City"]);
  });

  it("obey where it is known whether there is a header", () => {
    expect(linesOf([["1"], ["2"]], "first")).toEqual(["1: 2"]);
    expect(linesOf([["Owner", "Anna"]], "none")).toEqual(["Owner; Anna"]);
  });
});
