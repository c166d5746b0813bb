import { describe, expect, it } from "@jest/globals";
import { QueryError } from "../../errors.ts";
import { perform } from "../../interpret/effect.ts";
import type { StoreTransaction } from "../../store/port.ts";
import { printValue } from "../../values/print.ts";
import type { Value } from "../../values/value.ts";
import type { Family } from "../function.ts";
import { context } from "./values.ts";

/** What a function is called with, and what it gives as the language prints it; a failure is its kind and text. */
export type Row = readonly [name: string, args: readonly Value[], result: string];

/** One test for each function, with all rows of it. */
export function describeFunctions(family: Family, rows: readonly Row[]): void {
  const byName = Map.groupBy(rows, ([name]) => name);
  describe.each([...byName])("%s", (_name, ofOne) => {
    it("gives what the language gives", async () => {
      const results = await Promise.all(ofOne.map(async ([name, args]) => [name, args, await call(family, name, args)]));
      expect(results).toEqual(ofOne);
    });
  });
}

/** No function of these tests asks the store. */
const noStore = {} as StoreTransaction;

async function call(family: Family, name: string, args: readonly Value[]): Promise<string> {
  const called = family[name];
  if (called === undefined) return "no such function";
  try {
    return printValue("pure" in called ? called.pure(args, context) : await perform(called.effect(args, context), noStore));
  } catch (failure) {
    if (failure instanceof QueryError) return `${failure.kind}: ${failure.message}`;
    throw failure;
  }
}
