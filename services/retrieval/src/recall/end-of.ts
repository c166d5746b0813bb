/** The end of one fact by what was said later, as one question sees it. */
import type { CheckedHit } from "../fuse/fold.ts";
import type { Focus } from "../question.ts";
import { mayBeReplaced, replacementOf } from "./replaces.ts";
import { compareTimes, readHits } from "./said.ts";

/** Whose child or friend somebody is does not end with what else becomes of them. */
export const kinKey =
  /^(?:sibling|brother|sister|child|son|daughter|parent|mother|father|grand(?:parent|child|mother|father)|aunt|uncle|cousin|niece|nephew|friend)$/;

/** When a fact has ended by what was said later, and by which of it; undefined where it stands by that. */
export function endOf(
  fact: CheckedHit,
  later: readonly CheckedHit[],
  focus: Focus,
  now: string,
): { readonly endedBy: string; readonly until: string } | undefined {
  if (focus.asked.length === 0 && focus.names.size === 0) return undefined;
  const [older, ...others] = readHits([fact, ...later], focus, now);
  if (older === undefined || !mayBeReplaced(older)) return undefined;
  const newer = others.filter((one) => compareTimes(older, one) < 0).sort(compareTimes);
  for (const sentence of older.sentences) {
    const by = replacementOf(sentence, older, newer, focus, false);
    if (by !== undefined) return { endedBy: by.hit.record.turnId || by.hit.record.id, until: by.hit.record.knownAt };
  }
  return undefined;
}
