import { afterAll, beforeAll } from "@jest/globals";
import type { SearchIndex } from "../port.ts";

export interface IndexRig {
  readonly index: SearchIndex;
  readonly close: () => Promise<void>;
}

/** Where the tests of the contract take place: one index for all of them, a context of its own for each. */
export interface Place {
  readonly index: () => SearchIndex;
  /** The id of a context that nothing was put into. */
  readonly fresh: () => string;
}

export function placeOf(open: () => Promise<IndexRig>): Place {
  let rig: IndexRig | undefined;
  let contexts = 0;
  beforeAll(async () => void (rig = await open()));
  afterAll(() => rig?.close());
  return {
    index() {
      if (rig === undefined) throw new Error("The index was not opened.");
      return rig.index;
    },
    fresh: () => `context-${contexts++}`,
  };
}
