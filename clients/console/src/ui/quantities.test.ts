import { describe, expect, it } from "@jest/globals";
import { bytesText, durationText, ofThem, percentText } from "./quantities.ts";

describe("a quantity as one reads it", () => {
  it("has the unit that suits its size", () => {
    expect([0, 999, 1_500, 25_000, 3_200_000, 2_000_000_000].map(bytesText)).toEqual([
      ...["0 bytes", "999 bytes", "1.5 KB", "25 KB", "3.2 MB", "2.0 GB"],
    ]);
    expect([0.25, 42.4, 1_250, 120_000].map(durationText)).toEqual(["0.3 ms", "42 ms", "1.3 s", "2 min"]);
    expect([0, 0.015, 0.5, 1].map(percentText)).toEqual(["0 %", "1.5 %", "50 %", "100 %"]);
  });

  it("agrees with its noun", () => {
    expect([0, 1, 2_000].map((count) => ofThem(count, "hit"))).toEqual(["0 hits", "1 hit", "2,000 hits"]);
    expect(ofThem(2, "query", "queries")).toBe("2 queries");
  });
});
