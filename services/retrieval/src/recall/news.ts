/** What newer words put in the place of older ones, where the truth does not know of it: nothing, or not this, was read from them. */
import type { graph } from "@loci/protos";
import type { CheckedHit } from "../fuse/fold.ts";
import type { Question } from "../question.ts";
import { scaledTo } from "./order.ts";
import { goesBefore, mayBeReplaced, replacementOf } from "./replaces.ts";
import { compareTimes, isPassage, readHits, type Said, type Sentence } from "./said.ts";

/** More is not compared: the time grows with the square of it, and nobody reads so far. */
const compared = 24;

export interface Newly {
  readonly hits: readonly CheckedHit[];
  /** The ids of those that took the place of others. */
  readonly news: ReadonlySet<string>;
}

/**
 * What newer words replace comes after all that they do not, marked as ended by them; they take its place. What is not replaced keeps its
 * order. A question of what was is not answered by what is now, but by corrections.
 */
export function newsFirst(hits: readonly CheckedHit[], { focus, time }: Pick<Question, "focus" | "time">): Newly {
  const unchanged = { hits, news: new Set<string>() };
  if (time.tense === "former" || time.wanted === "first" || (focus.asked.length === 0 && focus.names.size === 0)) return unchanged;
  const said = readHits(hits.slice(0, compared), focus);
  const byAge = [...said].sort(compareTimes);
  const places = new Map<Said, number>(said.map((one) => [one, one.place]));
  const takePlace = (newer: Said, older: Said) => places.set(newer, Math.min(placeOf(newer), placeOf(older)));
  const placeOf = (one: Said) => places.get(one) ?? one.place;
  const marked = new Map<CheckedHit, CheckedHit>();
  const news = new Set<string>();
  for (const [at, older] of byAge.entries()) {
    if (!mayBeReplaced(older)) continue;
    const later = byAge.slice(at + 1).filter((one) => compareTimes(older, one) < 0);
    const parts: graph.EndedPart[] = [];
    for (const sentence of older.sentences) {
      const newer = replacementOf(sentence, older, later, focus, time.tense === "past");
      if (newer === undefined) continue;
      parts.push(endedPart(sentence, newer));
      news.add(newer.hit.record.id);
      takePlace(newer, older);
    }
    if (parts.length > 0) marked.set(older.hit, withParts(older, parts));
    if (time.tense === "") for (const one of later) if (goesBefore(one, older, focus)) takePlace(one, older);
  }
  if (marked.size === 0 && said.every((one) => placeOf(one) === one.place)) return unchanged;
  const ordered = [...said].sort((a, b) => placeOf(a) - placeOf(b) || compareTimes(b, a) || a.place - b.place);
  const all = [...ordered.map(({ hit }) => hit), ...hits.slice(compared)].map((hit) => ({ hit: marked.get(hit) ?? hit, was: hit }));
  const isReplaced = ({ hit, was }: (typeof all)[number]) => hit !== was && hit.record.standing?.kind === "ended";
  const inOrder = [...all.filter((one) => !isReplaced(one)), ...all.filter(isReplaced)].map(({ hit }) => hit);
  return { hits: withScoresOf(hits, inOrder), news };
}

function endedPart({ text, start, end }: Sentence, { hit: { record } }: Said): graph.EndedPart {
  return { factId: "", text, spanStart: start, spanEnd: end, until: record.knownAt, endedBy: record.turnId || record.id };
}

const wordsOfMore = 3;

/** A record with what newer words replaced of it: `ended` where that is all that it says. */
function withParts({ hit, sentences, saysMore: goesOn }: Said, parts: readonly graph.EndedPart[]): CheckedHit {
  const { standing } = hit.record;
  const gone = new Set(parts.map((part) => part.spanStart));
  const saysMore =
    goesOn || sentences.some(({ start, text }) => !gone.has(start) && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= wordsOfMore);
  const endedParts = [...(standing?.endedParts ?? []), ...(isPassage(hit) ? parts : [])];
  const last = parts.reduce((a, b) => (a.until > b.until ? a : b));
  const next = saysMore
    ? { kind: standing?.kind ?? "current", endedBy: [], until: "", endedParts }
    : { kind: "ended", endedBy: [...new Set(parts.map((part) => part.endedBy))], until: last.until, endedParts };
  return { ranked: hit.ranked, record: { ...hit.record, standing: next } };
}

/** Hits in a new order with the scores of the old one, so that scores fall. */
export function withScoresOf(before: readonly CheckedHit[], ordered: readonly CheckedHit[]): CheckedHit[] {
  const scores = before.map(({ ranked }) => ranked.score).sort((a, b) => b - a);
  return ordered.map(({ record, ranked }, i) => ({ record, ranked: scaledTo((scores[i] ?? 0) / (ranked.score || 1), ranked) }));
}
