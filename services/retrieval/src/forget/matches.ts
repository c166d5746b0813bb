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
 * its key bears it, or where all of a field of talk ("my health") was asked for.
 */
export function matchesAmong(forgetting: Forgetting, records: readonly graph.MemoryRecord[]): FoundMatch[] {
  const passages = new Map(records.filter((record) => !isFact(record)).map((record) => [record.turnId || record.id, record]));
  const matched = records.flatMap((record): (FoundMatch & { readonly kind: string })[] => {
    const match = matchOf(forgetting, record);
    if (match === undefined) return [];
    const passage = isFact(record) && record.turnId !== "" ? passages.get(record.turnId) : undefined;
    if (passage !== undefined && isOthersFact(forgetting, record, passage)) return [];
    return [{ ...match, id: record.id, kind: record.kind }];
  });
  const isSaid = matched.some(({ kind, by }) => kind !== "entity" && by === "words");
  const isField = forgetting.isWide && forgetting.terms.some((term) => fieldOf(term).size > 0);
  return matched.filter(({ by, isByKey }) => by === "words" || isField || isByKey || !isSaid);
}
