import { describe, expect, it } from "@jest/globals";
import { createBuiltinLanguageModel } from "../index.ts";

const model = createBuiltinLanguageModel();

async function read(content: string): Promise<string[]> {
  const turn = { role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" } as const;
  const { facts } = await model.extract({ turns: [turn] });
  return facts.map(({ subject, key, value, target }) => `${subject.name} ${key} ${target?.name ?? value}`);
}

describe("what nobody means as it is said", () => {
  it.each([
    ["mockery", "Yeah right, and I'm Santa Claus."],
    ["mockery with a title", "Oh sure, and I'm the Emperor of China."],
    ["a proverb", "As the old proverb says, a rolling stone gathers no moss."],
    ["what nobody said", "Nobody said that I work at Google."],
    ["what nobody told", "No one ever told me that Anna lives in Graz."],
    ["a saying", "As the saying goes, an apple a day is worth a doctor in the house."],
  ])("is not read: %s", async (_, text) => {
    expect(await read(text)).toEqual([]);
  });

  it("is not taken for an office that somebody holds", async () => {
    expect(await read("Sure, and I'm the president of the chess club.")).toEqual(["user job_title president of the chess club"]);
  });
});
