import { describe, expect, it } from "@jest/globals";
import type { ExtractionTurn, ProposedFact } from "@loci/ports/language-model";
import { expectWellFormed, turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../index.ts";

const model = createBuiltinLanguageModel();

/** A fact in one line: whose, what, which value; then what the text says about its time and about change. */
function inWords(fact: ProposedFact): string {
  const value = fact.target ? `-> ${fact.target.name}` : fact.value;
  const day = (time: string) => time.slice(0, fact.validPrecision === "year" ? 4 : fact.validPrecision === "month" ? 7 : 10);
  const time = `${fact.validFrom && ` from ${day(fact.validFrom)}`}${fact.validUntil && ` until ${day(fact.validUntil)}`}`;
  return `${fact.subject.name} ${fact.key} ${value}${time}${fact.negated ? " (no longer)" : fact.changed ? " (changed)" : ""}`;
}

async function read(turns: readonly ExtractionTurn[]) {
  const extraction = await model.extract({ turns });
  expectWellFormed(extraction, turns);
  return extraction;
}
const factsOf = async (content: string, rest: Partial<ExtractionTurn> = {}) =>
  (await read([turnOf(content, rest)])).facts.map(inWords);

/** All said on Monday, 8 May 2023. */
const sentences: readonly (readonly [string, readonly string[]])[] = [
  ["My name is Caroline Smith.", ["user full_name Caroline Smith"]],
  ["I'm Anna.", ["user given_name Anna"]],
  // What every object of JavaScript inherits is a word like any other.
  ["My constructor is Mina.", ["user constructor Mina"]],
  ["The constructor of Falcon is Mina.", ["Falcon constructor Mina"]],
  ["I live in Boston.", ["user residence Boston"]],
  ["i live in berlin", ["user residence berlin"]],
  ["I moved to Boston last June.", ["user residence Boston from 2022-06 (changed)"]],
  ["I've moved back to Chicago.", ["user residence Chicago (changed)"]],
  ["Actually, I live in Chicago now.", ["user residence Chicago (changed)"]],
  ["Actually, I was born in Seville.", ["user birthplace Seville (changed)"]],
  ["Correction: Anna works at Acme.", ["Anna employer Acme (changed)"]],
  ["Actually, the user prefers tea.", ["user prefers tea (changed)"]],
  ["Actually, Dana uses Vim.", ["Dana uses -> Vim (changed)"]],
  ["Ana has taken up the banjo.", ["Ana plays banjo"]],
  ["Since Dana moved away, my manager is Imre.", ["user manager -> Imre (changed)", "Dana event moved away"]],
  ["My address is Hill Road 4 and the balcony faces the canal.", ["user address Hill Road 4", "balcony faces canal"]],
  // Whose it is, what was said before tells.
  ["Actually, his number is 555 1234.", ["user correction 555 1234 (changed)"]],
  ["Project Heron kick-off. Owner: Tobias.", ["Heron owner Tobias"]],
  ["I work at Acme now, and I was born in Leeds.", ["user employer Acme (changed)", "user birthplace Leeds"]],
  ["I used to live in Rome.", ["user residence Rome (no longer)", "user former_residence Rome"]],
  ["I lived in Tokyo for five years.", ["user former_residence Tokyo", "user event lived in Tokyo for five years"]],
  ["I've lived in Tokyo for five years.", ["user residence Tokyo from 2018"]],
  ["I’m originally from New Zealand.", ["user origin New Zealand"]],
  ["I grew up in Leeds.", ["user grew_up_in Leeds"]],
  ["I was born in Madrid on 3 May 1990.", ["user birth_date 3 May 1990", "user birthplace Madrid"]],
  ["My birthday is May 3rd.", ["user birth_date May 3rd"]],
  ["I'm 32 years old.", ["user age 32"]],
  ["I'm a software engineer at Google.", ["user job_title software engineer", "user employer Google"]],
  ["I work for a small bakery.", ["user employer small bakery"]],
  ["I work in marketing at Acme.", ["user employer Acme", "user work_field marketing"]],
  [
    "I've been working at Acme Corp. as a senior nurse since 2019.",
    ["user employer Acme Corp. from 2019", "user job_title senior nurse from 2019"],
  ],
  [
    "I joined Acme as a data engineer in March 2022.",
    ["user employer Acme from 2022-03 (changed)", "user job_title data engineer from 2022-03 (changed)"],
  ],
  ["I got promoted to team lead.", ["user job_title team lead (changed)"]],
  ["I started a new job at Initech last week.", ["user employer Initech from 2023-05-01 (changed)"]],
  ["I quit my job at Acme.", ["user employer Acme (no longer)", "user former_employer Acme"]],
  ["I no longer work at Acme.", ["user employer Acme (no longer)", "user former_employer Acme"]],
  ["I don't work at Acme anymore.", ["user employer Acme (no longer)", "user former_employer Acme"]],
  ["I worked at Yahoo until 2019.", ["user former_employer Yahoo until 2019"]],
  ["I studied physics at MIT.", ["user field_of_study physics", "user education MIT"]],
  ["I graduated from Stanford University in 2012.", ["user education Stanford University from 2012"]],
  ["My sister Anna is a nurse.", ["user sibling -> Anna", "Anna job_title nurse"]],
  ["My brother Tom lives in Oslo and works as a chef.", ["user sibling -> Tom", "Tom residence Oslo", "Tom job_title chef"]],
  ["I have two kids, Tom and Ann.", ["user child -> Tom", "user child -> Ann"]],
  ["I have a brother and two sisters.", ["user siblings brother", "user siblings two sisters"]],
  ["I'm married to Tom.", ["user spouse -> Tom", "user relationship_status married"]],
  [
    "I got married to Sue on 5 May 2020.",
    ["user relationship_status married from 2020-05-05 (changed)", "user spouse -> Sue from 2020-05-05"],
  ],
  ["I broke up with Tom.", ["user relationship_status broke up (changed)", "user partner -> Tom (no longer)"]],
  ["My best friend is called Paul.", ["user friend -> Paul"]],
  ["Tom is my brother.", ["user sibling -> Tom"]],
  ["My brother's wife is Eve.", ["user brother_wife -> Eve"]],
  ["I work out at the gym.", ["user works_out_at gym"]],
  ["My sister lives in Paris.", ["user sister_residence Paris"]],
  ["I've got two dogs: Pepper and Panda.", ["user pet -> Pepper", "Pepper species dog", "user pet -> Panda", "Panda species dog"]],
  ["I won a tournament last week - so exciting!", ["user event won a tournament from 2023-05-01 until 2023-05-08"]],
  ["I have a dog named Rex.", ["user pet -> Rex", "Rex species dog"]],
  ["We adopted a puppy named Luna.", ["user pet -> Luna"]],
  ["My dog's name is Max.", ["user pet -> Max", "Max species dog"]],
  ["I love hiking, reading and cooking Thai food.", ["user likes hiking", "user likes reading", "user likes cooking Thai food"]],
  ["I don't like cats.", ["user dislikes cats"]],
  ["I don't like cats anymore.", ["user likes cats (no longer)"]],
  ["I can't stand loud music.", ["user dislikes loud music"]],
  ["I prefer tea over coffee.", ["user prefers tea over coffee"]],
  ["My favourite colour is blue.", ["user favourite_colour blue"]],
  ["I'm into jazz and classical music.", ["user likes jazz", "user likes classical music"]],
  ["I took up pottery last year.", ["user hobby pottery from 2022"]],
  ["My hobbies are chess, running and cooking.", ["user hobby chess", "user hobby running", "user hobby cooking"]],
  ["I play the guitar.", ["user plays guitar"]],
  ["I started learning Spanish.", ["user learning Spanish"]],
  ["I speak French and German.", ["user speaks French", "user speaks German"]],
  ["I'm allergic to peanuts.", ["user allergy peanuts"]],
  ["I have been a vegetarian since 2010.", ["user diet vegetarian from 2010"]],
  ["I don't eat meat.", ["user diet don't eat meat"]],
  ["I'm not vegan anymore.", ["user diet vegan (no longer)"]],
  ["I was diagnosed with asthma in 2015.", ["user health_condition asthma from 2015"]],
  ["I bought a new car yesterday.", ["user owns new car from 2023-05-07"]],
  [
    "I went to a support group yesterday and it was powerful.",
    ["user event went to a support group from 2023-05-07 until 2023-05-08"],
  ],
  ["I ran a charity race last Saturday.", ["user event ran a charity race from 2023-05-06 until 2023-05-07"]],
  ["I'm visiting Rome next month.", ["user plans visiting Rome from 2023-06 until 2023-07"]],
  ["I will run a marathon in October.", ["user plans run a marathon from 2023-10 until 2023-11"]],
  ["I'm planning to visit Japan in April.", ["user plans visit Japan from 2024-04 until 2024-05"]],
  ["I want to become a pilot.", ["user goals become a pilot"]],
  ["Anna works at Acme Corp as a nurse.", ["Anna employer Acme Corp", "Anna job_title nurse"]],
  ["Anna's husband is Tom.", ["Anna spouse -> Tom"]],
  ["Dr. Smith lives in St. Louis.", ["Dr. Smith residence St. Louis"]],
  [
    "My sister Anna lives in Paris. She works as a nurse.",
    ["user sibling -> Anna", "Anna residence Paris", "Anna job_title nurse"],
  ],
  ["Anna is allergic to nuts and Tom is vegan.", ["Anna allergy nuts", "Tom diet vegan"]],
  ["Acme is based in Berlin.", ["Acme location Berlin"]],
  ["Acme acquired Foo in 2021.", ["Acme acquired -> Foo from 2021"]],
  ["Acme was founded by Ada Lovelace in 1999.", ["Ada Lovelace founded -> Acme from 1999", "Acme founded_in 1999"]],
  ["Acme moved its headquarters to Munich.", ["Acme headquarters Munich (changed)"]],
  ["The CEO of Acme is Jane Doe.", ["Acme ceo Jane Doe"]],
  ["The project Falcon uses Postgres.", ["Falcon uses -> Postgres"]],
  [
    "Falcon switched from MySQL to Postgres in March 2023.",
    ["Falcon uses -> MySQL (no longer)", "Falcon uses -> Postgres from 2023-03 (changed)"],
  ],
  ["The deadline of Falcon is 3 May 2025.", ["Falcon deadline 3 May 2025"]],
  ["Falcon's deadline is 3 May 2025.", ["Falcon deadline 3 May 2025"]],
  ["Falcon was renamed to Eagle.", ["Falcon also_known_as Eagle", "Falcon name Eagle (changed)"]],
];

const silence: readonly (readonly [string, string])[] = [
  ["a question", "Do you live in Boston?"],
  ["a question about oneself", "Am I allergic to peanuts?"],
  ["a question word", "Where does Anna work?"],
  ["a condition", "If I lived in Boston, I would buy a boat."],
  ["a plan under a condition", "If I win, I will move to Rome."],
  ["an exception", "Unless I live in Paris, nothing works."],
  ["a subordinate time", "When I'm married to Tom, I'll be happy."],
  ["a possibility", "I might move to Berlin."],
  ["a wish", "I would love to live in Rome."],
  ["a wish for another world", "I wish I had a dog."],
  ["advice", "You could live in Boston."],
  ["a fancy", "Imagine I work at NASA."],
  ["a supposition", "Let's say my name is Bob."],
  ["a dream", "I dreamed that I lived on the moon."],
  ["a missed chance", "I could have been a doctor."],
  ["somebody's quoted words", 'She said "I live in Paris".'],
  ["quoted words that come first", '"I live in Paris," said Anna.'],
  ["a quoted line", "> I live in Paris"],
  ["a code block", "```\nI live in Paris\n```"],
  ["a text to translate", "Please translate this: I live in Paris."],
  ["a proverb with a plural", "Roses are red, violets are blue."],
  ["a proverb", "Life is a journey."],
  ["a general truth", "Cats like milk."],
  [
    "a poem",
    "I live in Boston by the sea,\nI have a sister, wild and free,\nI love the gulls, the salt, the foam,\nAnd Boston is my only home.",
  ],
  ["an exclamation", "Wow, that's amazing!"],
  ["small talk", "I'm fine, thanks."],
  ["a mood of the moment", "I'm so tired today."],
  ["what only points", "I love that photo!"],
  ["what nobody can place", "She works there."],
  ["a role to play", "Act as a doctor who works at Acme."],
  ["fear, which is no town", "I live in fear."],
  ["a passing possession", "I have a question."],
];

describe("the built-in extractor", () => {
  it.each(sentences)("reads: %s", async (sentence, facts) => expect(await factsOf(sentence)).toEqual(facts));

  it.each(silence)("makes nothing of %s", async (_what, text) => {
    const { facts, instructions } = await read([turnOf(text)]);
    expect([...facts.map(inWords), ...instructions]).toEqual([]);
  });

  it.each(["I think I'm allergic to cats.", "Maybe I live in Boston.", "Anna probably works at Acme."])(
    "makes nothing of what is only supposed: %s",
    async (text) => {
      const { facts } = await read([turnOf(text)]);
      expect(facts).toEqual([]);
    },
  );

  it("is surest of explicit statements and least of loose ones", async () => {
    const { facts } = await read([turnOf("I live in Boston. I'm Anna. My car is a Tesla.")]);
    expect(facts.map((fact) => fact.confidence)).toEqual([0.9, 0.8, 0.75]);
  });
});

describe("a turn with a speaker's name in front", () => {
  const content = "Caroline: Hey! I moved to Boston last June; my sister Anna loves it.";

  it("is about that speaker, with spans in the whole content", async () => {
    const { facts } = await read([turnOf(content, { speaker: "Caroline" })]);
    expect(facts.map(inWords)).toEqual([
      "Caroline residence Boston from 2022-06 (changed)",
      "Caroline sibling -> Anna",
      "Anna likes Boston",
    ]);
    expect(facts.map(({ span }) => content.slice(span.start, span.end))).toEqual([
      "I moved to Boston last June",
      "my sister Anna loves it",
      "my sister Anna loves it",
    ]);
  });

  it("means the other one by 'you' when there are two", async () => {
    const turns = [
      turnOf("Mel: Hi!", { speaker: "Mel" }),
      turnOf("Ann: You live in Rome, and your dog is called Rex.", { speaker: "Ann" }),
    ];
    expect((await read(turns)).facts.map(inWords)).toEqual(["Mel residence Rome", "Mel pet -> Rex", "Rex species dog"]);
    expect(await factsOf("Ann: You live in Rome.", { speaker: "Ann" })).toEqual([]);
  });
});

describe("what an assistant says", () => {
  it("is no fact about itself, and only a weak one about others", async () => {
    const { facts } = await read([turnOf("I live in the cloud. I like cats. Anna lives in Paris.", { role: "assistant" })]);
    expect(facts.map(inWords)).toEqual(["Anna residence Paris"]);
    expect(facts[0]?.confidence).toBe(0.6);
  });

  it("is no instruction", async () => {
    expect((await read([turnOf("Always answer in German.", { role: "assistant" })])).instructions).toEqual([]);
  });
});

describe("an instruction", () => {
  it.each([
    ["Always answer in German.", "response_language", false],
    ["Can you always reply in French?", "response_language", false],
    ["You don't have to answer in German any more.", "response_language", true],
    ["Use bullet points from now on.", "bullet_points", false],
    ["Could you please send invoices to Bo from now on?", "send_invoices_bo", false],
    ["Stop using bullet points.", "bullet_points", true],
    ["Please never use bullet points.", "no_bullet_points", false],
    ["From now on, keep your answers short.", "response_length", false],
    ["Please don't use emojis.", "no_emojis", false],
    ["Use metric units from now on.", "units", false],
    ["Give me temperatures in Celsius from here on please.", "units", false],
    ["From today on, show prices in euros.", "show_prices_euros", false],
    ["You no longer need to use metric units.", "units", true],
    ["I want you to always cite sources.", "cite_sources", false],
    ["Stop citing sources.", "cite_sources", true],
    ["Call me Ana.", "form_of_address", false],
    ["The assistant should not use emojis.", "no_emojis", false],
    ["User asked the assistant to always answer in French.", "response_language", false],
  ])("%s", async (text, label, revokes) => {
    const { instructions } = await read([turnOf(`Hello there. ${text}`)]);
    expect(instructions).toMatchObject([{ label, revokes, description: text, span: { start: 13, end: 13 + text.length } }]);
  });

  it.each(["Give me a list of cities.", "Answer the question.", "Always wear sunscreen.", "Don't forget the milk.", "Stop it."])(
    "is not every request: %s",
    async (text) => expect((await read([turnOf(text)])).instructions).toEqual([]),
  );

  it("that gives a name is a fact as well", async () =>
    expect(await factsOf("Please call me Al from now on.")).toEqual(["user nickname Al"]));
});

describe("a date in the text", () => {
  const times = async (text: string, knownAt = "2023-05-08T13:56:00.000Z") => {
    const [fact] = (await read([turnOf(text, { knownAt })])).facts;
    return [fact?.validFrom, fact?.validUntil, fact?.validPrecision];
  };

  it("that is a week is that week from Monday on", async () =>
    expect(await times("I attended a pottery class last week.")).toEqual([
      "2023-05-01T00:00:00.000Z",
      "2023-05-08T00:00:00.000Z",
      "day",
    ]));

  it("without a year is the last one of what happened", async () =>
    expect(await times("I visited Rome in June.")).toEqual(["2022-06-01T00:00:00.000Z", "2022-07-01T00:00:00.000Z", "month"]));

  it("is the next one of a change that the present tells of, which then goes on", async () => {
    expect(await times("Ana moves to Oslo in March.")).toEqual(["2024-03-01T00:00:00.000Z", "", "month"]);
    expect(await times("Ana moved to Oslo in March.")).toEqual(["2023-03-01T00:00:00.000Z", "", "month"]);
    // Told on a Monday.
    expect(await times("On Sunday I start at Globex.")).toEqual(["2023-05-14T00:00:00.000Z", "", "day"]);
  });

  it("is read in UTC, whatever the offset of the turn", async () =>
    expect(await times("I visited Rome yesterday.", "2023-05-09T01:00:00+02:00")).toEqual([
      "2023-05-07T00:00:00.000Z",
      "2023-05-08T00:00:00.000Z",
      "day",
    ]));

  it("that could be two days is left alone", async () =>
    expect(await times("I visited Rome on 05/06/2023.")).toEqual(["", "", ""]));

  it("that ends before it begins says no time", async () =>
    expect(await times("I lived in Rome from 2020 to 2018.")).toEqual(["", "", ""]));

  it("that is vague says no time", async () => expect(await times("I visited Rome a few years ago.")).toEqual(["", "", ""]));

  it("is not invented", async () => expect(await times("I visited Rome.")).toEqual(["", "", ""]));
});

describe("a long or hostile text", () => {
  it("is read within bounds", async () => {
    const people = Array.from({ length: 6_000 }, (_, i) => `My friend Bob${i}x lives in Boston.`).join(" ");
    expect((await read([turnOf(people)])).facts.length).toBe(2_000);
  });

  it("has sentences that are passed over when they are too long, and others that are read", async () => {
    expect(await factsOf(`I like ${"very ".repeat(600)}long walks. I live in Boston.`)).toEqual(["user residence Boston"]);
  });

  it.each(["a ", ", ", "1/", '" ', "' ", "I ", "my ", "and I ", "in 2019 ", "A of ", "may 1 ", "for a year ", "(", "-"])(
    "of %j in great number takes no great time",
    async (part) => {
      const sentence = `I like ${part.repeat(1_900 / part.length)}. `;
      await read([turnOf(sentence.repeat(10))]);
    },
    60_000,
  );

  it("stops in the middle when it is asked to", async () => {
    const abort = new AbortController();
    const running = model.extract({ turns: [turnOf("The weather was quite nice over the hills.\n".repeat(50_000))] }, abort.signal);
    setTimeout(() => abort.abort(), 20);
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
  });
});
