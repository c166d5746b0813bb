/** Whether newer words put something in the place of older ones, by the words alone. */
import { analyse, comesBeside, isLightTerm } from "@loci/text";
import type { Focus } from "../question.ts";
import { compareTimes, isName, isPassage, type Said, type Sentence } from "./said.ts";

/** A correction follows what it corrects in its session, with an answer between them at most. */
const correctedWithin = 2;

/** A name replaces nothing and is not replaced; of what is in dispute or has ended the truth has decided already. */
export function mayBeReplaced(said: Said): boolean {
  const kind = said.hit.record.standing?.kind;
  return !isName(said) && kind !== "ended" && kind !== "disputed";
}

function mayReplace({ hit }: Said, older: Said): boolean {
  const kind = hit.record.standing?.kind;
  return isPassage(hit) && kind !== "ended" && kind !== "disputed" && hit.record.turnId !== older.hit.record.turnId;
}

/** Whether a sentence puts something in the place of what an older one says of what is asked. */
function replaces(newer: Sentence, by: Said, older: Sentence, of: Said, { asked, names, terms }: Focus): boolean {
  if (newer.change === undefined) return by.names && of.names && isOtherAmount(newer, by, older, of, asked);
  const shared = sharedTerms(newer, older);
  if (newer.change === "corrects") {
    if (follows(by, of) && isOfOneShape(newer, older)) return true;
    return older.tells > 0 && of.names && shared.length > 0 && (shared.length > 1 || !terms.has(shared[0] ?? ""));
  }
  if (!of.names || (asked.length > 0 && older.tells === 0)) return false;
  const common = shared.filter((term) => !isLightTerm(term) || asked.includes(term));
  const ofValue = common.filter((term) => !terms.has(term));
  if (newer.change === "ends" && ofValue.length > 0) return true;
  if (by.names && newer.tells > 0 && (newer.tells >= older.tells || common.length > 1)) return names.size > 0 || common.length > 0;
  return ofValue.length > 0 && by.names && namesOther(newer, older);
}

/** From this share of common terms on, two passages say the same kind of thing. */
const sameKind = 0.5;

/**
 * Whether a newer text comes before an older one that it does not replace: it says the same kind of thing of the same, or tells what is asked
 * where the older one only says that something has ended.
 */
export function goesBefore(newer: Said, older: Said, focus: Focus): boolean {
  if (isName(newer) || isName(older) || !newer.names) return false;
  const onlyEnds = older.sentences.some(({ change, tells }) => change === "ends" && tells > 0);
  const goesOn = newer.sentences.some(
    ({ change, tells }) => (change !== "ends" && tells > 0) || (change === "changes" && focus.names.size > 0),
  );
  if (onlyEnds && goesOn) return true;
  return (
    newer.tells > 0 &&
    newer.tells >= older.tells &&
    isPassage(newer.hit) &&
    isPassage(older.hit) &&
    likeness(newer.terms, older.terms) >= sameKind
  );
}

/** Jaccard similarity. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((term) => b.has(term)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

function follows({ hit: { record: newer } }: Said, { hit: { record: older } }: Said): boolean {
  const apart = newer.seq - older.seq;
  if (newer.speaker !== older.speaker || newer.role !== older.role) return false;
  return newer.sessionId !== "" && newer.sessionId === older.sessionId && apart > 0 && apart <= correctedWithin;
}

/** Whether one can stand in for a part of the other: both have a number, or else a name, or share a word. */
function isOfOneShape(newer: Sentence, older: Sentence): boolean {
  const has = (pattern: RegExp) => [newer, older].every(({ text }) => pattern.test(text));
  return has(/\p{N}/u) || (!/\p{N}/u.test(newer.text) && has(nameWithin)) || sharedTerms(newer, older).length > 0;
}

const nameWithin = /(?<=\s)\p{Lu}[\p{L}\p{M}]+/u;

function sharedTerms(a: Sentence, b: Sentence): string[] {
  return [...a.terms].filter((term) => b.terms.has(term));
}

/** Whether a sentence has a name or a number that the other has not. */
function namesOther({ text }: Sentence, { terms }: Sentence): boolean {
  const named = text.match(/(?<=\s)\p{Lu}[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  return named.some((name) => analyse(name).some((term) => !terms.has(term)));
}

const number =
  "\\d[\\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred";
const amount = new RegExp(`\\b(${number}) (\\p{L}+)`, "giu");

/** Whether both count the same asked thing, by one speaker, and differ. */
function isOtherAmount(newer: Sentence, by: Said, older: Sentence, of: Said, asked: readonly string[]): boolean {
  if (by.hit.record.speaker !== of.hit.record.speaker || comesBeside(newer.text) || newer.text.endsWith("?")) return false;
  if (/\b(?:according to|says?|said|per)\b/i.test(newer.text)) return false;
  const before = amountsOf(older.text);
  return [...amountsOf(newer.text)].some(([of, count]) => asked.includes(of) && before.has(of) && before.get(of) !== count);
}

function amountsOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(amount)].flatMap(([, count = "", what = ""]) => analyse(what).map((term) => [term, count.toLowerCase()])),
  );
}

/**
 * The oldest of the later hits that puts something in the place of a sentence; undefined where none does, or where the same was said again
 * after it.
 * @param onlyCorrections what was, later changes leave as it was
 */
export function replacementOf(
  sentence: Sentence,
  older: Said,
  later: readonly Said[],
  focus: Focus,
  onlyCorrections: boolean,
): Said | undefined {
  const newer = later.find(
    (one) =>
      mayReplace(one, older) &&
      one.sentences.some(
        (other) => (!onlyCorrections || other.change === "corrects") && replaces(other, one, sentence, older, focus),
      ),
  );
  return newer && later.some((one) => compareTimes(newer, one) < 0 && saysAgain(one, sentence)) ? undefined : newer;
}

function saysAgain({ hit, sentences }: Said, { terms }: Sentence): boolean {
  return isPassage(hit) && sentences.some((one) => one.change === undefined && [...terms].every((term) => one.terms.has(term)));
}
