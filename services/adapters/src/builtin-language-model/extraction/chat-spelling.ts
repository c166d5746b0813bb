/** How people write in chats: "im", "dont", "w/", "til". The parser knows the words in full. */
import type { OneSpaced } from "./one-spaced.ts";

const negated = "do does did is was are were has have had could would should ca"
  .split(" ")
  .map((verb): readonly [string, string] => [verb === "ca" ? "cant" : `${verb}nt`, verb === "ca" ? "can't" : `${verb}n't`]);

/** In lower case alone: "IM" and "Ive" may be names. */
const inFull: ReadonlyMap<string, string> = new Map([
  ...negated,
  ["ive", "I've"],
  ["hes", "he's"],
  ["shes", "she's"],
  ["theyre", "they're"],
  ["weve", "we've"],
  ["theyve", "they've"],
  ["w/", "with"],
  ["w/o", "without"],
  ["bc", "because"],
  ["ur", "your"],
  ["rn", "right now"],
  ["tmrw", "tomorrow"],
  ["bday", "birthday"],
  ["appt", "appointment"],
]);

const spellings = new RegExp(`(?<![\\p{L}\\p{N}'@/.#_-])(?:${[...inFull.keys()].join("|")})(?=[\\s,.;:!?)]|$)`, "gu");
/** Where a clause begins: "im" is a German word within one. */
const own = /(?<=^|[.,;:!?(]\s?|\b(?:and|but|so|now|then|that|because|bc|cause|since|when|while|yeah|btw|ok|well)\s)im(?=\s)/g;
/** Before a time: "til" is a Danish word elsewhere. */
const until =
  /(?<=\s)til(?=\s(?:\d|the\s|next\s|end\b|noon|midnight|tomorrow|easter|christmas|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))/gi;
/** "since like two months" */
const filler = /(?<=\b(?:since|for|about|in)\s)like\s(?=\d|(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|twenty)\s)/g;

/** The text with such words in full, and where a character of it stands in the text that it was made from. */
export function inFullWords(text: string): OneSpaced {
  const found = [
    ...[...text.matchAll(spellings)].map(({ 0: word, index }) => ({ index, word, full: inFull.get(word) ?? word })),
    ...[...text.matchAll(own)].map(({ 0: word, index }) => ({ index, word, full: "I'm" })),
    ...[...text.matchAll(until)].map(({ 0: word, index }) => ({ index, word, full: "until" })),
    ...[...text.matchAll(filler)].map(({ 0: word, index }) => ({ index, word, full: "" })),
  ].sort((a, b) => a.index - b.index);
  if (found.length === 0) return { text, placeOf: (index) => index };
  let plain = "";
  const places: number[] = [];
  let at = 0;
  const keep = (to: number) => {
    for (; at < to; at++) places.push(at);
  };
  for (const { index, word, full } of found) {
    plain += text.slice(at, index);
    keep(index);
    // Letters that stand in both keep their place; what was left out stands where the next letter does.
    let next = index;
    for (const letter of full) {
      places.push(Math.min(next, index + word.length - 1));
      if (text[next]?.toLowerCase() === letter.toLowerCase() && next < index + word.length) next += 1;
    }
    plain += full;
    at = index + word.length;
  }
  plain += text.slice(at);
  keep(text.length);
  return { text: plain, placeOf: (index) => places[index] ?? text.length };
}
