import { analyse } from "./analyse.ts";

const { imul } = Math;

const shingleLength = 5;
const permutations = 64;
const rowsInBand = 4;

/** The bytes of a signature: 64 minima, each 32 bits, little-endian. */
export const signatureBytes = permutations * 4;

/**
 * One seed for each permutation, from the increments of SplitMix32 (Steele et al., "Fast splittable pseudorandom number
 * generators").
 */
const seeds = Uint32Array.from({ length: permutations }, (_, i) => mix(imul(i + 1, 0x9e3779b9)));

/**
 * A MinHash signature of a text (Broder, "On the resemblance and containment of documents"): the share of equal minima of two
 * signatures estimates how many of their runs of five analysed words two texts share. Empty for a text without words.
 */
export function minHash(text: string): Uint8Array {
  const terms = analyse(text).map(hashOf);
  if (terms.length === 0) return new Uint8Array();
  const minima = new Uint32Array(permutations).fill(0xffffffff);
  const last = Math.max(terms.length - shingleLength, 0);
  for (let start = 0; start <= last; start++) {
    const shingle = combine(terms, start, Math.min(start + shingleLength, terms.length));
    for (let i = 0; i < permutations; i++) {
      const value = mix(shingle ^ (seeds[i] ?? 0));
      if (value < (minima[i] ?? 0)) minima[i] = value;
    }
  }
  const bytes = new Uint8Array(signatureBytes);
  const view = new DataView(bytes.buffer);
  minima.forEach((value, i) => view.setUint32(i * 4, value, true));
  return bytes;
}

/** The share of equal minima, 0 to 1: an estimate of the Jaccard similarity. 0 where either signature is not a whole one. */
export function estimatedJaccard(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== signatureBytes || b.length !== signatureBytes) return 0;
  const [left, right] = [new DataView(a.buffer, a.byteOffset), new DataView(b.buffer, b.byteOffset)];
  let equal = 0;
  for (let at = 0; at < signatureBytes; at += 4) if (left.getUint32(at) === right.getUint32(at)) equal++;
  return equal / permutations;
}

/**
 * Sixteen whole numbers below 2^36, one for each band of four minima: texts with a similarity of 0.9 nearly always share one,
 * texts with one of 0.3 hardly ever. None for a signature that is not a whole one.
 */
export function signatureBands(signature: Uint8Array): number[] {
  if (signature.length !== signatureBytes) return [];
  const view = new DataView(signature.buffer, signature.byteOffset);
  return Array.from({ length: permutations / rowsInBand }, (_, band) => {
    let hash = 0;
    for (let row = 0; row < rowsInBand; row++) hash = mix(hash ^ view.getUint32((band * rowsInBand + row) * 4, true));
    return band * 2 ** 32 + hash;
  });
}

/** FNV-1a over UTF-16 units. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = imul(hash ^ term.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function combine(terms: readonly number[], start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = mix(imul(hash, 31) ^ (terms[i] ?? 0));
  return hash;
}

/** The finaliser of MurmurHash3: a bijection of 32 bits, so each seed gives a permutation. */
function mix(value: number): number {
  let x = value;
  x = imul(x ^ (x >>> 16), 0x85ebca6b);
  x = imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
