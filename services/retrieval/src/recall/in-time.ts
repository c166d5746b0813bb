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
  if (time.tense === "former" && time.wanted === "" && time.before === "" && during.length === 0) return formerFirst(hits, focus);
  if (time.wanted === "" && time.before === "") return [...hits];
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

const formerKey = /^(?:former|previous|past|ex)_/;

/** Who asks what was before is answered by what has ended. */
function formerFirst(hits: readonly CheckedHit[], focus: Question["focus"]): CheckedHit[] {
  const said = readHits(hits.slice(0, looked), focus);
  const isFormer = ({ hit: { record }, tells, names }: Said) =>
    tells > 0 && names && (record.standing?.kind === "ended" || formerKey.test(record.key));
  const until = ({ hit: { record } }: Said) => record.standing?.until ?? "";
  // What ended last was so before what is.
  const former = said
    .filter(isFormer)
    .sort((a, b) => compare(until(b), until(a)))
    .map(({ hit }) => hit);
  return former.length === 0 ? [...hits] : withScoresOf(hits, [...former, ...hits.filter((hit) => !former.includes(hit))]);
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
