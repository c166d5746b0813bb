/** What of the records that were found is to be forgotten, decided over all of them. */
import type { graph } from "@loci/protos";
import { fieldOf } from "@loci/text";
import type { Forgetting } from "./question.ts";
import { isFact, isOthersFact, matchOf, type RecordMatch } from "./relevance.ts";

export interface FoundMatch extends RecordMatch {
  readonly id: string;
}

/**
 * The matches among the records. What only means it goes where nothing says it in its words ("my cat" is no dog where there is a cat), where
 * its key bears it, or where all of a field of talk ("my health") was asked for. A silent turn, a question for one, says nothing by itself:
 * where it has the words, what only means it goes all the same.
 * @param silent ids of silent turns
 * @param pause called between the records and within them
 */
export async function matchesAmong(
  forgetting: Forgetting,
  records: readonly graph.MemoryRecord[],
  silent: ReadonlySet<string>,
  pause: () => Promise<void>,
): Promise<FoundMatch[]> {
  const passages = new Map(records.filter((record) => !isFact(record)).map((record) => [record.turnId || record.id, record]));
  const matched: (FoundMatch & { readonly kind: string })[] = [];
  for (const record of records) {
    await pause();
    const match = await matchOf(forgetting, record, pause);
    if (match === undefined) continue;
    const passage = isFact(record) && record.turnId !== "" ? passages.get(record.turnId) : undefined;
    if (passage !== undefined && isOthersFact(forgetting, record, passage)) continue;
    matched.push({ ...match, id: record.id, kind: record.kind });
  }
  const isSaid = matched.some(({ id, kind, by }) => kind !== "entity" && by === "words" && !silent.has(id));
  const isField = forgetting.isWide && forgetting.terms.some((term) => fieldOf(term).size > 0);
  return matched.filter(({ by, isByKey }) => by === "words" || isField || isByKey || !isSaid);
}

/** Each record once: one that was found as it is shown and with the words that it lost goes by both, with all of its parts. */
export function eachOnce(matches: readonly FoundMatch[]): FoundMatch[] {
  const found = new Map<string, FoundMatch>();
  for (const match of matches) {
    const other = found.get(match.id);
    const best = other !== undefined && other.score > match.score ? other : match;
    found.set(match.id, { ...best, parts: [...(other?.parts ?? []), ...match.parts] });
  }
  return [...found.values()];
}
