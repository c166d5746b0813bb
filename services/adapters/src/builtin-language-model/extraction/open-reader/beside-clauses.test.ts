import { describe, expect, it } from "@jest/globals";
import { turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../../index.ts";

const model = createBuiltinLanguageModel();

async function factsOf(content: string): Promise<string[]> {
  const { facts } = await model.extract({ turns: [turnOf(content)] });
  return facts.map(({ subject, key, value, target, negated }) =>
    `${subject.name} ${key} ${target ? `-> ${target.name}` : value}${negated ? " (no longer)" : ""}`.trimEnd(),
  );
}

describe("what a clause tells beside its own subject", () => {
  it.each([
    ["Mila and Otto founded Bramble Labs in Ghent in 2019.", ["Bramble Labs founded_in 2019"]],
    ["My GP wants me to come in for a blood test on the 19th.", ["user task come in for a blood test on the 19th"]],
    ["Zanele's boss at the museum is a Finn called Risto.", ["Zanele employer museum", "Zanele manager -> Risto"]],
    ["We rent a flat; the landlord is a Mr Aydin.", ["user landlord -> Mr Aydin"]],
    ["Our dog limps. The vet, Dr. Osei, is kind.", ["user vet -> Dr. Osei"]],
    ["There are five of us in the team.", ["user team_size five"]],
    ["User's partner works night shifts at a paper mill.", ["user partner_employer paper mill"]],
    ["Lotte, our youngest, is three.", ["user child -> Lotte"]],
    ["The user, a retired judge, volunteers at a hospice.", ["user job_title retired judge"]],
  ])("is read: %s", async (text, facts) => {
    expect(await factsOf(text)).toEqual(expect.arrayContaining(facts));
  });

  it("is nobody's service where nobody speaks of themselves", async () => {
    expect(await factsOf("The landlord is Mr Aydin.")).toEqual(["Mr Aydin job_title landlord"]);
  });

  it("is no task where somebody else is wanted", async () => {
    expect((await factsOf("My GP wants Ana to come in.")).filter((fact) => /^user task/.test(fact))).toEqual([]);
  });
});

describe("what was and is no more", () => {
  it.each([
    ["Ruud, who used to be my boss, runs a vineyard.", ["user manager -> Ruud (no longer)", "user former_manager -> Ruud"]],
    ["My brother used to be a chef.", ["user brother_job_title chef (no longer)", "user brother_former_job_title chef"]],
    ["I'd been living in Hull for a decade.", ["user former_residence Hull"]],
  ])("is told as both: %s", async (text, facts) => {
    expect(await factsOf(text)).toEqual(expect.arrayContaining(facts));
  });
});

describe("a part without a verb of its own", () => {
  it("goes by the verb before, with a preposition of its own", async () => {
    expect(await factsOf("The dog sleeps in the hall, the cats on our bed.")).toEqual(["dog sleeps_in hall", "cats sleeps_on bed"]);
  });

  it("is a list of what somebody cannot have", async () => {
    expect(await factsOf("Lea can't have gluten or lactose.")).toEqual(["Lea cannot_have gluten", "Lea cannot_have lactose"]);
  });
});
