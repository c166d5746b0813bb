import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { openRoom, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const [earlier, later] = ["2025-01-10T09:00:00Z", "2025-06-10T09:00:00Z"];

/** The facts of an entity, "key: value", and which of them newer words have ended. */
async function ended(room: Room, entity: string): Promise<string[]> {
  const [type = "", name = ""] = entity.split("/");
  const view = await whole.graph.getEntity({ lens: null, type, name, time: null }, room.all);
  const facts = [...view.attributes, ...view.relations];
  const answer = await room.service.checkFacts({ ids: facts.map(({ id }) => id) }, room.all);
  const ids = new Set(answer.ended.map(({ id }) => id));
  return facts.filter(({ id }) => ids.has(id)).map(({ key, value, target }) => `${key}: ${value === "" ? target : value}`);
}

describe("facts that stand by what was read", () => {
  it.each([
    ["Person/user", "My phone number is 0171 555 0100.", "I got a new number: 0152 555 0188.", "phone_number: 0171 555 0100"],
    ["Person/user", "I use Chrome.", "I switched to Firefox.", "uses: Chrome"],
    [
      "Person/Leo",
      "Leo goes to Sunflower kindergarten.",
      "Leo's first day at Hillside Elementary went well.",
      "goes_to: Sunflower kindergarten",
    ],
    ["Person/Mia", "Mia has a cat.", "Mia's cat died in May.", "pet: cat"],
    ["Person/user", "My rent is 980 euros.", "The rent went up to 1,040.", "rent: 980 euros"],
    ["Person/Peter", "Peter takes metformin.", "Peter came off metformin last week.", "takes: metformin"],
    ["Person/Priya", "Priya is vegetarian.", "Priya eats fish again.", "diet: vegetarian"],
  ])("of %s are ended by newer words: %s / %s", async (entity, before, after, fact) => {
    const room = await openRoom(whole);
    await room.remember({ text: before, observedAt: earlier });
    await room.say(after, { observedAt: later });
    expect(await ended(room, entity)).toEqual([fact]);
  });

  it("stay where newer words say nothing of them", async () => {
    const room = await openRoom(whole);
    await room.remember({ text: "Leo is six years old. Leo likes plums.", observedAt: earlier });
    await room.say("Leo's first day at Hillside Elementary went well.", { observedAt: later });
    expect(await ended(room, "Person/Leo")).toEqual([]);
  });

  it.each([
    ["I use Chrome.", "I also use Firefox now."],
    ["I have two cats.", "My sister's cat ran away."],
    ["I take metformin.", "I ran out of plums."],
    ["I play the flute.", "I bought a guitar."],
    ["I live in Graz.", "My brother moved to Linz."],
    ["I bank with Sparkasse.", "My brother moved his account from Sparkasse to ING."],
    ["My son Emil likes plums.", "Emil started first grade at Park School today."],
    ["I live in Graz with my friend Daan.", "Daan moved out."],
  ])("stay: %s / %s", async (before, after) => {
    const room = await openRoom(whole);
    await room.remember({ text: before, observedAt: earlier });
    await room.say(after, { observedAt: later });
    expect(await ended(room, "Person/user")).toEqual([]);
  });

  it("stay where another user's words say otherwise", async () => {
    const room = await openRoom(whole);
    const of = (user: string) => ({ scopes: { clauses: [{ paths: [`/user/${user}`] }] } });
    for (const user of ["ana", "ben"]) await whole.auth.registerPerson({ user }, room.all);
    await room.remember({ text: "My phone number is 0171 555 0100.", observedAt: earlier, ...of("ana") });
    await room.say("I got a new number: 0152 555 0188.", { observedAt: later, ...of("ben") });
    expect(await ended(room, "Person/user")).toEqual([]);
  });

  it("are looked up within the caller's own region alone, and a page of them at once", async () => {
    const room = await openRoom(whole);
    expect(await room.service.checkFacts({ ids: ["attribute:none"] }, room.all)).toEqual({ ended: [] });
    const many = Array.from({ length: 501 }, (_, i) => `attribute:${i}`);
    await expect(room.service.checkFacts({ ids: many }, room.all)).rejects.toMatchObject({ code: "invalid" });
  });
});
