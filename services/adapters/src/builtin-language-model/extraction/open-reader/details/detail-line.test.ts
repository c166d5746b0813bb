import { describe, expect, it } from "@jest/globals";
import { turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../../../index.ts";

const model = createBuiltinLanguageModel();

async function factsOf(content: string): Promise<string[]> {
  const { facts } = await model.extract({ turns: [turnOf(content)] });
  return facts.map(({ subject, key, value, target }) => `${subject.name} ${key} ${target ? `-> ${target.name}` : value}`);
}

const lines: readonly (readonly [string, readonly string[]])[] = [
  // Of the speaker.
  [
    "Blood group A positive, allergic to bee stings, last eye test in March 2023.",
    ["user blood_group A positive", "user allergy bee stings", "user last_eye_test March 2023"],
  ],
  ["My kit: camera = Nikon Zf, bag = Wandrd", ["user camera Nikon Zf", "user bag Wandrd"]],
  ["Editor: Neovim, font: JetBrains Mono 13, shell: zsh.", ["user editor Neovim", "user font JetBrains Mono 13", "user shell zsh"]],
  // Of what the line begins with.
  [
    "Dishwasher Bosch SMV4, bought 12 May 2024, warranty two years.",
    ["Dishwasher Bosch SMV4 bought 12 May 2024", "Dishwasher Bosch SMV4 warranty two years"],
  ],
  [
    "Invoice no. 5512, total 940.00 EUR, due on 14 February 2026.",
    ["Invoice 5512 total 940.00 EUR", "Invoice 5512 due 14 February 2026"],
  ],
  [
    "Flight LH 1843 on 3 June, departs 06:55 from Munich.",
    ["Flight LH 1843 date 3 June", "Flight LH 1843 departs 06:55", "Flight LH 1843 departs_from Munich"],
  ],
  [
    "Heating inspected on 4 November 2025, valid for two years.",
    ["Heating inspected 4 November 2025", "Heating valid_for two years"],
  ],
  ["Passport no. C01X4455, expires 9 July 2031.", ["user passport_number C01X4455", "passport expires 9 July 2031"]],
  // Of somebody behind a label, and of nobody else in what follows.
  [
    "Patient: Mr Aldo Ferri, 78. Diabetes type 2, metformin 500 mg twice daily, allergic to sulfa drugs. Daughter: Carla.",
    [
      "user patient -> Mr Aldo Ferri",
      "Mr Aldo Ferri age 78",
      "Mr Aldo Ferri condition Diabetes type 2",
      "Mr Aldo Ferri medication metformin 500 mg twice daily",
      "Mr Aldo Ferri allergy sulfa drugs",
      "Mr Aldo Ferri child -> Carla",
    ],
  ],
  [
    "New joiner: Beatriz Nunes, data engineer, starts on 1 October.",
    ["user new_joiner -> Beatriz Nunes", "Beatriz Nunes job_title data engineer", "Beatriz Nunes starts 1 October"],
  ],
  // Behind a clause.
  [
    "Bought the washing machine at Elkjop, serial no. WM-2209-X, warranty until 2028.",
    [
      "user event Bought the washing machine at Elkjop",
      "washing machine serial_number WM-2209-X",
      "washing machine warranty_until 2028",
    ],
  ],
  // What only looks like details.
  ["Anna lives in Lisbon, and keeps 2 herons.", ["Anna residence Lisbon", "Anna keeps 2 herons"]],
  ["The team uses Jira, and meets on Mondays.", ["team uses Jira", "team meets_on Mondays"]],
  ["Milk, eggs, two lemons, bread.", []],
  ["Paris, London, Rome, Madrid", []],
  ["Great weather, lovely food, friendly people.", []],
  ["Error 404, page not found, try again.", []],
  ["The recipe: 200 g sugar, 3 eggs, oven 180 degrees, 40 minutes.", []],
];

describe("lines of details without a verb", () => {
  it.each(lines)("reads: %s", async (text, facts) => {
    expect((await factsOf(text)).sort()).toEqual([...facts].sort());
  });
});
