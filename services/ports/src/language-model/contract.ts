import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { extractionContract } from "./testing/extraction.ts";
import { inferenceContract } from "./testing/inference.ts";
import { synthesisContract } from "./testing/synthesis.ts";
import type { LanguageModelUnderTest } from "./testing/under-test.ts";

export { expectWellFormed, turnOf } from "./testing/extraction.ts";
export { read, requestOf, sourceOf } from "./testing/synthesis.ts";
export { factOf } from "./testing/inference.ts";
export type { LanguageModelUnderTest, PlainFact } from "./testing/under-test.ts";

/** What every LanguageModel adapter must do, whatever it understands. */
export function languageModelContract(name: string, make: () => Promise<LanguageModelUnderTest>): void {
  describe(`${name} as a language model`, () => {
    let tested: LanguageModelUnderTest;
    beforeAll(async () => {
      tested = await make();
    });
    afterAll(() => tested.close());

    it("has a name for messages and provenance", () => expect(tested.model.id).not.toBe(""));

    extractionContract(() => tested);
    synthesisContract(() => tested);
    inferenceContract(() => tested);
  });
}
