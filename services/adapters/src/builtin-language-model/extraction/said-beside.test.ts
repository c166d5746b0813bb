import { describe, expect, it } from "@jest/globals";
import { readFacts } from "./testing/read-facts.ts";

const told: readonly (readonly [string, readonly string[]])[] = [
  ["Ida is six and crazy about horses.", ["Ida likes horses", "Ida age six"]],
  ["I work at a clinic that closes at noon.", ["user employer clinic", "user clinic_closes_at noon"]],
  ["I read a book that won a prize.", []],
  ["My vet is Dr. Hannah Berg at the Northgate clinic.", ["Dr. Hannah Berg employer Northgate clinic", "user vet Dr. Hannah Berg"]],
  ["Marta Lund is the head of sales at Norvik Foods.", ["Marta Lund employer Norvik Foods", "Marta Lund job_title head of sales"]],
  ["The bus to Ulm leaves at 8 from platform 3.", ["bus to Ulm leaves_at 8", "bus to Ulm leaves_from platform 3"]],
  ["Sven practises judo and has a black belt.", ["Sven hobby judo", "Sven has black belt"]],
  ["We sold the boat, so now it's only the bikes.", ["user owns boat", "user owns bikes", "user event sold the boat"]],
  ["It is hazelnuts I am allergic to.", ["user allergy hazelnuts"]],
  ["It's coffee that I can't stand.", ["user dislikes coffee"]],
  ["It's not hazelnuts I'm allergic to.", []],
  ["It's just a joke.", []],
  ["The old laptop goes to Ana and the new one to Bo.", ["old laptop goes_to Ana", "new laptop goes_to Bo"]],
];

describe("what a sentence tells behind its first clause, and beside it", () => {
  it.each(told)("is told: %s", async (text, facts) => {
    expect([...(await readFacts(text))].sort()).toEqual([...facts].sort());
  });

  it("names twins one by one", async () => {
    expect(await readFacts("My sister Ines just had twins, a boy called Otto and a girl called Ida.")).toEqual(
      expect.arrayContaining(["Ines child Otto", "Ines child Ida"]),
    );
  });

  it("says whose team keeps what another thing needs", async () => {
    expect(await readFacts("Juniper depends on the payments API that Dmitri's team maintains.")).toContain(
      "Dmitri team_maintains payments API",
    );
  });
});
