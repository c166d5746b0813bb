import { describe, expect, it } from "@jest/globals";
import { turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../../../index.ts";

const model = createBuiltinLanguageModel();

async function factsOf(content: string): Promise<string[]> {
  const { facts } = await model.extract({ turns: [turnOf(content)] });
  return facts.map(({ subject, key, value, target }) => `${subject.name} ${key} ${target ? `-> ${target.name}` : value}`);
}

const kept: readonly (readonly [string, string])[] = [
  ["Construction starts in April, led by Mostafa Elsayed.", "Construction led_by Mostafa Elsayed"],
  ["I'm on a Framework 13 now, running NixOS.", "user running NixOS"],
  ["Sponsor of the hackathon is Nordbank, with a prize pool of 20k.", "hackathon sponsor_prize_pool 20k"],
  ["Invoices go out through Xero.", "Invoices goes_through Xero"],
  ["User is training for the Two Oceans half marathon, running five mornings a week.", "user running five mornings a week"],
  ["The user also wants code samples in TypeScript.", "user wants code samples in TypeScript"],
  ["The Kestrel contract, worth 340,000 euros, was signed by Priscilla Nwosu.", "Kestrel contract worth 340,000 euros"],
  ["Flight LX 1284 leaves Bern at 07:05, seat 14A.", "Flight LX 1284 seat 14A"],
  ["Car insurance is with Tryg, policy 4410 882.", "Car insurance policy 4410 882"],
  ["The flat's on Rua das Flores, third floor, 68 square metres.", "flat area 68 square metres"],
  ["Dr Salazar put me on infliximab last spring.", "user takes infliximab"],
  ["I've been learning the cello with a teacher called Odile Marchand.", "user teacher Odile Marchand"],
  ["User is a PhD student in linguistics at Leiden.", "user student_at Leiden"],
  ["User has a daughter, Saoirse (6), who started school in September.", "Saoirse age 6"],
  ["The twins, Elif and Deniz, study medicine.", "Elif sibling -> Deniz"],
  ["Last night's outage was caused by an expired certificate.", "outage caused_by expired certificate"],
  ["Roofer Stan Novak quoted 12,400 for the north side.", "Stan Novak job_title roofer"],
  ["The user asked for code in Go, without generics.", "user event asked for code in Go, without generics"],
];

describe("what the rules leave of a clause", () => {
  it.each(kept)("is kept: %s", async (text, fact) => {
    expect(await factsOf(text)).toContain(fact);
  });

  it.each([
    ["what all such things do", "Mortgages take long."],
    ["a way of speaking", "I have a question."],
    ["what may be", "Ana could work in Lisbon with Bo."],
    ["what is denied", "Ana does not cycle to Delft with Bo."],
    ["what was before a change", "We switched from Jira to Linear."],
    ["a way of speaking behind what was read", "Mina lives in Lisbon, of all the places in the world."],
    ["a second place of a home", "Mina lives in Lisbon in a flat."],
  ])("is left out where it is %s", async (_, text) => {
    const facts = await model.extract({ turns: [turnOf(text)] });
    expect(facts.facts.filter(({ confidence }) => confidence === 0.65)).toEqual([]);
  });
});

const meant: readonly (readonly [string, string])[] = [
  ["Jun says the printer on floor 2 is out of toner. He's ordered two cartridges.", "Jun event ordered two cartridges"],
  ["Ravi? He's my godson.", "user relative -> Ravi"],
  ["Our van is a white Transit. It failed its MOT.", "user van_event failed its MOT"],
  ["Otto's lesson is on Wednesdays. Ms Villanueva charges 28. He loathes scales.", "Otto loathes scales"],
  ["Otto's lesson is on Wednesdays. He is in Grade 3, and he still loathes scales.", "Otto loathes scales"],
  ["User is a retired postman. His wife Maureen died in 2019. He prefers tea.", "User prefers tea"],
  ["The user does not work on Fridays. They are allergic to latex.", "user allergy latex"],
  ["Ayodele Bankole joined Finance in May. Based in Cork. Speaks French and Yoruba.", "Ayodele Bankole residence Cork"],
  ["Ayodele Bankole joined Finance in May. Based in Cork. Speaks French, first-aid trained.", "Ayodele Bankole speaks French"],
  ["I joined Finance in May with Ana Costa. Based in Cork.", "user residence Cork"],
  [
    "Mrs. MacInnes lives on Skye. Broadband drops every evening around 8 pm; she works as a translator.",
    "Mrs. MacInnes job_title translator",
  ],
  ["Handover for Mr Vance, room 9. He refused his lunch.", "Mr Vance event refused his lunch"],
  ["Biscuit, 9 yo beagle, owner Mr Halloran. Started insulin last week.", "Biscuit event Started insulin"],
  ["Biscuit, 9 yo beagle, owner Mr Halloran. Weight 14.2 kg.", "Biscuit weight 14.2 kg"],
  ["Biscuit, 9 yo male neutered beagle, owner Mr Halloran.", "Biscuit is_a male neutered beagle"],
  ["Biscuit, 9 yo male neutered beagle, owner Mr Halloran.", "Biscuit owner -> Mr Halloran"],
  ["Linnea Björk, 4 years, came with her father.", "Linnea Björk age 4"],
  ["The certificate expired. Lucía renewed it by hand.", "Lucía event renewed the certificate by hand"],
  ["My running group meets on Tuesdays; Odalys leads it.", "Odalys does leads the running group"],
  ["Lucía's school is the Colegio Alemán. She's in fourth grade.", "Lucía is_in fourth grade"],
];

const whole: readonly (readonly [string, string])[] = [
  ["Tuan is off sick, Lotte covers for him.", "Tuan is off sick"],
  ["A technician visit is booked for Tuesday between 9 and 12.", "technician visit is booked for Tuesday between 9 and 12"],
  ["Answers should be in English.", "Answers is should be in English"],
  [
    "My father moved to Ghent for a post at the university library.",
    "user father_event moved to Ghent for a post at the university library",
  ],
  ["Spare key with the neighbours at number 14.", "Spare key is with the neighbours at number 14"],
  ["We lost about 300 logins.", "user event lost about 300 logins"],
  ["I'm a cartographer, and there's a sit-stand desk.", "user has a sit-stand desk"],
  ["The heat pump went in last Wednesday.", "heat pump event went in last Wednesday"],
  ["We're back on the 28th around noon.", "user is back on the 28th around noon"],
  ["Ask Joy about the Leiden invoices.", "user instruction Ask Joy about the Leiden invoices"],
];

describe("the whole predicate of a clause", () => {
  it.each(whole)("is kept where no fact holds it: %s", async (text, fact) => {
    expect(await factsOf(text)).toContain(fact);
  });

  it.each([
    ["all is read already", "Mina lives in Lisbon."],
    ["it is praise", "The food was great."],
    ["it is a mood", "I'm so tired today."],
    ["it ends where somebody works", "I handed in my notice at the notary."],
    ["it was a mood", "I was so tired that I fell asleep on the train."],
    ["it did not happen", "I did not buy the boat in Delft."],
    ["it is only thought of", "Zeynep is thinking of leaving the company."],
    ["it is to be done at once", "Write a poem about a sailor from Hull."],
    ["it says of somebody who they are", "My dentist is Dr Amrani on Mill Road."],
    ["it has a subject, and is no order", "Clerk46 works at Office46."],
    ["it is asked", "Does the import script run every night on the old Debian box?"],
    ["it says what is not", "The user's manager is Tom, not Dana."],
  ])("is left out where %s", async (_, text) => {
    const { facts } = await model.extract({ turns: [turnOf(text)] });
    expect(facts.filter(({ key }) => /(?:^|_)(?:is|does|event|instruction)$/.test(key))).toEqual([]);
  });
});

describe("whom a pronoun means", () => {
  it.each(meant)("is somebody of the sentences before: %s", async (text, fact) => {
    expect(await factsOf(text)).toContain(fact);
  });

  it("is nobody where two may be meant, and neither was what the sentence was about", async () => {
    expect(await factsOf("I met Ana and Eva. She plays chess.")).not.toContain("Ana plays chess");
  });
});
