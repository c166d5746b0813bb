/** What is left of a sentence of which a part has ended. */
import { analyse, clausesOf, tellsOf, toldBy, type QuestionKind } from "@loci/text";
import type { Sentence } from "./said.ts";

/**
 * Whether an item of a list, or what tells of what is asked, is left of a sentence of which these terms have ended: "plays squash and
 * chess" without squash.
 */
export function leavesSome({ text }: Sentence, ended: ReadonlySet<string>, asked: readonly string[], kind?: QuestionKind): boolean {
  if (ended.size === 0) return false;
  if (kind !== "who" && onlyCompanion(text, ended, asked)) return true;
  const clauses = clausesOf(text);
  if (clauses.length < 2) return false;
  const purposes = clauses.map(({ start, end }) => purpose.exec(text.slice(start, end))?.[0] ?? "");
  const isGone = clauses.map(({ start, end }) => analyse(text.slice(start, end)).some((term) => ended.has(term)));
  // "Jira for tickets and Slack for chat": of tickets nothing is left.
  if (
    asked.some((term) => {
      const isFor = purposes.map((one) => one !== "" && analyse(one).includes(term));
      return isFor.includes(true) && isFor.every((is, i) => !is || isGone[i] === true);
    })
  )
    return false;
  // Without a conjunction what stands behind a comma says more of the same thing: "hosted on Nimbus, region North".
  const isList = clauses.some(
    ({ start, end, hasVerb }, i) => !hasVerb && i > 0 && isJoined(text, clauses[i - 1]?.end ?? 0, start, end),
  );
  return clauses.some(({ start, end, hasVerb }, i) => {
    const words = text.slice(start, end);
    if (analyse(words).some((term) => ended.has(term))) return false;
    if (!hasVerb && i > 0) return isList && !onlyTime.test(words);
    const told = toldBy(words);
    return hasVerb && asked.length > 0 && asked.every((term) => tellsOf(term, told));
  });
}

/** What an item of a list is for: "Slack for chat". */
const purpose = /\b(?:for|as) .+$/iu;
/** With whom something is so: "lives in Utrecht with roommate Daan". */
const companion = / (?:(?:together )?with|beside|next to) /iu;

/** Whether nothing but who is with somebody has ended, and what is asked is told without them. */
function onlyCompanion(text: string, ended: ReadonlySet<string>, asked: readonly string[]): boolean {
  const at = companion.exec(text)?.index ?? -1;
  if (at < 0 || asked.length === 0) return false;
  const [before, behind] = [text.slice(0, at), text.slice(at)];
  if (!/ (?:in|at|on|near|to) (?:the )?\p{L}/u.test(before) || analyse(before).some((term) => ended.has(term))) return false;
  if (!analyse(behind).some((term) => ended.has(term))) return false;
  const told = toldBy(before);
  return asked.every((term) => tellsOf(term, told));
}

/** "On Mondays and Thursdays" lists no things. */
const onlyTime =
  /^\W*(?:(?:and|or|on|at|in|the|every) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|evenings?|weekends?)\W*$/iu;

/** Whether a conjunction stands before an item, or in it. */
function isJoined(text: string, from: number, start: number, end: number): boolean {
  return /\b(?:and|or|plus)\b|&|;/i.test(text.slice(from, start)) || /\b(?:or|plus)\b|&/i.test(text.slice(start, end));
}
