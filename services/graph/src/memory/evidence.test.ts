import { describe, expect, it } from "@jest/globals";
import { sentenceAt } from "./evidence.ts";

describe("the sentence of a span", () => {
  const content = "Hello there. I moved to St. Moritz last week! And you?\nWell";
  const of = (words: string) => sentenceAt(content, content.indexOf(words), content.indexOf(words) + words.length);

  it("reaches from the break before it to the break after it", () => {
    expect(of("Hello")).toBe("Hello there.");
    expect(of("last week")).toBe("Moritz last week!");
    expect(of("moved to St. Moritz")).toBe("I moved to St. Moritz last week!");
    expect(of("Well")).toBe("Well");
  });

  it("is bounded, and empty without a span", () => {
    const long = "word ".repeat(1_000);
    expect(sentenceAt(long, 2_500, 2_504).length).toBeLessThanOrEqual(400);
    expect(sentenceAt(long, 2_500, 2_504)).toContain("word");
    expect(sentenceAt(long, -1, -1)).toBe("");
  });
});
