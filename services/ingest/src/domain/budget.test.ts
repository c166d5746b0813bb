import { describe, expect, it } from "@jest/globals";
import { backoffSeconds, extractionBudget } from "./budget.ts";

describe("the extraction budget", () => {
  it("is the limit, or what the request leaves beside embedding and storing", () => {
    expect(extractionBudget(0, 60_000, 30_000)).toBe(30_000);
    expect(extractionBudget(0, 8_000, 30_000)).toBe(6_000);
    expect(extractionBudget(9_000, 8_000, 30_000)).toBe(0);
  });
});

describe("the back-off", () => {
  it("doubles up to an hour and varies by a quarter", () => {
    expect([0, 1, 2, 3, 99].map((attempts) => backoffSeconds(attempts, 0.5))).toEqual([5, 10, 20, 40, 3_600]);
    expect(backoffSeconds(3, 0)).toBe(30);
    expect(backoffSeconds(3, 1)).toBe(50);
  });
});
