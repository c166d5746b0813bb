import { describe, expect, it } from "@jest/globals";
import { joinedCompanies } from "./company-names.ts";

describe("a company's name", () => {
  it.each([
    ["Harrow & Pike Ltd is based in Hull.", "HarrowMacPike Ltd is based in Hull."],
    ["The CEO of Harrow & Pike is Moira.", "The CEO of HarrowMacPike is Moira."],
    ["Birch and Sons fixed it.", "BirchMacMcSons fixed it."],
    ["She works for Tate & Lyle.", "She works for TateMacLyle."],
    ["Dunn and Weller Solicitors called.", "DunnMacMcWeller Solicitors called."],
    ["Castle Films Ltd shot our video.", "Castle\u00deFilms\u00deLtd shot our video."],
    ["The Blue Door Group moved.", "The Blue\u00deDoor\u00deGroup moved."],
  ])("is one: %s", (text, joined) => expect(joinedCompanies(text)).toBe(joined));

  it.each([
    "Ben met Anna at Acme Ltd.",
    "Tom & Anna are here.",
    "Dinner with Tom & Anna.",
    "Ana and Ben work at Siemens Ltd.",
    "Tom and Anna Smith live here.",
  ])("is not two: %s", (text) => expect(joinedCompanies(text)).toBe(text));

  it("is looked for in linear time", () => {
    joinedCompanies("Aa ".repeat(30_000));
    const text = "for " + "Aa Bb & ".repeat(20_000);
    const start = performance.now();
    joinedCompanies(text);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
