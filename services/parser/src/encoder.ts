import type { Assets } from "./assets.ts";
import { featuresOf, isSpace } from "./features.ts";
import type { Hasher } from "./hasher.ts";
import type { Affine, Kernels } from "./kernels.ts";
import type { Word } from "./tokenizer.ts";

/** Numbers of a word's vector. */
export const width = 96;
const rowBytes = width * 4;
const pieces = 3;
/** A window of one word to each side, this many times: so far a word's neighbours are seen. */
const depth = 4;
/** Rows that are computed together. */
const block = 64;
const maxCached = 4_096;
const firstSeed = 8;

/** Words in their context: the address of vectors of `width` numbers, one after the other, which stand until the next call. */
export type Encoder = (words: readonly Word[]) => number;

export interface EncoderParts {
  readonly assets: Assets;
  readonly kernels: Kernels;
  readonly hasher: Hasher;
  /** Spellings that stand for others: "colour" for "color". */
  readonly norms: ReadonlyMap<string, string>;
  /** No more are encoded at once. */
  readonly maxWords: number;
}

interface Layer {
  readonly affine: Affine;
  readonly gain: number;
  readonly shift: number;
}

/**
 * spaCy's MultiHashEmbed and MaxoutWindowEncoder: hash embeddings of a word's features are mixed into one vector, which depends on the
 * word alone and is cached; four layers then add what stands around it.
 */
export function createEncoder(name: string, { assets, kernels, hasher, norms, maxWords }: EncoderParts): Encoder {
  const layer = (i: number): Layer => ({
    affine: kernels.affineLayer(`${name}.layer${i}`),
    gain: kernels.vector(`${name}.layer${i}.gain`),
    shift: kernels.vector(`${name}.layer${i}.shift`),
  });
  const mix = layer(0);
  const layers = Array.from({ length: depth }, (_, i) => layer(i + 1));
  const tables = Array.from({ length: mix.affine.inputs / width }, (_, i) => assets.table(`${name}.table${i}`));
  const none = kernels.take(width);
  const scratch = kernels.take(block * width * pieces);
  const inputs = kernels.take(block * mix.affine.inputs);
  const inputFloats = kernels.floats(inputs, block * mix.affine.inputs);
  const cacheRows = kernels.take(maxCached * width);
  const cacheFloats = kernels.floats(cacheRows, maxCached * width);
  const places = new Map<string, number>();
  const rows = maxWords + 2 * depth;
  const buffers = [kernels.take(rows * width), kernels.take(rows * width)] as const;
  const bufferFloats = [kernels.floats(buffers[0], rows * width), kernels.floats(buffers[1], rows * width)] as const;

  function apply({ affine, gain, shift }: Layer, from: number, stride: number, add: number, to: number, count: number): void {
    for (let done = 0; done < count; done += block) {
      const size = Math.min(block, count - done);
      kernels.affine(from + done * stride, stride, affine.weights, affine.bias, scratch, size, affine.inputs, affine.outputs);
      const added = add === none ? none : add + done * rowBytes;
      kernels.maxoutNorm(scratch, gain, shift, added, add === none ? 0 : rowBytes, to + done * rowBytes, size);
    }
  }

  /** Adds up the rows of its features for one word that is not cached. */
  function gather(word: Word, at: number): void {
    const { norm, prefix, suffix, shape } = featuresOf(word, norms);
    const ids = [norm, prefix, suffix, shape, word.spaced ? 1 : 0, isSpace(word) ? 1 : 0];
    inputFloats.fill(0, at, at + mix.affine.inputs);
    tables.forEach((table, i) => {
      for (const key of hasher.keys(ids[i] ?? 0, firstSeed + i)) table.addTo(key % table.rows, inputFloats, at + i * width);
    });
  }

  /** The places in the cache of the words' own vectors; what is not there yet is computed. */
  function embed(words: readonly Word[]): number[] {
    // None of a text's words may be pushed out by another one of it.
    if (places.size + words.length > maxCached) places.clear();
    let firstNew = places.size;
    let waiting = 0;
    const flush = () => {
      apply(mix, inputs, mix.affine.inputs * 4, none, cacheRows + firstNew * rowBytes, waiting);
      firstNew += waiting;
      waiting = 0;
    };
    const found = words.map((word) => {
      const key = `${word.spaced ? " " : ""}${word.text}${word.norm === undefined ? "" : `\n${word.norm}`}`;
      const known = places.get(key);
      if (known !== undefined) return known;
      const place = places.size;
      places.set(key, place);
      gather(word, waiting * mix.affine.inputs);
      if (++waiting === block) flush();
      return place;
    });
    flush();
    return found;
  }

  return (words) => {
    const places = embed(words);
    const [first] = bufferFloats;
    const end = words.length + depth;
    first.fill(0, 0, depth * width);
    first.fill(0, end * width, (end + depth) * width);
    places.forEach((place, i) => first.set(cacheFloats.subarray(place * width, (place + 1) * width), (i + depth) * width));
    let from: number = buffers[0];
    let to: number = buffers[1];
    // The words that are not there have vectors too: each layer needs one less of them at each end.
    layers.forEach((layer, i) => {
      const row = i + 1;
      apply(layer, from + (row - 1) * rowBytes, rowBytes, from + row * rowBytes, to + row * rowBytes, end + depth - 2 * row);
      [from, to] = [to, from];
    });
    return from + depth * rowBytes;
  };
}
