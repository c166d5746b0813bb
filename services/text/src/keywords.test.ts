import { describe, expect, it } from "@jest/globals";
import { keyphrases } from "./index.ts";

const article = `Solar panels turn sunlight into electricity. A solar panel is made of silicon cells. The silicon cells in a
Solar Panel age slowly. Battery storage keeps the electricity of solar panels for the night; battery storage is expensive.`;

describe("keyphrases", () => {
  it("finds what a text is about, spellings and plurals folded, the most frequent spelling kept", () => {
    const found = keyphrases(article, 5);
    expect(found.map((one) => one.text)).toEqual(expect.arrayContaining(["silicon cells", "Battery storage"]));
    expect(found.find((one) => one.normalised.startsWith("solar"))?.text).toMatch(/^solar panels?/i);
    expect(new Set(found.map((one) => one.normalised)).size).toBe(5);
  });

  it("ranks by score, the best one with 1, as many as asked for", () => {
    const scores = keyphrases(article, 3).map((one) => one.score);
    expect(scores).toHaveLength(3);
    expect(scores[0]).toBe(1);
    expect([...scores].sort((a, b) => b - a)).toEqual(scores);
  });

  it("never joins words over punctuation, stop words or an empty line", () => {
    const texts = keyphrases("red apples, green pears and blue plums\n\nyellow lemons", 10).map((one) => one.text);
    expect(texts.sort()).toEqual(["blue plums", "green pears", "red apples", "yellow lemons"]);
  });

  it("leaves out numbers, single letters and everyday verbs", () => {
    expect(keyphrases("x. 2024. make. 10 20. go.", 10)).toEqual([]);
    expect(keyphrases("", 10)).toEqual([]);
  });
});
