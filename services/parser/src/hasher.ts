import type { Kernels } from "./kernels.ts";

/** spaCy's ids of strings and thinc's keys of ids. */
export interface Hasher {
  /** The low 32 bits of a string's id. */
  id(text: string): number;
  /** The four keys of a string or a small number in the hash table with that seed; they stand until the next call. */
  keys(what: string | number, seed: number): Uint32Array;
}

/** What is longer is cut; it is more than a word's spelling can have. */
const maxBytes = 4_096;

export function createHasher(kernels: Kernels, symbols: Readonly<Record<string, number>>): Hasher {
  const numbers = new Map(Object.entries(symbols));
  const at = kernels.take(maxBytes / 4 + 2);
  const out = kernels.take(6);
  const bytes = new Uint8Array(kernels.floats(at, 1).buffer, at, maxBytes + 8);
  const words = new Uint32Array(kernels.floats(out, 1).buffer, out, 6);
  const keys = words.subarray(2);
  const encoder = new TextEncoder();
  const number = (value: number) => {
    words[0] = value;
    words[1] = 0;
  };
  /** Leaves the id in the first two of `words`. */
  const identify = (text: string): void => {
    const symbol = text === "" ? 0 : numbers.get(text);
    if (symbol !== undefined) {
      number(symbol);
      return;
    }
    const { written } = encoder.encodeInto(text, bytes.subarray(0, maxBytes));
    bytes.fill(0, written, written + 8);
    kernels.hash(at, written, out);
  };
  return {
    id(text) {
      identify(text);
      return words[0] ?? 0;
    },
    keys(what, seed) {
      if (typeof what === "string") identify(what);
      else number(what);
      kernels.keys(out, seed, out + 8);
      return keys;
    },
  };
}
