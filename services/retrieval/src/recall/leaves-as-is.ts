/** What a newer text leaves as it was, though it names the same and tells of a change. */
import { analyse, clausesOf, isLightTerm, mayTellChange, tellsOf, toldBy } from "@loci/text";
import type { Focus } from "../question.ts";
import { tellsAnyMeasure } from "./other-measure.ts";
import { readOnce, type Sentence } from "./said.ts";
import { subjectTerms } from "./subject-terms.ts";

/** Whether an older sentence holds beside a newer one that tells of another side of the same. */
export function leavesAsIs(newer: Sentence, older: Sentence, focus: Focus): boolean {
  if (newer.change === "ends") return (isEndOfUnion(newer) && !isOfUnion(older)) || standsElsewhere(newer, older);
  if (newer.change !== "changes") return false;
  return (
    (isResumed(newer) && !isPaused(older)) ||
    isGoal(newer) !== isGoal(older) ||
    (tellsOnlyMeasure(newer, older, focus) && !tellsAnyMeasure(older)) ||
    (isPostponed(newer) && !tellsAnyMeasure(older))
  );
}

/** "The membership is active again": over is the pause, and not the membership. */
const isResumed = readOnce(({ text }) =>
  /\b(?:is|are|['\u2019]s|['\u2019]re|was|were|been) (?:now )?(?:active|open|running|working|available|reachable|online|up|in operation|back on)(?: and running)? again\b|\b(?:resumed|reactivated|reopened|restarted|unfroze|unfrozen|unpaused)\b/iu.test(
    text,
  ),
);
const isPaused = readOnce(({ text }) =>
  /\b(?:paus|suspend|clos|shut|broken|out of (?:order|service)|down|offline|on hold|stopp|froz|unavailable|interrupt|not working|inactive)/iu.test(
    text,
  ),
);

/** What somebody aims at is another thing than what is: "down to 88 kilos" of "Goal: 85 kilos by Christmas". */
const isGoal = readOnce(({ text }) =>
  /^.{0,24}?\b(?:goals?|target|aim(?:s|ed|ing)? (?:for|at|to)|objective|resolution)\b/iu.test(text),
);

/** Whether all that a newer sentence says beside what is the same are figures: "Mrs Oduya now charges 35 pounds" of who teaches the piano. */
function tellsOnlyMeasure(newer: Sentence, older: Sentence, { terms }: Focus): boolean {
  if (!tellsAnyMeasure(newer)) return false;
  return [...newer.terms].every(
    (term) =>
      older.terms.has(term) ||
      terms.has(term) ||
      isLightTerm(term) ||
      mayTellChange([term]) ||
      ofFigures.has(term) ||
      /^\d/.test(term),
  );
}
const ofFigures = new Set(
  analyse(`
  charge charges charging cost costs price fee rate pay pays paid euro euros dollar dollars pound pounds franc francs crowns month week day hour
  year number many much lesson lessons one two three four five six seven eight nine ten twelve twenty thirty hundred thousand kilo kilos
  `),
);

/** "We pushed the trip back to September": when, and neither where nor whether. */
const isPostponed = readOnce(({ text }) =>
  /\b(?:push|mov|postpon|delay|bring|brought|reschedul|shift|put)\p{L}*\b[^.;]{0,60}\b(?:back|forward|to|until|till|by)\b[^.;]{0,24}(?:\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|week|month|year)\b)/iu.test(
    text,
  ),
);

/** "The user and Carmen have separated": over is what they were to one another, and not what she is. */
const isEndOfUnion = readOnce(({ text }) =>
  /\b(?:and|from|with|we|are) (?:[^.;]{0,40} )?(?:separated|divorced|broke up|broken up|split up|split|parted)\b|\b(?:separated|divorced|broke up|split up|split) (?:from|with)\b/iu.test(
    text,
  ),
);
const isOfUnion = readOnce(({ text }) =>
  /\b(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc\p{L}+|married|marriage|wedding|engaged|relationship|dating|seeing|together|couple|lives? with|living with|in-law|we|our|us|with)\b/iu.test(
    text,
  ),
);

/** Where the places stand that a sentence names: "the Café Luna near the station", "a Café Luna in Brighton". */
const placesOf = readOnce(
  ({ text }) =>
    new Map(
      [
        ...text.matchAll(
          /(\p{Lu}[\p{L}\p{M}'\u2019-]{1,30} \p{Lu}[\p{L}\p{M}'\u2019-]{1,30}) (?:(?:near|in|at|on|by|behind|opposite) (?:the |my |our )?)(\p{L}[\p{L}\p{M}'\u2019-]+)/gu,
        ),
      ].map(([, name = "", place = ""]) => [analyse(name).join(" "), analyse(place).join(" ")] as const),
    ),
);

/** Whether both name a place by one name, each in another spot: two of one name. */
function standsElsewhere(newer: Sentence, older: Sentence): boolean {
  const before = placesOf(older);
  return [...placesOf(newer)].some(([name, place]) => name.includes(" ") && before.has(name) && before.get(name) !== place);
}

/**
 * The terms of the clauses of a sentence that tell what is asked: "Our choir is directed by Helga and rehearses in the town hall" tells where by
 * words that have nothing of Helga.
 */
export function termsBesideAsked(sentence: Sentence, asked: readonly string[]): ReadonlySet<string> {
  const own = subjectTerms(sentence);
  const further = asked.filter((term) => !own.has(term));
  const clauses = clausesOf(sentence.text).map(({ start, end }) => sentence.text.slice(start, end));
  const telling = clauses.filter((clause) => further.some((term) => tellsOf(term, toldBy(clause))));
  return telling.length === 0 || telling.length === clauses.length
    ? sentence.terms
    : new Set(telling.flatMap((clause) => analyse(clause)));
}
