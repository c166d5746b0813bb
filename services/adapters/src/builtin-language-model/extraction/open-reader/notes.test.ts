import { describe, expect, it } from "@jest/globals";
import { turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../../index.ts";

const model = createBuiltinLanguageModel();

async function factsOf(content: string): Promise<string[]> {
  const { facts } = await model.extract({ turns: [turnOf(content)] });
  return facts
    .filter((fact) => !fact.negated)
    .map(({ subject, key, value, target }) => `${subject.name} ${key} ${target ? `-> ${target.name}` : value}`)
    .sort();
}

const notes: readonly (readonly [string, readonly string[]])[] = [
  // Things to do, and whose they are.
  ["Bram: order new toner for the third-floor printer", ["Bram task order new toner for the third-floor printer"]],
  [
    "Minutes 12 May: Olu to chase the insurer, Vera to draft the press release.",
    ["Olu task chase the insurer", "Vera task draft the press release"],
  ],
  ["Action: Femi automates the renewals by the end of May.", ["Femi task automates the renewals by the end of May"]],
  [
    "Third week in Ghent. Dutch lessons Monday evenings at the Volkshuis.",
    ["Third week is in Ghent", "user appointment Dutch lessons Monday evenings at the Volkshuis"],
  ],
  [
    "Call w/ Dana Whitlock, procurement at Hartwell Foods.",
    ["Dana Whitlock department procurement", "Dana Whitlock employer Hartwell Foods", "user call_with Dana Whitlock"],
  ],
  // What is told behind a label's sentence, or a greeting, is read as it stands.
  [
    "To do this month: sand the stairs. Bathroom extractor needs a 100 mm duct.",
    ["Bathroom extractor needs 100 mm duct", "user task sand the stairs"],
  ],
  [
    "Present: Oonagh, Fergal. 1. The roof will be done by Hanlon & Sons. 2. The sale is moved to the school hall.",
    ["Fergal attended meeting", "Oonagh attended meeting", "roof done_by Hanlon & Sons", "sale location school hall"],
  ],
  ["Short version: the fair is in the gym.", ["fair location gym"]],
  ["Hello Mrs Lindqvist, your Octavia has failed its MOT.", ["Octavia event failed its MOT"]],
  ["TODO: renew passport, expires 11 Feb", ["passport expires 11 Feb", "user task renew passport, expires 11 Feb"]],
  ["To do:\n- call the vet\n- [x] pay rent\n- send the brief (Lena)", ["Lena task send the brief", "user task call the vet"]],
  ["Pick up the dry cleaning before Saturday.", ["user task Pick up the dry cleaning before Saturday"]],
  ["Present: Oda, Blessing. Oda drafts the report.", ["Blessing attended meeting", "Oda attended meeting", "Oda drafts report"]],
  // The rows of a table, and a second name, are of somebody else.
  [
    "employee: Anna Berg; salary: 5200; city: Oslo\nemployee: Bo Dahl; salary: 4100; city: Rome",
    ["Anna Berg residence Oslo", "Anna Berg salary 5200", "Bo Dahl residence Rome", "Bo Dahl salary 4100"],
  ],
  ["name: Anna\npay: 30\nname: Berta\npay: 40", ["Anna pay 30", "Berta pay 40"]],
  [
    "Owner: Marisol Quispe\nAnimal: Pancho, male ferret\nWeight: 1.3 kg",
    ["Pancho is_a male ferret", "Pancho owner Marisol Quispe", "Pancho weight 1.3 kg"],
  ],
  ["Wifi: Casa_5G, password kiwi-77", ["user wifi Casa_5G", "user wifi_password kiwi-77"]],
  // What a label says of the speaker, of what it names, or of what was named before.
  ["Deadline for the grant application: 1 October.", ["grant application deadline 1 October"]],
  ["Temporary password for the guest wifi: lupine-77", ["guest wifi temporary_password lupine-77"]],
  ["PO 88213 to Lindqvist AB: 400 brackets", ["PO 88213 description 400 brackets", "PO 88213 for Lindqvist AB"]],
  ["We have three kids: Noa, Tamar (8) and Eli.", ["Tamar age 8", "user child -> Eli", "user child -> Noa", "user child -> Tamar"]],
  // Who somebody is, and how to reach them.
  ["Plumber: Mr Adeyemi, 0177 555 2093.", ["Mr Adeyemi phone_number 0177 555 2093", "user plumber -> Mr Adeyemi"]],
  [
    "Lena Voss, Head of Procurement, +49 40 5550 1212",
    ["Lena Voss job_title Head of Procurement", "Lena Voss phone_number +49 40 5550 1212"],
  ],
  ["Physio: Mondays 7:45 with Gerrit.", ["user physio Mondays 7:45 with Gerrit"]],
  ["Team meeting every second Wednesday at 9.", ["user appointment Team meeting every second Wednesday at 9"]],
  [
    "Invoice 20417 from Petersen & Co: 3,480 euros, due 12 July.",
    ["Invoice 20417 description 3,480 euros, due 12 July", "Invoice 20417 due 12 July", "Invoice 20417 from Petersen & Co"],
  ],
  [
    "Reported by: Ingeborg (Warehouse). Assigned to: Matti.",
    ["Ingeborg department Warehouse", "user assigned_to Matti", "user reported_by Ingeborg"],
  ],
  [
    "today: pairing with Ming on the search index. blocked: staging is down",
    ["user blocked staging is down", "user task pairing with Ming on the search index"],
  ],
  ["About Lena:\n- works as a potter\n- allergic to kiwi", ["Lena allergy kiwi", "Lena job_title potter"]],
  ["About me:\n- Nurse at Korva\n- Based in Leiden", ["user employer Korva", "user job_title Nurse", "user residence Leiden"]],
  ["Project: Tern\nPhase: design\nGo-live: 2026-03-01", ["Tern go_live 2026-03-01", "Tern phase design"]],
  ["Our landlord, Mr Quast, is reachable on 0351 555 210 in the evenings.", ["Mr Quast phone_number 0351 555 210"]],
  // What others say, ask, or how things are told to be done.
  ["Rui: where are you based now?", []],
  ["Example: call the function twice", []],
];

describe("notes", () => {
  it.each(notes)("reads: %s", async (text, facts) => {
    const read = await factsOf(text);
    expect(read.filter((fact) => facts.includes(fact) || facts.length === 0)).toEqual([...facts].sort());
  });

  it("takes a line of talk for its speaker's words", async () => {
    expect(await factsOf("Tess: my office hours are on Wednesdays")).toContain("Tess office_hours Wednesdays");
  });
});
