/** What is left of a sentence of which a part has ended. */
import { analyse, clausesOf, tellsOf, toldBy } from "@loci/text";
import type { Sentence } from "./said.ts";

/**
 * Whether an item of a list, or what tells of what is asked, is left of a sentence of which these terms have ended: "plays squash and
 * chess" without squash.
 */
export function leavesSome({ text }: Sentence, ended: ReadonlySet<string>, asked: readonly string[]): boolean {
  const clauses = clausesOf(text);
  if (clauses.length < 2 || ended.size === 0) return false;
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

/** "On Mondays and Thursdays" lists no things. */
const onlyTime =
  /^\W*(?:(?:and|or|on|at|in|the|every) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|evenings?|weekends?)\W*$/iu;

/** Whether a conjunction stands before an item, or in it. */
function isJoined(text: string, from: number, start: number, end: number): boolean {
  return /\b(?:and|or|plus)\b|&|;/i.test(text.slice(from, start)) || /\b(?:or|plus)\b|&/i.test(text.slice(start, end));
}
