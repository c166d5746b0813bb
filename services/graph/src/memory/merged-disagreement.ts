import { overlaps } from "@loci/kernel";
import type { Fact } from "./model.ts";
import { sameValue, validSpan } from "./timeline.ts";
import { keyClass, type Vocabulary } from "./vocabulary.ts";

/**
 * Where entities that were asserted to be the same disagree: the standing facts of different ones, by key, that cannot all be so.
 * Nothing is stored of it, as it ends with the assertion.
 */
export function mergedDisagreements<F extends Fact>(facts: readonly F[], vocabulary: Vocabulary): Map<string, F[]> {
  const found = new Map<string, F[]>();
  const byKey = Map.groupBy(
    facts.filter((fact) => !fact.derived && keyClass(vocabulary, fact.key) !== "multi"),
    (fact) => fact.key,
  );
  for (const [key, own] of byKey) {
    const disagrees = (a: F, b: F) => a.entityId !== b.entityId && !sameValue(a, b) && overlaps(validSpan(a), validSpan(b));
    const involved = own.filter((a) => own.some((b) => disagrees(a, b)));
    if (involved.length > 0) found.set(key, involved);
  }
  return found;
}
