import { isLightTerm } from "@loci/text";
import { hash32, mix32 } from "./hash.ts";
import { meaningOf } from "./meaning.ts";

/** How much each kind of feature counts. Meaning lets different words meet; the word itself must still win. */
export interface FeatureWeights {
  readonly word: number;
  readonly subword: number;
  readonly pair: number;
  readonly meaning: number;
  readonly topic: number;
  readonly flow: number;
  readonly light: number;
}

export const defaultWeights: FeatureWeights = {
  word: 0.8,
  subword: 0.3,
  pair: 0.2,
  meaning: 1.5,
  topic: 1.2,
  flow: 0.8,
  light: 0.3,
};

/** A word is spread over this many positions: with few dimensions one unlucky collision then costs less. */
const spread = 4;
const wordSeed = 0x5bd1e995;
const subwordSeed = 0x1b873593;
const pairSeed = 0x2545f491;

/** What makes a term's part of a text's vector: the word, its character 3- to 5-grams and what it means. */
export function termFeatures(dimension: number, weights: FeatureWeights = defaultWeights): (term: string) => Float32Array {
  const meaning = meaningOf(dimension, weights);
  return (term) => {
    const vector = new Float32Array(dimension);
    const rarity = isLightTerm(term) ? weights.light : rarityOf(term);
    place(vector, hash32(term, wordSeed), rarity * weights.word, spread);
    const grams = gramsOf(term);
    for (const gram of grams) place(vector, hash32(gram, subwordSeed), (rarity * weights.subword) / Math.sqrt(grams.length), 1);
    const direction = meaning(term);
    const share = isLightTerm(term) ? weights.light : 1;
    direction?.forEach((value, i) => {
      vector[i] = (vector[i] ?? 0) + value * weights.meaning * share;
    });
    return vector;
  };
}

/** Adds two neighbouring terms as one feature. */
export function addPair(vector: Float32Array, first: string, second: string, weight = defaultWeights.pair): void {
  place(vector, hash32(`${first} ${second}`, pairSeed), weight, 1);
}

/** Adds a signed feature at some positions that its hash names. */
function place(vector: Float32Array, hash: number, weight: number, places: number): void {
  const share = weight / Math.sqrt(places);
  for (let i = 0, h = hash; i < places; i++, h = mix32(h + 0x9e3779b9)) {
    const position = (h >>> 1) % vector.length;
    vector[position] = (vector[position] ?? 0) + ((h & 1) === 1 ? share : -share);
  }
}

/** Long words are rare ones; this stands in for the frequencies that a pure function cannot know. */
function rarityOf(term: string): number {
  return Math.min(1.15, 0.55 + 0.1 * term.length);
}

function gramsOf(term: string): string[] {
  if (term.length < 3) return [];
  const framed = `^${term}$`;
  const grams: string[] = [];
  for (let size = 3; size <= 5; size++) for (let i = 0; i + size <= framed.length; i++) grams.push(framed.slice(i, i + size));
  return grams;
}
