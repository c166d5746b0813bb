import { describe, expect, it } from "@jest/globals";
import { rowText, rowWidth, span } from "./row.ts";

describe("a row of the screen", () => {
  it("holds nothing that drives the terminal, whoever asked the question in it", () => {
    const row = [span("12:00"), span(" Where\u001b]0;x\u0007\nis \u009b2JMina?")];
    expect(rowText(row)).toBe("12:00 Where]0;x is 2JMina?");
    expect(rowWidth(row)).toBe(rowText(row).length);
  });
});
