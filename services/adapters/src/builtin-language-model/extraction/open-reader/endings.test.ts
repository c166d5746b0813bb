import { describe, expect, it } from "@jest/globals";
import type { ProposedFact } from "@loci/ports/language-model";
import { expectWellFormed, turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../../index.ts";

const model = createBuiltinLanguageModel();

function inWords({ subject, key, value, target, ...fact }: ProposedFact): string {
  const stances = [
    ...(fact.negated && fact.changed ? ["over"] : []),
    ...(fact.corrected === true ? ["corrected"] : []),
    ...(fact.unbound === true ? ["of what is not said"] : []),
    ...(fact.beside === true ? ["beside"] : []),
    ...(fact.insteadOf === undefined ? [] : [`instead of ${fact.insteadOf}`]),
  ];
  return [`${subject.name} ${key}: ${target?.name ?? value}`, ...stances].join(", ");
}

async function read(content: string): Promise<string[]> {
  const turns = [turnOf(content)];
  const extraction = await model.extract({ turns });
  expectWellFormed(extraction, turns);
  return extraction.facts.map(inWords);
}

/** What a sentence says, among what is read from it. */
const sentences: readonly (readonly [string, string])[] = [
  ["Sold the Panda this morning, the tank cost more than the car.", "user owns: Panda, over"],
  ["The user has sold their Fiat Panda.", "user owns: Fiat Panda, over"],
  ["We finally got rid of my old bike.", "user owns: old bike, over"],
  ["The Panda was stolen last night.", "user owns: Panda, over"],
  ["Threw out the old sofa.", "user owns: old sofa, over"],
  ["I quit the bakery.", "user employer: bakery, over"],
  ["I was laid off.", "user employer: , over"],
  ["The bakery let me go.", "user employer: bakery, over"],
  ["Dana was made redundant in March.", "Dana employer: , over"],
  ["My dad retired last year.", "user dad_employer: , over"],
  ["User no longer works at Acme.", "user employer: Acme, over"],
  ["I left the choir.", "user member_of: choir, over"],
  ["Viktor and Alina got divorced.", "Viktor spouse: , over"],
  ["The user divorced Mark.", "user spouse: Mark, over"],
  ["My girlfriend left me.", "user spouse: , over"],
  ["My grandmother passed away in May.", "user grandmother_status: passed away"],
  ["We had to put Bosse down.", "user pet: Bosse, over"],
  ["The user cancelled the CityGym membership.", "user subscribes_to: CityGym membership, over"],
  ["Dad was taken off warfarin.", "user dad_takes: warfarin, over"],
  ["I gave up smoking.", "user does: smoking, over"],
  ["We moved out of the flat in Linz.", "user residence: flat in Linz, over"],
  ["Jonas moved out last week.", "Jonas residence: , over"],
  ["Jonas moved out last week.", "user roommate: Jonas, over"],
  ["Jonas moved out of our flat.", "user lives_with: Jonas, over"],
  ["Jonas moved out in May because we argued.", "user roommate: Jonas, over"],
  ["My flatmate moved out.", "user roommate: , over"],
  ["We dropped Jenkins for GitHub Actions.", "user uses: GitHub Actions, instead of Jenkins"],
  ["The team migrated off Oracle.", "team uses: Oracle, over"],
  ["I swapped my Golf for a Tesla.", "user owns: Tesla, instead of Golf"],
  ["Dana took over from Tom as lead.", "Tom job_title: lead, over"],
  ["Marisol also works part-time at a wine shop.", "Marisol employer: wine shop, beside"],
  ["I'm living in Porto for the summer.", "user residence: Porto, beside"],
  ["Actually, Howard lives in Leeds.", "Howard residence: Leeds, corrected"],
  ["I was wrong about Carla. The treasurer of the choir is Benno.", "choir treasurer: Benno, corrected"],
  ["Scratch that, 60 chairs, the cousins are coming.", "user correction: 60 chairs, corrected, of what is not said"],
  ["Tom, not Dana.", "user correction: Tom, corrected, of what is not said, instead of Dana"],
  ["No, wait, Thursday.", "user correction: Thursday, corrected, of what is not said"],
  ["The meeting is on Tuesday — no, wait, Thursday.", "user correction: Thursday, corrected, of what is not said"],
];

it("who moves out of a town may still live with the speaker", async () =>
  expect((await read("Jonas moved out of Linz.")).filter((fact) => fact.startsWith("user"))).toEqual([]));

/** What ends nothing and takes nothing back. */
const silent = [
  "I almost sold the Panda.",
  "I want to sell the Panda.",
  "I'm going to sell the Panda next week.",
  "If I quit the bakery, I'll cycle.",
  "I never sold the Panda.",
  "We lost the match.",
  "I sell used cars.",
  "I don't not like jazz.",
  "It's not that Wim doesn't like his job at the zoo.",
];

describe("endings, additions and corrections", () => {
  it.each(sentences)("reads: %s", async (text, fact) => expect(await read(text)).toContain(fact));

  it.each(silent)("ends and corrects nothing by: %s", async (text) => {
    expect((await read(text)).filter((fact) => /, (?:over|corrected|instead of)/.test(fact))).toEqual([]);
  });
});
