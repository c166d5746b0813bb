import { describe, expect, it } from "@jest/globals";
import { createBuiltinLanguageModel } from "../index.ts";

const model = createBuiltinLanguageModel();

async function read(content: string): Promise<string[]> {
  const turn = { role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" } as const;
  const { facts } = await model.extract({ turns: [turn] });
  return facts.map(({ subject, key, value, target }) => `${subject.name} ${key} ${target?.name ?? value}`);
}

const said: readonly [text: string, facts: readonly string[]][] = [
  ["Priya joined Acme in 2020. Acme makes drones. She leads sales there.", ["Priya leads sales"]],
  ["I talked to Ingrid at Nordvik yesterday. Nordvik has 40 employees. She wants a demo in May.", ["Ingrid wants demo"]],
  ["My aunt lives in Graz. Graz is lovely. She teaches piano.", ["user aunt_teaches piano"]],
  ["My wife commutes to Rotterdam by train. We split the school run: she does mornings.", ["user wife_does mornings"]],
  [
    "Met Sione Tupou of IronTide Gyms at the fair. They operate 17 gyms. He drinks no alcohol.",
    ["IronTide Gyms operates 17 gyms", "Sione Tupou drinks no alcohol"],
  ],
  [
    "Areum Seo plays the cello. Born in Daegu, she moved to Norway. Her first album, Fjord Letters, appeared in 2023. She lives with her partner, the ceramist Aurelio Conti.",
    ["Areum Seo partner Aurelio Conti"],
  ],
  ["My sister's name is Paulina and she's a tax adviser in Łódź.", ["Paulina is_a tax adviser in Łódź"]],
  ["Kwame supports Arsenal and his wife supports Spurs.", ["Kwame supports Arsenal", "Kwame wife_supports Spurs"]],
];

describe("whom 'she' and 'he' mean", () => {
  it.each(said)("%s", async (text, facts) => {
    expect(await read(text)).toEqual(expect.arrayContaining([...facts]));
  });

  it("is no firm and no town that was named in between", async () => {
    const all = (await Promise.all(said.map(([text]) => read(text)))).flat();
    expect(
      all.filter((fact) => /^(?:Acme (?!produces)|Nordvik wants|Graz teaches|Rotterdam|Fjord Letters partner)/.test(fact)),
    ).toEqual([]);
  });
});

describe("a day that is told of something of somebody's", () => {
  it.each([
    ["My flight is on Sunday.", ["user flight 2025-03-16"]],
    ["My exam is tomorrow.", ["user exam 2025-03-11"]],
  ])("is yet to come: %s", async (text, facts) => {
    expect(await read(text)).toEqual(facts);
  });
});

describe("an age and a condition", () => {
  it.each([
    ["Our daughter is six and goes to Hillside Primary.", ["user daughter_age six"]],
    ["Grandma is 94.", ["user grandma_age 94"]],
    ["I'm left-handed and colour blind.", ["user trait left-handed", "user health_condition colour blind"]],
  ])("%s", async (text, facts) => {
    expect(await read(text)).toEqual(expect.arrayContaining(facts));
  });
});
