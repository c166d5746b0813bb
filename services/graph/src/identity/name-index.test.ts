import { describe, expect, it } from "@jest/globals";
import { NameIndex } from "./name-index.ts";
import { likenessOf, retyped, type BearerName } from "./same-bearer.ts";

const person = (nameNorm: string): BearerName => ({ typeNorm: "person", nameNorm });
const thing = (nameNorm: string, typeNorm = "thing"): BearerName => ({ typeNorm, nameNorm });

function isFound(known: BearerName, asked: BearerName): boolean {
  const index = new NameIndex<string>();
  index.add(known, "it");
  return index.near(asked).has("it");
}

describe("names that may mean the same are found", () => {
  it.each<readonly [string, BearerName, BearerName]>([
    ["spelled otherwise", person("renée o'brien"), person("renee obrien")],
    ["with a middle name", person("anna maria keller"), person("anna keller")],
    ["with the family name first", person("zhang wei"), person("wei zhang")],
    ["by a nickname and the last name", person("robert tanner"), person("bob tanner")],
    ["by an initial", person("s. quiroga"), person("sofia quiroga")],
    ["by a title", person("dr. lund"), person("ingrid lund")],
    ["by the first name", person("farida"), person("farida khan")],
    ["by a nickname alone", person("bob"), person("robert tanner")],
    ["by the last name", person("delacroix"), person("marguerite delacroix")],
    ["misheard", person("marc"), person("mark")],
    ["misheard, with the last name", person("katherine hill"), person("catherine hill")],
    ["misspelled in the last name", person("anna keller"), person("anna kellar")],
    ["with the word for what it is", thing("project heron", "project"), thing("heron", "project")],
    ["by its first letters", thing("university college of london", "organisation"), thing("ucol", "organisation")],
    ["one letter off", thing("lantern", "project"), thing("lanterm", "project")],
    ["two letters in the wrong order", thing("lantern", "project"), thing("lanetrn", "project")],
    ["a letter short", thing("lantern", "project"), thing("lanern", "project")],
    ["where it goes on", thing("nordlicht", "organisation"), thing("nordlicht energie gmbh", "organisation")],
    ["in one word", thing("blau-werk", "organisation"), thing("blauwerk gmbh", "organisation")],
    ["by an address", person("leila haddad"), thing("leila.haddad@northpier.example", "thing")],
    ["of a guessed type", thing("osprey", "thing"), thing("osprey", "project")],
    ["spelled in another English", thing("travelling centre", "thing"), thing("traveling center", "thing")],
  ])("%s", (_how, known, asked) => {
    expect(likenessOf(known, asked) ?? retyped(known, asked)).toBeDefined();
    expect([isFound(known, asked), isFound(asked, known)]).toEqual([true, true]);
  });
});

it("holds a new name against few of a thousand, and against none by a word that all have", () => {
  const letters = (i: number) => String.fromCharCode(97 + (i % 26), 97 + (Math.floor(i / 26) % 26), 97 + Math.floor(i / 676));
  const index = new NameIndex<number>();
  for (let i = 0; i < 1_000; i++) index.add(person(`b${letters(i)}an smith`), i);
  expect([...index.near(person("bacaan smith"))].length).toBeLessThan(60);
  expect([...index.near(person("baaaan smith"))]).toContain(0);
  expect([...index.near(person("smith"))]).toEqual([]);
});
