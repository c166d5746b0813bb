import { analyse } from "./analyse.ts";
import { parseSpeaker } from "./speaker.ts";

/** A turn or chunk as it is indexed. */
export interface Passage {
  /** Who said it, or "". */
  readonly speaker: string;
  /** When it was known: RFC 3339, or "". */
  readonly knownAt: string;
  readonly text: string;
}

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/**
 * The terms of a passage as indexed: its date as a question would name it (year, month, day of month), its speaker, its text. A
 * "Speaker:" prefix of the text that repeats the speaker is not counted twice.
 */
export function analysePassage({ speaker, knownAt, text }: Passage): string[] {
  const prefix = parseSpeaker(text);
  const name = speaker === "" ? prefix.speaker : speaker;
  const said = sameName(prefix.speaker, name) ? text.slice(prefix.start) : text;
  return [...analyse(dateWords(knownAt)), ...analyse(name), ...analyse(said)];
}

function dateWords(knownAt: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(knownAt);
  if (!match) return "";
  return `${match[1] ?? ""} ${months[Number(match[2]) - 1] ?? ""} ${Number(match[3])}`;
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
