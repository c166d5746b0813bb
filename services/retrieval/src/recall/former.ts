/** What was so before what is: asked for by "before", "former", "used to". */
import type { CheckedHit } from "../fuse/fold.ts";
import type { Question } from "../question.ts";
import { newsFirst, withScoresOf } from "./news.ts";
import { readHits, type Said } from "./said.ts";

/** Beyond these nothing is moved. */
const looked = 16;
const formerKey = /^(?:former|previous|past|ex)_/;

/**
 * The hits, where what was is asked for, before all others those that have ended: by the truth, or by newer words. What happened once is over as
 * soon as it has happened, and was no state before another.
 */
export function formerFirst(hits: readonly CheckedHit[], question: Question): CheckedHit[] {
  const { time, during, focus } = question;
  if (time.tense !== "former" || time.wanted !== "" || time.before !== "" || during.length > 0) return [...hits];
  const { hits: marked } = newsFirst(hits.slice(0, looked), { ...question, time: { ...time, tense: "" } });
  const places = new Map(hits.map(({ record }, place) => [record.id, place]));
  const isFormer = ({ hit: { record }, tells, names }: Said) =>
    tells > 0 && names && record.key !== "event" && (record.standing?.kind === "ended" || formerKey.test(record.key));
  const until = ({ hit: { record } }: Said) => record.standing?.until ?? "";
  const place = ({ hit: { record } }: Said) => places.get(record.id) ?? 0;
  // What ended last was so before what is.
  const former = readHits(marked, focus)
    .filter(isFormer)
    .sort((a, b) => (until(a) > until(b) ? -1 : until(a) < until(b) ? 1 : place(a) - place(b)))
    .map(({ hit }) => hit);
  if (former.length === 0) return [...hits];
  const moved = new Set(former.map(({ record }) => record.id));
  return withScoresOf(hits, [...former, ...hits.filter(({ record }) => !moved.has(record.id))]);
}
