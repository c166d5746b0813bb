import type { Position } from "../../values/value.ts";

const alphabet = "0123456789bcdefghjkmnpqrstuvwxyz";
const bitsOfCharacter = 5;

type Interval = [low: number, high: number];

/** Longitude and latitude are halved in turn; each bit tells in which half the point lies. */
export function encodeGeohash([longitude, latitude]: Position, length: number): string {
  const [x, y]: [Interval, Interval] = [
    [-180, 180],
    [-90, 90],
  ];
  let text = "";
  for (let bit = 0, index = 0; text.length < length; bit += 1) {
    const interval = bit % 2 === 0 ? x : y;
    const middle = (interval[0] + interval[1]) / 2;
    const upper = (bit % 2 === 0 ? longitude : latitude) > middle;
    interval[upper ? 0 : 1] = middle;
    index = index * 2 + Number(upper);
    if (bit % bitsOfCharacter !== bitsOfCharacter - 1) continue;
    text += alphabet[index] ?? "";
    index = 0;
  }
  return text;
}

/** The middle of the area that a geohash stands for. Of characters outside its alphabet the lowest five bits count. */
export function decodeGeohash(text: string): Position {
  const [x, y]: [Interval, Interval] = [
    [-180, 180],
    [-90, 90],
  ];
  let even = true;
  for (const character of text) {
    const known = alphabet.indexOf(character);
    const index = known < 0 ? (character.codePointAt(0) ?? 0) % alphabet.length : known;
    for (let bit = bitsOfCharacter - 1; bit >= 0; bit -= 1) {
      const interval = even ? x : y;
      interval[(index >> bit) % 2 === 1 ? 0 : 1] = (interval[0] + interval[1]) / 2;
      even = !even;
    }
  }
  return [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2];
}
