import { describe, expect, it } from "@jest/globals";
import { complete, type Known } from "./complete.ts";

const known: Known = {
  entities: () => Promise.resolve(["Person/Mina", "Person/Ada Lovelace", "Organisation/Acme"]),
  scopes: () => Promise.resolve(["org/acme", "org/acme/user/mina"]),
  files: (typed) => Promise.resolve([`${typed}otes.md`]),
};

describe("completion", () => {
  it.each([
    ["/re", ["/remember ", "/recall ", "/record "]],
    ["/inspect per", ["Person/Mina"]],
    ['/inspect "Person/A', ['"Person/Ada Lovelace"']],
    ["/fact ", ["entity=", "attr=", "val="]],
    ["/fact entity=Person/M", ["entity=Person/Mina"]],
    ["/fact entity=Person/Mina ", ["attr=", "val="]],
    ["/scope org/acme org/acme/u", ["org/acme/user/mina"]],
    ["/upload n", ["notes.md"]],
    ["/recall n", []],
    ["plain text", []],
  ])("offers after %s what may come", async (line, candidates) => {
    expect((await complete(line, known)).candidates).toEqual(candidates);
  });

  it("replaces the word at the end alone", async () => {
    expect((await complete("/fact entity=Person/M", known)).part).toBe("entity=Person/M");
    expect((await complete('/inspect "Person/Ada Lo', known)).part).toBe('"Person/Ada Lo');
  });
});
