import { describe, expect, it } from "@jest/globals";
import { createBuiltinLanguageModel } from "../index.ts";

const model = createBuiltinLanguageModel();

async function read(content: string): Promise<string[]> {
  const turn = { role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" } as const;
  const { facts } = await model.extract({ turns: [turn] });
  return facts.map(({ subject, key, value, target }) => `${subject.name} ${key} ${target?.name ?? value}`);
}

describe("what somebody is", () => {
  it.each([
    ["I'm the treasurer of our rowing club.", "user job_title treasurer of our rowing club"],
    ["I'm the owner of our corner shop.", "user is_a owner of our corner shop"],
    ["I'm with Allianz now.", "user is_with Allianz"],
    ["I'm now with Lena.", "user partner Lena"],
    ["Our baby is five months old.", "user baby_age five months"],
    ["My grandmother is 90 years old.", "user grandmother_age 90"],
  ])("is told: %s", async (text, fact) => {
    expect(await read(text)).toContain(fact);
  });

  it("is no love for a bank", async () => {
    expect(await read("The user is now with Triodos.")).toEqual(["user is_with Triodos"]);
  });
});
