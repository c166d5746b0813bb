import { describe, expect, it } from "@jest/globals";
import { turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../index.ts";

const model = createBuiltinLanguageModel();

async function factsOf(content: string): Promise<string[]> {
  const { facts } = await model.extract({ turns: [turnOf(content)] });
  return facts.map(({ subject, key, value, target, negated }) =>
    `${subject.name} ${key} ${target ? `-> ${target.name}` : value}${negated ? " (no longer)" : ""}`.trimEnd(),
  );
}

const read: readonly (readonly [string, readonly string[]])[] = [
  // Who or what a clause is about, and its verb.
  ["As of Monday Renske Dijkstra is our new office manager.", ["user office_manager -> Renske Dijkstra"]],
  ["From 1 May Carla runs the Leeds shop.", ["Carla runs Leeds shop"]],
  ["Petra does the payroll and Jonas handles the invoices.", ["Petra does payroll", "Jonas handles invoices"]],
  ["Eleni (41), single mother of two, works as a lab technician.", ["Eleni age 41", "Eleni job_title lab technician"]],
  ["Tomasz, our plumber, charges 55 an hour.", ["user plumber -> Tomasz", "Tomasz charges 55"]],
  ["The user relocated from Aarhus to Odense in October 2025.", ["user residence Odense"]],
  ["The user moved from Aarhus to Odense.", ["user residence Odense"]],
  ["I moved from Notion to Obsidian.", ["user uses Obsidian"]],
  ["We moved to GitLab in May.", ["user uses GitLab"]],
  ["My aunt Greta has asthma and lives with us.", ["Greta lives_with -> user"]],
  // Participles and steps of a life beside the main clause.
  ["Founded in 1987 by two sisters, Lindholm Textiles employs 230 people.", ["Lindholm Textiles founded_by two sisters"]],
  ["Founded in 1987 by two sisters, Lindholm Textiles employs 230 people.", ["Lindholm Textiles founded_in 1987"]],
  ["Based in Delft, Bluefin builds payment software.", ["Bluefin residence Delft"]],
  ["Having sold the flat in Lyon, we rent a house in Annecy.", ["user owns flat (no longer)"]],
  ["Before joining the bank, Ilka taught maths in Graz.", ["Ilka employer bank"]],
  ["After leaving Siemens, Omar founded Kestrel Labs.", ["Omar employer Siemens (no longer)", "Omar founded -> Kestrel Labs"]],
  ["Diagnosed with asthma at thirty, Jules sings.", ["Jules diagnosed_with asthma"]],
  // Ages and names in appositions.
  ["Amelie, six months old, sleeps through the night.", ["Amelie age six months"]],
  ["The user's cat, a Maine Coon called Loki, weighs nine kilos.", ["user pet -> Loki"]],
  ["Our rescue greyhound, Mabel, hates fireworks.", ["user pet -> Mabel"]],
  ["Ana's older boy, Stavros, has dyslexia.", ["Ana child -> Stavros"]],
  ["Our cleaning lady Danuta comes on Fridays.", ["user cleaning_lady -> Danuta", "Danuta comes_on Fridays"]],
  ["Rafael lives in a van and drinks only tea.", ["Rafael residence van", "Rafael drinks only tea"]],
  ["The car, a grey Skoda Fabia, is due for inspection.", ["car is_a grey Skoda Fabia"]],
  ["Klara's rabbit, Mopsi, died on Friday.", ["Klara pet -> Mopsi"]],
  ["Dr. Osei sees her every three months.", ["Dr. Osei sees every three months"]],
  ["Deniz rides a Triumph Bonneville and rates films.", ["Deniz rides Triumph Bonneville", "Deniz rates films"]],
];

describe("a sentence whose parse was mended", () => {
  it.each(read)("is read: %s", async (text, facts) => {
    expect(await factsOf(text)).toEqual(expect.arrayContaining([...facts]));
  });

  it.each([
    ["what is no time of its verb", "After eating lunch, Ana slept.", /lunch/],
    ["a set phrase", "Given the weather, Ana walked to Cork.", /given/],
    ["what is a firm's, of the speaker", "Based in Delft, Bluefin employs 40 people.", /^user/],
    ["how long, as for whom", "I worked on cruise ships for six years.", /employer/],
    ["whose it never was, as the speaker's", "Klara's rabbit, Mopsi, died on Friday.", /^user/],
    ["what was only meant to be, for what is", "The project was supposed to end in May but runs until October.", /supposed|May/],
    ["a town for whoever goes there", "My wife commutes to Rotterdam. She does mornings.", /^Rotterdam/],
    ["what is used, as a home", "We moved from Slack to Teams.", /residence/],
  ])("does not take %s", async (_, text, wrong) => {
    expect((await factsOf(text)).filter((fact) => wrong.test(fact))).toEqual([]);
  });

  it("is corrected as a clause where it says what is not so", async () => {
    const said = async (text: string) =>
      (await model.extract({ turns: [turnOf(text)] })).facts.map(({ key, value, target, insteadOf }) => [
        key,
        target?.name ?? value,
        insteadOf,
      ]);
    expect(await said("Correction: the user prefers rooibos, not green tea.")).toEqual([["prefers", "rooibos", "green tea"]]);
    expect(await said("My dentist is Dr. Maes, not Dr. Vael.")).toEqual([["dentist", "Dr. Maes", "Dr. Vael"]]);
  });
});
