/** What ended the best answer: where nothing came in its place, that is what can be said now. "Who is my flatmate?": "Piet moved out in May." */
import { analyse, tellsOf } from "@loci/text";
import type { CheckedHit } from "../fuse/fold.ts";
import type { Ranked } from "../fuse/rank.ts";
import type { Question } from "../question.ts";
import { wordsOf } from "../words.ts";
import { hasEnded } from "./by-standing.ts";
import { withScoresOf } from "./news.ts";
import { isPassage } from "./order.ts";

/** What has ended answers the question only where it is found among the first. */
const looked = 5;
/** Of what no leg found, before it takes its place. */
const least = 0.001;

/**
 * The turns that ended something which would answer, each with the place among the hits that the ended one had.
 * @param checked with what has ended, best first
 */
export function endersOf(checked: readonly CheckedHit[], { focus, time }: Question): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  if (time.tense !== "" || time.wanted !== "" || focus.asked.length === 0) return places;
  for (const [place, hit] of checked.slice(0, looked).entries()) {
    for (const id of endedBy(hit, focus)) if (!places.has(id)) places.set(id, place);
  }
  return places;
}

/** What ended a hit that would answer, or the part of it that would: "My partner is Ilse, who works at the aquarium." */
function endedBy({ record }: CheckedHit, focus: Question["focus"]): readonly string[] {
  const { standing } = record;
  if (hasEnded({ record })) return wouldAnswer(record.text, record, focus) ? (standing?.endedBy ?? []) : [];
  const parts = (standing?.endedParts ?? []).filter((part) => wouldAnswer(part.text, record, focus));
  return parts.flatMap((part) => (part.endedBy === "" ? [] : [part.endedBy]));
}

function wouldAnswer(text: string, { entityName }: CheckedHit["record"], { asked, names }: Question["focus"]): boolean {
  const { told, list } = wordsOf(text);
  const terms = new Set([...list, ...analyse(entityName)]);
  return asked.every((term) => tellsOf(term, told)) && [...names].every((name) => terms.has(name));
}

/** Those turns that are not looked at yet: as they were ranked, or, where they share nothing with the question, for what they ended alone. */
export function unlooked(ranked: readonly Ranked[], looked: readonly CheckedHit[], enders: ReadonlyMap<string, number>): Ranked[] {
  const known = new Set(looked.map((hit) => hit.ranked.candidate.id));
  const rankedById = new Map(ranked.map((one) => [one.candidate.id, one]));
  const missing = [...enders.keys()].filter((id) => id.startsWith("turn:") && !known.has(id));
  return missing.map((id) => rankedById.get(id) ?? unranked(id));
}

function unranked(id: string): Ranked {
  const said = { terms: [], speaker: "", sessionId: "", seq: 0, documentId: "", knownAt: "", bm25: 0, cosine: 0 };
  return { candidate: { id, class: "passage", ...said }, score: least, parts: [{ leg: "source", score: 1, contribution: least }] };
}

/** The hits, each such turn in the place that what it ended had, and not behind where it was. */
export function withEnders(
  checked: readonly CheckedHit[],
  further: readonly CheckedHit[],
  enders: ReadonlyMap<string, number>,
): CheckedHit[] {
  if (enders.size === 0) return [...checked];
  const placeOf = ({ ranked: { candidate } }: CheckedHit, place: number) =>
    isPassage(candidate) ? Math.min(place, enders.get(candidate.id) ?? Infinity) : place;
  const all = [...checked, ...further];
  const inOrder = all.map((hit, place) => ({ hit, place: placeOf(hit, place) })).sort((a, b) => a.place - b.place);
  return withScoresOf(
    all,
    inOrder.map(({ hit }) => hit),
  );
}
