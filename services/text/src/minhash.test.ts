import { describe, expect, it } from "@jest/globals";
import { estimatedJaccard, minHash, signatureBands, signatureBytes } from "./index.ts";

const prose = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `topic${(from + i) * 7919} matter${(from + i) * 104729}`).join(" ");

describe("minHash", () => {
  it("gives the same 256 bytes for the same words, however they are written", () => {
    const text = "The quick brown foxes jumped over seven lazy dogs near the river bank.";
    expect(minHash(text)).toHaveLength(signatureBytes);
    expect(minHash(text.toUpperCase())).toEqual(minHash(text));
    expect(Buffer.from(minHash("alpha beta gamma delta epsilon zeta").subarray(0, 8)).toString("hex")).toBe("9f741470e14d6e29");
  });

  it("estimates how much two texts share", () => {
    const whole = minHash(prose(0, 200));
    expect(estimatedJaccard(whole, minHash(`${prose(0, 200)} appendix`))).toBeGreaterThan(0.9);
    expect(estimatedJaccard(whole, minHash(prose(100, 300)))).toBeLessThan(0.6);
    expect(estimatedJaccard(whole, minHash(prose(500, 700)))).toBeLessThan(0.1);
  });

  it("has no signature for a text without words, which is like nothing", () => {
    expect(minHash("… the and")).toHaveLength(0);
    expect(estimatedJaccard(minHash(""), minHash(""))).toBe(0);
    expect(signatureBands(minHash(""))).toEqual([]);
  });
});

describe("signatureBands", () => {
  it("has a band in common for near-duplicates, none for others", () => {
    const bands = (text: string) => new Set(signatureBands(minHash(text)));
    const whole = bands(prose(0, 200));
    expect(whole.size).toBe(16);
    const inCommon = (text: string) => [...bands(text)].filter((band) => whole.has(band)).length;
    expect(inCommon(`${prose(0, 200)} appendix`)).toBeGreaterThan(0);
    expect(inCommon(prose(500, 700))).toBe(0);
  });
});
