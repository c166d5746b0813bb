import { createBuiltinLanguageModel } from "../../index.ts";

const model = createBuiltinLanguageModel();

/** What is read of a user's turn on Monday, 10 March 2025: "user employer Meta" for each fact. */
export async function readFacts(content: string): Promise<string[]> {
  const turn = { role: "user", speaker: "user", content, knownAt: "2025-03-10T09:00:00.000Z" } as const;
  const { facts } = await model.extract({ turns: [turn] });
  return facts.map(({ subject, key, value, target }) => `${subject.name} ${key} ${target?.name ?? value}`);
}
