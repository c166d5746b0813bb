/** Which facts newer words have ended: each is asked for by its own key, as a question would, and held against what was said after it. */
import type { retrieval } from "@loci/protos";
import type { CheckedHit } from "../fuse/fold.ts";
import { readQuestion } from "../question.ts";
import { newsFirst } from "./news.ts";

/** More later passages are not held against one fact: the time grows with the square of them. */
const compared = 16;

/**
 * @param facts that stand by the truth
 * @param passages what was said, best first
 * @param now when it is asked (RFC 3339)
 */
export function endedFacts(facts: readonly CheckedHit[], passages: readonly CheckedHit[], now: string): retrieval.EndedFact[] {
  return facts.flatMap((fact) => {
    const later = passages.filter(({ record }) => isLater(record, fact.record)).slice(0, compared);
    if (later.length === 0) return [];
    const standing = askedFor(fact)
      .map((question) => newsFirst([fact, ...later], readQuestion(question, now)))
      .flatMap(({ hits }) => hits.find(({ record }) => record.id === fact.record.id)?.record.standing ?? [])
      .find(({ kind }) => kind === "ended");
    return standing === undefined ? [] : [{ id: fact.record.id, endedBy: [...standing.endedBy], until: standing.until }];
  });
}

/** Said after the fact, elsewhere, and to the same people: what one user says ends nothing of another's. */
function isLater(passage: CheckedHit["record"], fact: CheckedHit["record"]): boolean {
  if (passage.turnId === fact.turnId || passage.knownAt < fact.knownAt) return false;
  return JSON.stringify(passage.scopes) === JSON.stringify(fact.scopes);
}

/** "What is Ella's allergy?", "What is my phone number?"; of what there may be several, also by the one that it is: "… uses Chrome". */
export function askedFor({ record: { entityName, key, value } }: Pick<CheckedHit, "record">): string[] {
  const what = key.replaceAll("_", " ");
  const whose = entityName === "user" ? "my" : `${entityName}'s`;
  return [`What is ${whose} ${what}?`, ...(ofMany.test(key) ? [`What is ${whose} ${what} ${value}?`] : [])];
}

/** Keys of which somebody has several values at once. */
const ofMany =
  /(?:^|_)(?:uses|takes|owns|has|plays|wears|eats|drinks|reads|watches|subscribes_to|member_of|attends|hobby|learning|pet|likes)$/;
