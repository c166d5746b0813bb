import { describe, expect, it } from "@jest/globals";
import { conceptLines } from "./concepts.ts";
import { analyse, conceptsOf, conceptTerms, expandTerms, topicsOf } from "./index.ts";

const related = (word: string, other: string) => expandTerms(analyse(word)).get(analyse(other)[0] ?? "") ?? 0;

describe("expandTerms", () => {
  it("keeps the given terms at weight 1 and related ones at 0.4 or less", () => {
    const weights = expandTerms(analyse("kid bought car"));
    expect(
      [...weights]
        .filter(([, weight]) => weight === 1)
        .map(([term]) => term)
        .sort(),
    ).toEqual(["buy", "car", "kid"]);
    expect([...weights.values()].every((weight) => weight === 1 || (weight > 0 && weight <= 0.4))).toBe(true);
  });

  it.each([
    ["kids", "daughter"],
    ["occupation", "job"],
    ["purchased", "bought"],
    ["unwell", "sick"],
    ["vehicle", "car"],
    ["wedding", "married"],
    ["spouse", "wife"],
    ["painted", "artist"],
    ["marathon", "running"],
    ["physician", "doctor"],
    ["holiday", "vacation"],
    ["cuisine", "food"],
  ])("relates %s to %s", (word, other) => {
    expect(related(word, other)).toBeGreaterThan(0);
  });

  it("leaves unknown words and unrelated ones alone", () => {
    expect(expandTerms(["zyzzyva"])).toEqual(new Map([["zyzzyva", 1]]));
    expect(related("car", "wedding")).toBe(0);
  });

  it("repeats no weight for a term that comes twice", () => {
    expect(expandTerms(["car", "car"])).toEqual(expandTerms(["car"]));
  });
});

describe("the concept lexicon", () => {
  it("has clusters of at least two terms each, none twice", () => {
    expect(conceptTerms().length).toBeGreaterThanOrEqual(350);
    const keys = conceptLines.map((line) => [...new Set(analyse(line))].sort());
    expect(keys.filter((terms) => terms.length < 2)).toEqual([]);
    const texts = keys.map((terms) => terms.join(" "));
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  });

  it("knows wide fields of talk besides", () => {
    expect(topicsOf("pizza")).toEqual(topicsOf("salad"));
    expect(topicsOf("zyzzyva")).toEqual([]);
  });

  it("numbers its concepts from 0", () => {
    const numbers = conceptsOf(analyse("car")[0] ?? "");
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers.every((number) => number >= 0 && number < conceptTerms().length)).toBe(true);
  });
});
