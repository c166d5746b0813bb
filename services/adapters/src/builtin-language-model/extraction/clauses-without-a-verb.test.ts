import { expect, it } from "@jest/globals";
import { turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../index.ts";

const model = createBuiltinLanguageModel();

async function told(text: string): Promise<string[]> {
  const { facts } = await model.extract({ turns: [turnOf(text)] });
  return facts.map(
    ({ subject, key, value, target, negated }) => `${subject.name} ${negated ? "not " : ""}${key} ${target?.name ?? value}`,
  );
}

it.each([
  // A plural of which no list knows that it is a verb as well, where the sentence would have none.
  ["Old Mr Feng from maintenance retires on 31 July.", "Old Mr Feng retires_on 31 July"],
  ["Chiara books flights.", "Chiara books flights"],
  ["Payday is the 25th, rent leaves on the 1st, and the car loan finishes next spring.", "rent leaves_on 1st"],
  ["Anna and Tom work at Acme.", "Tom employer Acme"],
  ["Anna and Tom work at Acme.", "Anna employer Acme"],
  // A label that no list knows.
  ["Cake stall: Oksana. Raffle: Mr Delaney.", "Raffle is Mr Delaney"],
  ["Action items: (1) Wanjiru to chase the insurer by Friday; (2) Colm to size the cluster.", "Colm task size the cluster"],
  ["Inbound lead: Sofia Lindgren, manager at Nordbygg, wants a demo.", "Sofia Lindgren wants demo"],
  ["Reminder that Joaquín turns forty on the 30th.", "Joaquín turns forty on the 30th"],
  // Verbs that a row leaves out.
  ["My cousins emigrated, Ronan to Perth and Ines to Toronto.", "Ines emigrated_to Toronto"],
  // The speaker is left out, and the parser hangs the clause on what follows.
  ["Rolled out the portal this morning, billing follows.", "user event Rolled out the portal"],
  ["Haven't smoked since May.", "user has_not_smoked never smoked since May"],
])("what has no verb for the parser is read: %s", async (text, fact) => {
  const [found] = (await told(text)).filter((one) => one === fact);
  expect(found ?? (await told(text))).toBe(fact);
});

it.each([
  ["whom nobody knows did it to the speaker", "They offered me 68k plus a bonus.", "user event They offered me 68k plus a bonus"],
  ["somebody is one of several", "The oldest, Freya, started at Leiden.", "Freya event started at Leiden"],
  ["two are meant by 'they'", "Jonas is married to Annelie. They met in Bergen.", "Annelie event met in Bergen"],
  ["it is no more", "Mr Abernathy used to be a ship's engineer.", "Mr Abernathy event used to be a ship's engineer"],
  ["all such things are meant by their kind", "USB sticks are banned.", "USB sticks is banned"],
  ["somebody is away", "The key is with Birk while Tormod is abroad.", "Tormod is abroad"],
  ["a figure stands before it", "Membership is 240 a year, which covers mooring.", "Membership covers mooring"],
  ["where something of somebody's stands", "Our apartment in Turin is on the fourth floor.", "user apartment_location Turin"],
  ["what somebody found is said before", "The codes are wrong, Faiza found out on Thursday.", "Faiza event found out"],
  ["an A is no article", "Luca sits his A-levels this summer.", "Luca sits A-levels"],
  [
    "two share a family's name",
    "Mr and Mrs Tan have complained about the dog twice.",
    "Mr Tan event complained about the dog twice",
  ],
  ["an office is named by its town", "The Aarhus office closes in May.", "Aarhus office closes_in May"],
  ["where an officer works", "My GP is Dr Hallström at Vasa Clinic.", "Dr Hallström employer Vasa Clinic"],
])("is read where %s", async (_what, text, fact) => expect(await told(text)).toContain(fact));

it.each([
  ["what a sum does not cover is not covered", "Membership is 240 a year, which covers mooring but not insurance.", /insurance$/],
  ["a short 'is' is no owner's mark", "Our wedding's at Loch Ailort on 20 June 2026, 85 guests.", /^Our/],
  ["no value ends within a word", "Pane & Olive makes oat-based ice cream.", /oat$/],
  ["no day is a bicycle", "My bike got nicked on Friday: a green Surly.", /is_a/],
  ["no day does anything", "Vesa scored on Saturday, which puts him on top.", /^Saturday/],
  ["what is plural before a place is no verb", "We bought a table, garden chairs in oak and a lamp.", /^garden/],
  ["a label before a question says nothing", "Quick question: Leeds or York?", /./],
  ["what one has to know of a recipe is no label's", "The recipe: 200 g sugar, 3 eggs.", /./],
])("%s", async (_what, text, not) => expect((await told(text)).filter((one) => not.test(one))).toEqual([]));
