import { describe, expect, it } from "@jest/globals";
import { isForeign } from "./foreign-language.ts";
import { readFacts } from "./testing/read-facts.ts";

const foreign = [
  "Ich wohne in Berlin und arbeite bei Siemens.",
  "Meine Schwester heißt Anna und wohnt in Köln.",
  "J'habite à Lyon et je travaille chez Renault.",
  "Mon frère Paul a deux enfants.",
  "Vivo en Madrid y trabajo para Iberia.",
  "Mi jefe se llama Carlos.",
  "Abito a Roma e lavoro per Fiat.",
  "Moro no Porto e trabalho na Sonae.",
  "Ik woon in Utrecht en werk bij Philips.",
  "Jag bor i Malmö och jobbar på Volvo.",
  "Mieszkam w Krakowie i pracuję w Comarch.",
  "Я живу в Москве и работаю в Яндексе.",
];

describe("a sentence of another language", () => {
  it.each(foreign)("is known: %s", (text) => expect(isForeign(text)).toBe(true));
  it.each(foreign)("teaches nothing: %s", async (text) => expect(await readFacts(text)).toEqual([]));

  it("leaves the English one beside it", async () => {
    expect(await readFacts("Mein Hund heißt Bello. My dog is called Rex.")).toEqual(["user pet Rex", "Rex species dog"]);
  });
});

it.each([
  "Maria de la Cruz lives in La Paz.",
  "I had a pain au chocolat and a crème brûlée at Le Petit Bistro.",
  'My favourite song is "La vie en rose" and I sing it to mon amour.',
  "My colleague 田中 lives in Kyoto.",
  "En-suite bathroom, no pets, 450 a month.",
  "i live in porto",
  "No nuts for me.",
])("a sentence with foreign words in it is English: %s", (text) => expect(isForeign(text)).toBe(false));
