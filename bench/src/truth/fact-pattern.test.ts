import { describe, expect, test } from "@jest/globals";
import { covers, factPattern } from "./fact-pattern.ts";

const families = { job: ["employer", "works"], allergy: ["allergic"] };
const reads = (pattern: string, entity: string, key: string, value: string) =>
  covers(factPattern.parse(pattern), { entity, key, value }, families);

describe("a fact that was read", () => {
  test("fits by entity, key and value, whatever the key is called exactly", () => {
    expect(reads("Mina | :job | Acme", "Person/Mina", "employer", "Acme Inc.")).toBe(true);
    expect(reads("Mina | :job | Acme", "mina", "works_at", "the Acme")).toBe(true);
    expect(reads("Mina / her | :job | Acme / Akme", "her", "works at", "Akme")).toBe(true);
  });
  test("fits in whatever form its verb is, and where a bare verb leaves the saying to the value", () => {
    expect(reads("Mina | :job | Acme", "Mina", "worked_for", "Acme")).toBe(true);
    expect(reads("Mina | studies | law", "Mina", "studied", "law")).toBe(true);
    expect(reads("Mina | :allergy | nuts", "Mina", "be", "allergic to nuts")).toBe(true);
    expect(reads("Mina | :allergy | nuts", "Mina", "be", "not allergic to nuts")).toBe(false);
    expect(reads("Mina | :allergy | nuts", "Mina", "be", "fond of nuts")).toBe(false);
    expect(reads("Mina | :allergy | nuts", "Mina", "told", "allergic to nuts")).toBe(false);
  });
  test("does not fit where it is of another, of something else, or says another thing", () => {
    expect(reads("Mina | :job | Acme", "Jonas", "employer", "Acme")).toBe(false);
    expect(reads("Mina | :job | Acme", "Mina", "likes", "Acme")).toBe(false);
    expect(reads("Mina | :job | Acme", "Mina", "employer", "Globex")).toBe(false);
  });
  test("does not fit where its key turns the meaning round", () => {
    expect(reads("Mina | :job | Acme", "Mina", "former_employer", "Acme")).toBe(false);
    expect(reads("Mina | former employer | Acme", "Mina", "former_employer", "Acme")).toBe(true);
  });
  test("a pattern has three parts, and its family exists", () => {
    expect(() => factPattern.parse("Mina | Acme")).toThrow("entity | key | value");
    expect(() => reads("Mina | :home | Oslo", "Mina", "residence", "Oslo")).toThrow(":home");
  });
});
