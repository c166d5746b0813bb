import { describe, expect, it } from "@jest/globals";
import { createBuiltinLanguageModel } from "../index.ts";

const model = createBuiltinLanguageModel();

/** "user employer Meta", with "-" before what ended, and " for <what it takes the place of>". */
async function read(content: string): Promise<string[]> {
  const turn = { role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" } as const;
  const { facts } = await model.extract({ turns: [turn] });
  return facts.map(
    ({ subject, key, value, target, negated, insteadOf = "" }) =>
      `${negated ? "-" : ""}${subject.name} ${key} ${target?.name ?? value}${insteadOf === "" ? "" : ` for ${insteadOf}`}`,
  );
}

describe("a change that is told in everyday words", () => {
  it.each([
    ["Alice has been at N26 since September.", ["Alice employer N26"]],
    ["Iris transferred to product marketing.", ["Iris team product marketing"]],
    ["First week at Spotify done, so many new names to remember!", ["user employer Spotify"]],
    ["Leo's first day at Hillside Elementary went well.", ["Leo attends Hillside Elementary"]],
    ["Viktor handed the project over to Samira today.", ["project owner Samira"]],
    ["Paul Reyes takes her place as CTO.", ["Paul Reyes job_title CTO"]],
    ["My doctor switched me from metformin to Ozempic.", ["user takes Ozempic for metformin"]],
    ["Traded in the Focus for a Kia EV6 today.", ["user owns Kia EV6 for Focus"]],
    ["The landlord raised the rent to 1,040.", ["user rent 1,040"]],
    ["We had to push the launch to June 3 because of the audit.", ["launch date June 3"]],
    ["I got a new number: 0152 555 0188.", ["user phone_number 0152 555 0188"]],
    ["New test results: Ella is not allergic to penicillin after all.", ["-Ella allergy penicillin"]],
    ["Carlos quit his job at the bank to open a bakery.", ["-Carlos employer bank"]],
    ["Omar has also picked up Italian.", ["Omar speaks Italian"]],
    ["Falcon is handed over to Lindqvist.", ["Falcon owner Lindqvist"]],
    ["We sold the car, too old.", ["-user owns car"]],
    ["Cancelled Disney, too expensive.", ["-user subscribes_to Disney"]],
    ["Cancelled Disney.", ["-user subscribes_to Disney"]],
    ["I subscribe to Netflix and Spotify.", ["user subscribes_to Netflix", "user subscribes_to Spotify"]],
    ["Please write to lotte@kramer.example from now on, the old one is closed.", ["user email lotte@kramer.example"]],
    ["My son is home.", ["user son_location home"]],
    ["Grandpa was discharged yesterday and is home again.", ["user grandpa_location home"]],
    ["It was agreed that Hugo owns the onboarding docs.", ["Hugo owns onboarding docs"]],
  ])("%s", async (text, facts) => {
    expect(await read(text)).toEqual(expect.arrayContaining(facts));
  });

  it.each([
    ["Carlos quit his job at the bank to open a bakery.", /^Carlos employer/],
    ["Sam's phone is a Pixel 8.", /phone_number/],
    ["User's favourite band is Radiohead, and they saw them live in 2017.", /residence|lives_in/],
    ["Bea and Toni have made up.", /produces/],
    ["They handed over the keys to the buyers.", /owner/],
    ["My son is home.", /^user child/],
    ["My bike was stolen, so it is the tram again for me.", /tram/],
    ["Please send mail to info@acme.example for help.", /email/],
    ["Meeting notes: hosting moves to OVH; vendor contract terminated end of May.", /subscribes_to/],
    ["My first day in Rome was great.", /employer|attends/],
    ["The baby was put to sleep at eight.", /died/],
  ])("does not say what nobody said: %s", async (text, fact) => {
    expect((await read(text)).filter((one) => fact.test(one))).toEqual([]);
  });
});

describe("when a change holds", () => {
  async function times(content: string): Promise<string[]> {
    const turn = { role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" } as const;
    const { facts } = await model.extract({ turns: [turn] });
    return facts.map(
      ({ key, value, target, validFrom, validUntil }) =>
        `${key} ${target?.name ?? value}: ${validFrom.slice(0, 10)} to ${validUntil.slice(0, 10)}`,
    );
  }

  it.each([
    // Said on a Monday.
    ["I begin at Fjord Bank as a risk manager on Monday.", "job_title risk manager: 2025-03-17 to "],
    ["Marta is joining us on Wednesday as head of support.", "job_title head of support: 2025-03-12 to "],
    ["Sana takes over the payments team on April 1.", "owner Sana: 2025-04-01 to "],
    ["From July on, Jorge will work at Terrawind.", "employer Terrawind: 2025-07-01 to "],
    ["The launch was pushed back from 1 May to 15 June.", "date 15 June:  to "],
    ["Falcon launch postponed to 9 June because the vendor audit is late.", "date 9 June:  to "],
    ["Offsite moved to 12 May.", "date 12 May:  to "],
    ["David Park resigned, his last day is the 28th.", "last_day 28th:  to "],
    ["I'm in Berlin this week.", "location Berlin: 2025-03-10 to 2025-03-17"],
  ])("%s", async (text, fact) => {
    expect(await times(text)).toContain(fact);
  });

  it.each([
    ["Nadia was promoted last week and will be moving to Dubai in the new year.", "plans moving to Dubai in the new year:  to "],
    ["Nadia will work at Globex.", "plans work at Globex:  to "],
    ["The module will be owned by Sana.", "owner Sana:  to "],
  ])("is not known of what is only to come: %s", async (text, fact) => {
    const told = await times(text);
    expect(told).toContain(fact);
    expect(told.filter((one) => /^(?:residence|employer) /.test(one))).toEqual([]);
  });

  it("is no single day of what is done on several", async () => {
    expect(await times("I go to the climbing gym on Tuesday and Thursday evenings.")).toContain("goes_to climbing gym:  to ");
  });

  it("takes the place of what is until then, where it begins later", async () => {
    const content = "From July on, Jorge will work at Terrawind.";
    const { facts } = await model.extract({
      turns: [{ role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" }],
    });
    expect(facts.map(({ key, changed }) => [key, changed])).toEqual([["employer", true]]);
  });
});

describe("names that the tagger does not know", () => {
  it.each([
    ["Tara lives with Nico.", ["Tara lives_with Nico"]],
    ["Flight LH 1148 to Barcelona leaves at 6:45.", ["Flight LH 1148 leaves_at 6:45"]],
    ["My ex-husband has the kids every other weekend.", ["user ex_husband_has kids"]],
    ["Sam is married to Lee and they have a toddler named Wren.", ["Sam child Wren", "Lee child Wren"]],
    [
      "The backend team is Wanja, Deniz and me.",
      ["backend team member Wanja", "backend team member Deniz", "backend team member user"],
    ],
    ["The person who runs payroll is Milou Jansen.", ["Milou Jansen runs payroll"]],
    ["The forklift was inspected on 6 May and may be used until May 2026.", ["forklift inspected_on 6 May"]],
  ])("are read all the same: %s", async (text, facts) => {
    expect(await read(text)).toEqual(expect.arrayContaining(facts));
  });

  it("are people's, and no firm's", async () => {
    const content = "Felix dropped out of university. Grace is the CTO of Nimbus. Viktor handed the keys to Bo.";
    const { facts } = await model.extract({
      turns: [{ role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" }],
    });
    const types = facts.filter(({ subject }) => /^(?:Felix|Grace|Viktor)$/.test(subject.name)).map(({ subject }) => subject.type);
    expect(new Set(types)).toEqual(new Set(["Person"]));
  });
});

describe("a day that comes again", () => {
  it.each(["Trash goes out on Wednesday nights.", "Book club meets on the first Thursday of the month at Karin's place."])(
    "bounds nothing: %s",
    async (content) => {
      const { facts } = await model.extract({
        turns: [{ role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" }],
      });
      expect(facts.length).toBeGreaterThan(0);
      expect(facts.map(({ validUntil }) => validUntil)).toEqual(facts.map(() => ""));
    },
  );
});

describe("a wish for the time to come", () => {
  it.each(["No meetings before 10 for me, please.", "Please book window seats for me whenever possible."])(
    "is a rule: %s",
    async (content) => {
      const { instructions } = await model.extract({
        turns: [{ role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" }],
      });
      expect(instructions.map(({ description }) => description)).toEqual([content]);
    },
  );

  it.each(["No problem at all, please.", "Please book a table for two."])("is none: %s", async (content) => {
    const { instructions } = await model.extract({
      turns: [{ role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" }],
    });
    expect(instructions).toEqual([]);
  });
});
