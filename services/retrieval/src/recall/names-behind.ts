/** What somebody is called is no answer to what they do, have or where they are. */
import { analyse } from "@loci/text";
import type { CheckedHit } from "../fuse/fold.ts";
import type { Question } from "../question.ts";
import { withScoresOf } from "./news.ts";
import { onlyNames } from "./other-names.ts";
import { isPassage } from "./said.ts";

const naming =
  /^(?:(?:full_|given_|first_|nick|preferred_|real_|stage_|code_)?name|also_known_as|known_as|goes_by|alias|aka|called|initials|handle|username)$/;
/** "What is NKV?" may be answered by a name, what somebody does may not. */
const ofDeeds = /\b(?:do|does|did|has|have|had|will|can|could|should|where|when)\b/iu;

/** The hits with what tells only names and stands first behind the first hit that says something else. */
export function namesBehind(hits: readonly CheckedHit[], { focus, text }: Pick<Question, "focus" | "text">): readonly CheckedHit[] {
  if (focus.wantsName || focus.kinds.has("who") || !ofDeeds.test(text)) return hits;
  const words = new Set(analyse(text));
  const isName = (hit: CheckedHit) =>
    isPassage(hit)
      ? onlyNames(hit.record.text)
      : naming.test(hit.record.key) && !analyse(hit.record.key.replaceAll("_", " ")).some((term) => words.has(term));
  const at = hits.findIndex((hit) => !isName(hit));
  if (at <= 0) return hits;
  return withScoresOf(hits, [...hits.slice(at, at + 1), ...hits.slice(0, at), ...hits.slice(at + 1)]);
}
