/** The order in time that a question asks for. */
import { analyse, isLightTerm } from "@loci/text";
import type { CheckedHit } from "../fuse/fold.ts";
import type { Question } from "../question.ts";
import { withScoresOf } from "./news.ts";
import { isName, isPassage, readHits, type Said } from "./said.ts";

/** Beyond these nothing is moved: who asks for the first of something means one that answers. */
const looked = 16;

/** Of the hits that answer equally well the first, or the latest, comes first, where the question asks for that; or what held before something happened. */
export function inTime(hits: readonly CheckedHit[], { focus, time, during }: Asked): CheckedHit[] {
  if (time.wanted === "" && time.before === "") return during.length === 0 ? [...hits] : overBefore(hits, during);
  const telling = (asked: readonly string[]) => {
    const said = readHits(hits.slice(0, looked), { ...focus, asked });
    return { asked, said, best: Math.max(0, ...said.filter((one) => !isName(one)).map(({ tells }) => tells)) };
  };
  // "Which trip went first" asks for trips; "what did she see first" for what was seen.
  const heavy = telling(focus.asked.filter((term) => !isLightTerm(term)));
  const { asked, said, best } = heavy.best > 0 ? heavy : telling(focus.asked);
  if (best === 0) return [...hits];
  const answers = answering(said, best, asked);
  const first = time.before === "" ? byTime(answers, time.wanted) : beforeThat(said, time.before);
  const rest = said.filter((one) => !first.includes(one));
  // Those that answer take the places that they had; what held before something goes before all.
  const ordered = time.before === "" ? said.map((one) => (first.includes(one) ? undefined : one)) : [...first, ...rest];
  let next = 0;
  const placed = ordered.map((one) => one ?? first[next++]).flatMap((one) => (one ? [one.hit] : []));
  return withScoresOf(hits, [...placed, ...hits.slice(looked)]);
}

type Asked = Pick<Question, "focus" | "time" | "during">;

/** What had ended before the time that is asked about comes behind what had not. */
function overBefore(hits: readonly CheckedHit[], during: Asked["during"]): CheckedHit[] {
  const isOver = ({ record: { standing } }: CheckedHit) =>
    standing?.kind === "ended" && standing.until !== "" && during.every(({ from }) => standing.until <= from);
  const [over, held] = [hits.filter(isOver), hits.filter((hit) => !isOver(hit))];
  return over.length === 0 || held.length === 0 ? [...hits] : withScoresOf(hits, [...held, ...over]);
}

const saysFirst = /\b(?:first|earliest)\b/i;
const saysLatest = /\b(?:last|latest|newest|most recent)\b/i;

/**
 * What answers equally well: of those that have as many of the asked words as any other, all that tell at least half of what the best tells.
 */
function answering(said: readonly Said[], best: number, asked: readonly string[]): Said[] {
  const answers = said.filter((one) => !isName(one) && one.names && one.tells >= best / 2);
  const has = ({ terms }: Said) => asked.some((term) => terms.has(term));
  return answers.some(has) ? answers.filter(has) : answers;
}

function saysOther({ hit }: Said, wanted: "first" | "latest" | ""): boolean {
  return (wanted === "latest" ? saysFirst : saysLatest).test(hit.record.text);
}

function byTime(answers: readonly Said[], wanted: "first" | "latest" | ""): Said[] {
  const sign = wanted === "first" ? 1 : -1;
  const isOther = (one: Said) => Number(saysOther(one, wanted));
  // What says of itself that it is the first is not the latest.
  return [...answers].sort((a, b) => isOther(a) - isOther(b) || sign * compare(happened(a), happened(b)));
}

/** The latest of what answers and was known before what the words tell of. */
function beforeThat(said: readonly Said[], words: string): Said[] {
  const terms = analyse(words);
  const share = ({ terms: own }: Said) => terms.filter((term) => own.has(term)).length;
  const [event] = [...said].filter(({ hit }) => isPassage(hit)).sort((a, b) => share(b) - share(a) || a.place - b.place);
  if (event === undefined || share(event) === 0) return [];
  const earlier = said.filter((one) => !isName(one) && one.names && one.tells > 0 && happened(one) < happened(event));
  return earlier.sort((a, b) => b.tells - a.tells || compare(happened(b), happened(a)));
}

function happened({ hit: { record } }: Said): string {
  return record.validFrom || record.knownAt;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
