import { describe, expect, it } from "@jest/globals";
import { turnOf } from "@loci/ports/language-model/contract";
import { createBuiltinLanguageModel } from "../index.ts";

const model = createBuiltinLanguageModel();

async function factsOf(content: string): Promise<string[]> {
  const { facts } = await model.extract({ turns: [turnOf(content)] });
  return facts.map(({ subject, key, value, target }) => `${subject.name} ${key} ${target?.name ?? value}`);
}

describe("a sentence that sets one part apart", () => {
  it.each([
    ["What Ana likes best is swimming.", ["Ana likes swimming"]],
    ["All I drink is oat milk.", ["user drinks oat milk"]],
    ["The only thing I can't stand is coriander.", ["user dislikes coriander"]],
  ])("says what the plain one does: %s", async (text, facts) => {
    expect(await factsOf(text)).toEqual(facts);
  });

  it.each(["What do you like best?", "What is your name", "What I like is your plan.", "What I hate is when people are late."])(
    "is none where it asks, points or tells of a time: %s",
    async (text) => {
      expect(await factsOf(text)).toEqual([]);
    },
  );
});
