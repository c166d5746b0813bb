import { estimatedJaccard, signatureBands } from "@loci/text";

/** The similarity from which on a chunk says nearly the same as another. */
const nearly = 0.9;
/** The part of its chunks that must be in one other document for a document to say nearly the same. */
const mostOfIt = 0.8;

/**
 * How many originals of one band a chunk is compared with. In a log or a table all lines are somewhat alike: compared with each other they
 * would take a time that grows with the square of their number.
 */
export const mostInBand = 16;

export interface Signed {
  readonly id: string;
  readonly signature: Uint8Array;
}

/** A chunk that is stored, no duplicate itself, and has a band in common with a new one. */
export interface Candidate extends Signed {
  readonly bands: readonly number[];
}

/** For each new chunk, in order, that says nearly the same as a stored one or one before it: that one's id. */
export function nearDuplicates(chunks: readonly Signed[], stored: readonly Candidate[]): Map<string, string> {
  const originals = new Map<number, Signed[]>();
  const add = (bands: readonly number[], one: Signed) => {
    for (const band of bands) {
      const listed = originals.get(band);
      if (listed === undefined) originals.set(band, [one]);
      else if (listed.length < mostInBand) listed.push(one);
    }
  };
  for (const one of stored) add(one.bands, one);
  const found = new Map<string, string>();
  for (const chunk of chunks) {
    const bands = signatureBands(chunk.signature);
    // What has one band in common has often all of them.
    const sharing = new Set(bands.flatMap((band) => originals.get(band) ?? []));
    const near = [...sharing].filter((one) => estimatedJaccard(one.signature, chunk.signature) >= nearly);
    const [first] = near.map((one) => one.id).sort();
    if (first === undefined) add(bands, chunk);
    else found.set(chunk.id, first);
  }
  return found;
}

/** The other document of which a document repeats most, or "". */
export function nearDuplicateDocument(
  chunks: number,
  repeated: readonly { readonly documentId: string; readonly chunks: number }[],
): string {
  const [most] = [...repeated].sort((a, b) => b.chunks - a.chunks || (a.documentId < b.documentId ? -1 : 1));
  return most !== undefined && chunks > 0 && most.chunks >= mostOfIt * chunks ? most.documentId : "";
}
