/** Of what there is more or less than before stands all else: "the dose was raised to 16 mg" of who prescribed it. */
import { analyse } from "@loci/text";
import type { Focus } from "../question.ts";
import { readOnce, type Sentence } from "./said.ts";
import { subjectTerms } from "./subject-terms.ts";

const raises = readOnce(({ text }) =>
  /\b(?:raised|lowered|increased|decreased|reduced|upped|doubled|halved|tripled|bumped|(?:went|gone|put) (?:[^.;]{1,30} )?(?:up|down))\b[^.;]{0,40}\d/iu.test(
    text,
  ),
);

/** "Put the rent up": of this there is more. */
const putUp = readOnce(({ text }) => analyse(/\bput ([^.;]{1,30}) (?:up|down)\b/iu.exec(text)?.[1] ?? ""));

/** Whether a newer sentence tells only how much there is of what an older one still names, and nobody asks how much. */
export function onlyRaises(newer: Sentence, older: Sentence, { measure, terms }: Focus): boolean {
  if (measure !== undefined || newer.change !== "changes" || !raises(newer)) return false;
  return [...subjectTerms(newer), ...putUp(newer)].some((term) => older.terms.has(term) && !terms.has(term));
}
