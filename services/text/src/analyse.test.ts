import { describe, expect, it } from "@jest/globals";
import { analyse } from "./index.ts";

describe("analyse", () => {
  it("stems, folds irregular forms and leaves stop words out, in order and with repetitions", () => {
    expect(analyse("The children went running and bought shoes; a child goes on running.")).toEqual([
      "child",
      "go",
      "run",
      "buy",
      "shoe",
      "child",
      "go",
      "run",
    ]);
  });

  it("reduces possessives and contractions, with straight and curly apostrophes", () => {
    expect(analyse("Anna's and Anna\u2019s dogs don't bark, they won\u2019t")).toEqual(["anna", "anna", "dog", "bark"]);
    expect(analyse("O'Brien at nine o'clock")).toEqual(["obrien", "9", "oclock"]);
  });

  it("keeps numbers, joins grouped digits and drops the ending of ordinals", () => {
    expect(analyse("1,000 euros on the 7th of 2024, two more")).toEqual(["1000", "euro", "7", "2024", "2"]);
  });

  it("tells the month May and a person called Will from the verbs by their capitals", () => {
    expect(analyse("Will may come in May and will stay")).toEqual(["will", "come", "may", "stay"]);
  });

  it("does not fold unrelated words that share a Porter stem", () => {
    expect(analyse("celebrity")).not.toEqual(analyse("celebrate"));
    expect(analyse("businesses")).toEqual(analyse("business"));
  });

  it("folds width, case and Latin accents", () => {
    expect(analyse("\uFF23\uFF41\uFF46\u00E9 cafe\u0301 CAFE")).toEqual(["cafe", "cafe", "cafe"]);
  });

  it("cuts scripts without spaces into pairs and keeps other scripts' words", () => {
    expect(analyse("東京都 2024年")).toEqual(["東京", "京都", "2024", "年"]);
    expect(analyse("Привет, мир")).toEqual(["привет", "мир"]);
  });

  it("gives only terms that a plain text parser leaves whole", () => {
    const texts = [
      "a_b-c.d/e@f.com #tag \u{1F600} \u2776 na\u00EFve \u0130stanbul \u1E9E \uFB01ne x\u0301\u0323 हिन्दी ภาษาไทย",
      `${"x".repeat(200)} ${"\u{20000}".repeat(70)} ${"\u{1D7D8}".repeat(70)} ${"\u{10400}".repeat(70)}`,
      "don't 'quoted' ''' rock'n'roll \u0000 \uD800 lone 1,000,00 3.14 1e5 v2.0",
    ];
    for (const term of texts.flatMap(analyse)) {
      expect(term).toMatch(/^[\p{L}\p{N}]+$/u);
      expect(term.length).toBeLessThanOrEqual(64);
    }
  });

  it("gives nothing for a text without words", () => {
    expect(analyse("")).toEqual([]);
    expect(analyse("... the and \u{1F600}")).toEqual([]);
  });
});
