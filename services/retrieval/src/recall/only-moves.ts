/** Who moves house lives elsewhere from then on, and is still who they were: a sister, a cardiologist, a glassblower. */
import { clausesOf, tellsOf, toldBy } from "@loci/text";
import type { Focus } from "../question.ts";
import { readOnce, type Sentence } from "./said.ts";
import { subjectTerms } from "./subject-terms.ts";

/** "Moved to Murano", not "moved to Wednesday" or "moved to 4 May". */
const moves = readOnce(({ text }) =>
  /\b(?:mov(?:es?|ed|ing)|relocat(?:es?|ed|ing))\b(?: \p{Ll}{1,12}){0,2} (?:to|into) (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))\p{Lu}/u.test(
    text,
  ),
);
const moving = /\b(?:mov|relocat)/iu;

function countTold(asked: readonly string[], told: ReadonlySet<string>): number {
  return asked.filter((term) => tellsOf(term, told)).length;
}

const isOfPlace = readOnce(({ text }) =>
  /\b(?:liv(?:es?|ed|ing)|residence|location|address|home|house|flat|based|mov\p{Ll}+|office|practice|in|at|from|near)\b/iu.test(
    text,
  ),
);

/** Whether the newer sentence says that somebody moves, and neither the older one nor the question is of a place. */
export function onlyMoves(newer: Sentence, older: Sentence, { kinds, asked }: Focus): boolean {
  if (!moves(newer) || isOfPlace(older) || kinds.has("where")) return false;
  // "Professor Aalto moved to Oulu, so Dr Nyman is my advisor now": another clause tells what is asked.
  const others = clausesOf(newer.text).map(({ start, end }) => newer.text.slice(start, end));
  if (others.some((clause) => !moving.test(clause) && asked.length > 0 && countTold(asked, toldBy(clause)) > 0)) return false;
  // "Hosting moves to OVH": what is asked for itself moves.
  if ([...subjectTerms(newer)].some((term) => asked.includes(term))) return false;
  return !asked.some((term) => tellsOf(term, new Set(["live", "home", "move"])));
}
