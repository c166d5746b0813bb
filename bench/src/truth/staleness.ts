/** Whether a text shows what no longer holds as if it did, by sentences: plain rules that a reader can check. */
import { says } from "./spelling.ts";

/** Words that say so of all that stands behind them: before a line's colon, or in a heading for the lines below it. */
const marks = [
  ..."former formerly previous previously until ended expired past outdated superseded replaced mistaken withdrawn".split(" "),
  ...["no longer", "any more", "anymore"],
];
/** A sentence that has one of these says that something is past, ended, mistaken or not so. */
const past = [
  ...marks,
  ..."was were had ex not never wasnt isnt didnt left quit sold stopped died divorced switched wrong corrected cancelled".split(
    " ",
  ),
  ..."retired resigned stolen lost insolvency insolvent bankrupt".split(" "),
  ...["used to", "moved from", "changed from", "gave up", "gave out", "stepped down", "broke up", "instead of"],
];

/**
 * The sentence that shows something stale as current: it has a stale spelling, none of an answer, no word that says it is past, stands
 * behind no such word, and is no question.
 */
export function staleSentence(text: string, answers: readonly string[], stale: readonly string[]): string | undefined {
  return unmarkedLines(text)
    .flatMap(sentences)
    .find((one) => says(one, stale) && !says(one, answers) && !says(one, past) && !one.trimEnd().endsWith("?"));
}

/** The lines that neither their own beginning ("[2024-05-01, ended] user: …") nor the heading above them ("No longer so:") marks. */
function unmarkedLines(text: string): string[] {
  let isBelowMark = false;
  return text.split("\n").filter((line) => {
    if (line.trimEnd().endsWith(":")) isBelowMark = says(line, marks);
    const [beginning = "", ...rest] = line.split(": ");
    return !isBelowMark && !(rest.length > 0 && says(beginning, marks));
  });
}

function sentences(line: string): string[] {
  return line.split(/(?<=[.!?]["')\]]?)\s+|;\s+/).filter((sentence) => sentence.trim() !== "");
}
