/** Whether a text shows what no longer holds as if it did, by sentences: plain rules that a reader can check. */
import { says } from "./spelling.ts";

/** A sentence that has one of these says that something is past, ended, mistaken or not so. */
const past = [
  ..."former formerly previous previously until ended expired past was were had ex not never wasnt isnt didnt".split(" "),
  ..."left quit sold stopped died divorced switched replaced superseded mistaken wrong corrected cancelled withdrawn".split(" "),
  ...["used to", "no longer", "moved from", "changed from", "any more", "anymore", "gave up", "broke up", "instead of"],
];

/** Lines, and the sentences in them. */
export function sentences(text: string): string[] {
  return text.split(/(?<=[.!?]["')\]]?)\s+|\n+|;\s+/).filter((sentence) => sentence.trim() !== "");
}

/**
 * The sentence that shows something stale as current: it has a stale spelling, none of an answer, no word that says it is past, and is
 * no question.
 */
export function staleSentence(text: string, answers: readonly string[], stale: readonly string[]): string | undefined {
  return sentences(text).find((one) => says(one, stale) && !says(one, answers) && !says(one, past) && !one.trimEnd().endsWith("?"));
}
