import { LociError } from "@loci/kernel";

/** The parser looks through all open elements at each tag: without a bound its time grows with the square of their number. */
const deepest = 1_000;

/** Counts the elements that are open. */
export interface Nesting {
  /** @throws LociError `invalid` where too many are */
  open(): void;
  close(): void;
}

export function createNesting(): Nesting {
  let depth = 0;
  return {
    open() {
      if (++depth > deepest) throw new LociError("invalid", `The document's elements are nested more than ${deepest} levels deep.`);
    },
    close: () => void depth--,
  };
}
