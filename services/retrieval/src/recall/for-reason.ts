/** What stands in the place of something that is given as the reason: "A pipe burst at the church hall, so for the AGM it's the scout hut." */
import { analyse, comesBeside, isLightTerm, saysPlainly } from "@loci/text";
import type { Focus } from "../question.ts";
import { isPassage, readOnce, type Said, type Sentence } from "./said.ts";

const longest = 240;
const thenSo = /^(?<reason>[^.;]{8,160}?), (?:and )?(?:so|hence|therefore|which is why)\b,? (?<result>[^.;]{4,160})/iu;
const asFirst = /^(?:as|since|because|now that|with) (?<reason>[^,.;]{6,120}), (?<result>[^.;]{4,160})/iu;

/** When something is so is no place and no name. */
const calendar = new Set(
  analyse(
    `monday tuesday wednesday thursday friday saturday sunday january february march april May june july august september october november
    december`,
  ),
);

interface Reasoned {
  readonly reason: ReadonlySet<string>;
  readonly result: ReadonlySet<string>;
}

const reasonIn = readOnce(({ text }): Reasoned | undefined => {
  if (text.length > longest) return undefined;
  const { reason, result } = (thenSo.exec(text) ?? asFirst.exec(text))?.groups ?? {};
  return reason === undefined || result === undefined
    ? undefined
    : { reason: new Set(analyse(reason)), result: new Set(analyse(result)) };
});

/** Whether what an older sentence tells of the asked thing is only the reason in a newer one, whose result tells something else of that thing. */
export function isForReason(
  newer: Sentence,
  by: Said,
  older: Sentence,
  of: Said,
  { kinds, measure, names, asked, terms }: Focus,
): boolean {
  if (measure !== undefined || !(kinds.has("where") || kinds.has("which")) || !by.names || !of.names || !isPassage(by.hit))
    return false;
  if (older.tells === 0 || by.hit.record.speaker !== of.hit.record.speaker) return false;
  if (!saysPlainly(newer.text) || comesBeside(newer.text)) return false;
  const { reason, result } = reasonIn(newer) ?? {};
  if (reason === undefined || result === undefined) return false;
  const things = names.size > 0 ? [...names] : asked.filter((term) => !isLightTerm(term) && older.terms.has(term));
  if (things.length === 0 || !things.some((term) => result.has(term))) return false;
  const isValue = (term: string) => !terms.has(term) && !isLightTerm(term) && !calendar.has(term) && !/^\d/.test(term);
  const value = [...older.terms].filter(isValue);
  const given = value.filter((term) => reason.has(term) && !result.has(term));
  return (
    given.length > 0 &&
    !value.some((term) => result.has(term)) &&
    [...result].some((term) => !older.terms.has(term) && !terms.has(term))
  );
}
