import { expect, it } from "@jest/globals";
import { turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../index.ts";

const model = createBuiltinLanguageModel();

it.each([
  // A row of verbs of one subject, though the tagger takes them for nouns.
  ["The user goes to bed at 10pm, wakes up at 6, and meditates before lunch.", ["wakes_up_at 6", "meditates_before lunch"]],
  ["Bo gets up at five, feeds the hens, and rests at noon.", ["feeds hens"]],
  // A whole list of objects, and no subject of another clause in it.
  ["The user is allergic to penicillin, latex and kiwi fruit.", ["allergy penicillin", "allergy latex", "allergy kiwi fruit"]],
  ["Ana is allergic to cats and her van is parked outside.", ["allergy cats", "van_status parked"]],
  // What something is, behind it, is not its name.
  ["The home server, a fanless NUC, lives in the cupboard.", ["is_a fanless NUC", "location cupboard"]],
  ["Our fridge, an old Siemens, hums all night.", ["fridge old Siemens"]],
  // Details in brackets are of the name before them, and what stands around them is one clause.
  ["Task 31 (assignee: Beate, due 4 May 2026) blocks the release.", ["assignee Beate", "due 4 May 2026", "blocks release"]],
  [
    "Project Kestrel (owner: Amara, due 15 Sept 2026) depends on the billing rewrite.",
    ["owner Amara", "depends_on billing rewrite"],
  ],
  // Since when, whose name stands in brackets, whose birthday it is, and for whom somebody speaks.
  ["Since the reorganisation I report to Kwabena.", ["manager Kwabena"]],
  ["User's spouse (Mahbub) works night shifts.", ["spouse Mahbub", "works night shifts"]],
  ["Booked a table for two for my wife Imke's birthday.", ["spouse Imke"]],
  ["Met Sione Tupou of IronTide Gyms. They operate 17 gyms.", ["employer IronTide Gyms", "operates 17 gyms"]],
  ["Spoke to Halvard at Fjellbrygg.", ["employer Fjellbrygg"]],
])("reads: %s", async (text, expected) => {
  const { facts } = await model.extract({ turns: [turnOf(text)] });
  const told = facts.map(({ key, value, target }) => `${key} ${target?.name ?? value}`);
  expect(told).toEqual(expect.arrayContaining(expected));
});

it.each([
  ["a list of things is no row of verbs", "Bo sells apples, pears from the orchard, and plums.", /^(?:pears|plums)/],
  ["a van is no allergy", "Ana is allergic to cats and her van is parked outside.", /^allergy van/],
  ["whom one meets at a station does not work there", "Met Halvard at Fjellbrygg.", /^employer/],
  ["brackets with an aside say nothing", "Lena Moss (the one from Graz, I think) paints fences.", /^(?:owner|the_one)/],
])("%s", async (_what, text, not) => {
  const { facts } = await model.extract({ turns: [turnOf(text)] });
  expect(facts.map(({ key, value }) => `${key} ${value}`).filter((told) => not.test(told))).toEqual([]);
});

it("takes a name in front of brackets for the subject of all that they hold", async () => {
  const { facts } = await model.extract({ turns: [turnOf("Task 31 (assignee: Beate, due 4 May 2026) blocks the release.")] });
  expect(new Set(facts.map(({ subject }) => subject.name))).toEqual(new Set(["Task 31"]));
});

it("calls an organisation by its whole name, and takes those who were met of it for it", async () => {
  const { facts } = await model.extract({
    turns: [
      turnOf("The Royal Harbour Society runs the museum."),
      turnOf("Met Sione Tupou of IronTide Gyms. They operate 17 gyms."),
    ],
  });
  expect(facts.find(({ key }) => key === "runs")?.subject.name).toBe("Royal Harbour Society");
  expect(facts.find(({ key }) => key === "operates")?.subject.name).toBe("IronTide Gyms");
});
