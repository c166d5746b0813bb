/** What is told right behind what names it, in a pronoun: "Ida bought a boat. It lies in Kiel." */
import type { CheckedHit } from "../fuse/fold.ts";
import type { Question } from "../question.ts";
import { withScoresOf } from "./news.ts";

/** More is not looked at. */
const looked = 16;
/** So many turns later "it" may still be the same. */
const within = 3;

const number = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand)\b/i;
/** What holds the kind of answer that is asked for. */
const holds: Readonly<Record<string, RegExp>> = {
  where: /\b(?:in|at|on|to|near|by|behind|next to) (?:the |a |an )?[\p{L}\d]/iu,
  how_many: number,
  how_much: number,
  when: /\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|noon|midnight|tomorrow)\b/i,
};
const called = /\b(?:called|named|name)\b/i;
const naming = /\b(?:called|named|name|names)\b.* \p{Lu}/u;
const pronoun = /^(?:and |but |so )?(?:it|he|she|they|its|his|her|their)(?:['\u2019]s)?\b/i;

/**
 * The hits, before the first one that names what is asked, but holds no answer of the kind that is asked for, what its speaker said soon
 * after of "it" or "her" and what holds one.
 */
export function byPronoun(
  hits: readonly CheckedHit[],
  { focus, text, time }: Pick<Question, "focus" | "text" | "time">,
): CheckedHit[] {
  const pattern = called.test(text) ? naming : holds[focus.kind ?? ""];
  if (pattern === undefined || time.tense === "former" || focus.names.size === 0) return [...hits];
  const [first] = hits.filter(({ ranked: { candidate } }) => candidate.class !== "entity");
  if (first === undefined || pattern.test(first.record.text)) return [...hits];
  const said = hits.slice(0, looked);
  const [named] = said.filter(({ record, ranked }) => ranked.candidate.class === "passage" && isOf(record.turnId, first));
  if (named === undefined || pattern.test(named.record.text)) return [...hits];
  const answer = said.find((hit) => isBehind(hit, named) && pronoun.test(hit.record.text) && pattern.test(hit.record.text));
  return answer === undefined ? [...hits] : withScoresOf(hits, [answer, ...hits.filter((hit) => hit !== answer)]);
}

function isOf(turnId: string, { record }: CheckedHit): boolean {
  return turnId !== "" && turnId === record.turnId;
}

function isBehind({ record, ranked }: CheckedHit, { record: named }: CheckedHit): boolean {
  const apart = record.seq - named.seq;
  const isSameVoice = record.speaker === named.speaker && record.role === named.role;
  return (
    ranked.candidate.class === "passage" &&
    isSameVoice &&
    record.sessionId !== "" &&
    record.sessionId === named.sessionId &&
    apart > 0 &&
    apart <= within
  );
}
