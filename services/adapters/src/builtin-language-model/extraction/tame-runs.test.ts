import { describe, expect, it } from "@jest/globals";
import { addressThatStops, hostileStrings } from "@loci/e2e/parts/hostile-strings";
import { tameRuns } from "./tame-runs.ts";

describe("what the tokenizer is given", () => {
  it("is as long as the text, and has no long run", () => {
    const texts = [...hostileStrings(500).map(([, text]) => text), `${"a".repeat(63)}!!!`, addressThatStops];
    for (const text of texts) expect(tameRuns(text)).toHaveLength(text.length);
    expect(tameRuns(addressThatStops)).toMatch(/^See \/\/a\.aa\/+\. for more\.$/);
  });

  it("is the text where nothing in it is long", () => {
    const text = "My sister-in-law's e-mail is anna@example.org (https://a.example).";
    expect(tameRuns(text)).toBe(text);
  });
});
