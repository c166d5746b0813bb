import { beforeAll, describe, it } from "@jest/globals";

/** One sentence of the contract, and how it is seen from outside. */
export type Statement<Given> = readonly [says: string, seen: (given: Given) => Promise<void>];

/** A chapter of the contract, sentence by sentence: what they look at is made once, and each leaves it as the others need it. */
export function statements<Given>(chapter: string, make: () => Promise<Given>, rows: readonly Statement<Given>[]): void {
  describe(chapter, () => {
    let given: Given;
    beforeAll(async () => {
      given = await make();
    });
    it.each(rows)("%s", (_says, seen) => seen(given));
  });
}
