import { describe, expect, it } from "@jest/globals";
import { pauser } from "@loci/platform/call";
import { matchPassage, type PassageMatch } from "./passage.ts";
import { readForgetting } from "./question.ts";

function matchIn(query: string, text: string, role = "user"): Promise<PassageMatch | undefined> {
  return matchPassage(readForgetting(query), { text, speaker: "", role }, pauser());
}

/** The words that would go, joined by " | "; "" where nothing would. */
async function taken(query: string, text: string, role = "user"): Promise<string> {
  const match = await matchIn(query, text, role);
  return (match?.parts ?? []).map(({ start, end }) => text.slice(start, end)).join(" | ");
}

describe("what of a text says what is to be forgotten", () => {
  it.each<[string, string, string]>([
    // Of a text that says more only the part.
    ["how much Knut earns", "Knut lives in Narvik, earns 48,000 a year and plays the tuba.", "earns 48,000 a year"],
    ["Dagny's salary", "Dagny lives in Aarhus. Her salary is 5,200 a month.", "Her salary is 5,200 a month."],
    ["alarm code 2468", "Cabin list: gas off, windows shut, alarm code 2468, key to Vigdis", "alarm code 2468"],
    ["flight LX318", "Flight LX318 leaves at 7:05, hotel Zum Storchen has a pool.", "Flight LX318 leaves at 7:05"],
    ["the dictionary of Basque", "I'd like a kite, a dictionary of Basque and new gloves.", "a dictionary of Basque"],
    ["Ari is pregnant", "Ari: I'm pregnant!\nBo: congratulations!", "I'm pregnant!"],
    ["my address", "My address is 12 Elm Street, Springfield. I drink tea.", "My address is 12 Elm Street, Springfield."],
    ["that I'm allergic to nuts", "I'm Ana, I work at Fjord and I'm allergic to nuts.", "I'm allergic to nuts."],
    ["everything about Lars", "Lars and I met in Rome. Ida cooks. He sings.", "Lars and I met in Rome."],
    ["everything about Lars", "Lars lives in Kiel. He never liked my cooking.", "Lars lives in Kiel. | He never liked my cooking."],
    ["Jens is getting a divorce", "By the way, Jens is getting a divorce. Slides are in the folder.", "Jens is getting a divorce."],
    ["my manager", "User's manager is Dana and the user prefers tea.", "User's manager is Dana"],
    // Numbers, codes, days and names whole.
    ["order 4711", "Order 4712 was delivered.", ""],
    ["order 4711", "Order 4711-2 was delivered.", ""],
    ["order 4711", "Order 4711.", "Order 4711."],
    ["case 12/345", "Case 12/346 is about the fence.", ""],
    ["case 12/345", "Case 12/345 was opened.", "Case 12/345 was opened."],
    ["budget of 5200", "The budget is 5,200 euros.", "The budget is 5,200 euros."],
    ["the hearing on 12 May", "The hearing is on May 12th.", "The hearing is on May 12th."],
    ["the hearing on 12 May", "The hearing of 12 June is in May.", ""],
    ["Ana", "Anastasia lives in Riga.", ""],
    ["Ana Silva", "Ana Costa is a florist.", ""],
    ["Ana Silva", "Ana Costa and Ana Silva sing.", "Ana Silva sing."],
    ["Falcon 93b7", "Falcon 93b8 is late.", ""],
    // Mine is mine.
    ["my phone number", "My sister's phone number is 555 0100.", ""],
    ["my phone number", "My phone number is 555 0100 and my sister's is 555 0199.", "My phone number is 555 0100"],
    ["that I'm allergic to nuts", "My brother's allergic to nuts.", ""],
    ["my phone number", "Ben's phone number is 555 0100.", ""],
    ["Ana's phone number", "Ana's sister's phone number is 555 0100.", ""],
    ["how much Knut earns", "Knut earns 4,000 and Ole earns 5,000.", "Knut earns 4,000"],
    // Every word has to be borne.
    ["my home address on Elm Street", "My address is 12 Oak Road.", ""],
    ["my new phone", "My old phone is a Pixel.", ""],
  ])("%s: %s", async (query, text, expected) => {
    expect(await taken(query, text)).toBe(expected);
  });

  it("hears an assistant speak of the user", async () => {
    expect(await taken("my therapist", "Noted, your therapist is Ms Abendroth.", "assistant")).toBe(
      "your therapist is Ms Abendroth.",
    );
    expect(await taken("my therapist", "Your therapist is late.")).toBe("");
  });

  it("tells words from meaning, and by how much", async () => {
    expect(await matchIn("my debts", "My debts are paid.")).toMatchObject({ by: "words", score: 1 });
    expect(await matchIn("all about our debts", "We owe the bank 140,000.")).toMatchObject({ by: "meaning", score: 0.8 });
    expect(await matchIn("anything about my health", "I was diagnosed with asthma.")).toMatchObject({ by: "meaning", score: 0.7 });
    expect(await matchIn("my health", "I was diagnosed with asthma.")).toBeUndefined();
  });

  it("takes a time that grows as the text does", async () => {
    const text = "my a, ".repeat(40_000);
    const begun = performance.now();
    expect(await taken("my phone", text)).toBe("");
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it("lets others run while it reads a long text", async () => {
    const text = "a)\n".repeat(60_000);
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await taken("my phone", text);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });
});
