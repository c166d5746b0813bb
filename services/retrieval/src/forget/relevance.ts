import { normaliseName, normaliseType } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { analyse, conceptsOf } from "@loci/text";
import { speaksOfSelf, type AskedName, type Forgetting } from "./question.ts";

/**
 * How much of what is asked for, weighed by how rare its terms are, a record has to hold. On the set in forget.test.ts 0.6 to 0.9 match the
 * same, 0.5 too much: the set does not fix it closer.
 */
const threshold = 0.7;
/** The name under which first-person facts are kept. */
const selfName = "user";

/** Inverse document frequencies: the weight of each term of the request among what the caller sees. */
export type TermWeights = ReadonlyMap<string, number>;

/** @param holders how many of all `documents` hold each term */
export function weigh(terms: readonly string[], holders: ReadonlyMap<string, number>, documents: number): TermWeights {
  const inverse = (count: number) => Math.log(1 + (Math.max(0, documents - count) + 0.5) / (count + 0.5));
  return new Map(terms.map((term) => [term, inverse(holders.get(term) ?? 0)]));
}

/**
 * Whether a record may be what is to be forgotten, by its terms alone: a first sieve, which lets too much through. Likeness of
 * vectors counts nothing: what merely resembles must not be lost.
 */
export function mayMatch(
  forgetting: Forgetting,
  weights: TermWeights,
  terms: ReadonlySet<string>,
  isOfNamed: boolean,
  isFact: boolean,
): boolean {
  const isNamed = isOfNamed || forgetting.names.every((name) => name.terms.every((term) => terms.has(term)));
  return (
    isNamed && share(forgetting.terms, weights, (term) => terms.has(term) || (isFact && sharesConcept(term, terms))) >= threshold
  );
}

/** Whether a record is what is to be forgotten: it has every name that is asked for, and enough of the rest. */
export function matches(forgetting: Forgetting, weights: TermWeights, record: graph.MemoryRecord): boolean {
  if (!forgetting.names.every((name) => hasName(record, name))) return false;
  if (forgetting.isOwn && !isOwn(record)) return false;
  const terms = new Set(analyse(`${record.speaker} ${record.text}`));
  const key = isFact(record) ? new Set(analyse(record.key.replaceAll("_", " "))) : new Set<string>();
  const held = share(forgetting.terms, weights, (term) => terms.has(term) || sharesConcept(term, key));
  // An entity is a record of its own: it goes when it is asked for whole, and not for a part of what is known of it.
  return record.kind === "entity" ? forgetting.names.length > 0 && held === 1 : held >= threshold;
}

export function isFact({ kind }: Pick<graph.MemoryRecord, "kind">): boolean {
  return kind === "attribute" || kind === "relation";
}

/** Where the name is an entity's, another entity whose name merely holds it (Ann, Ann Lee) has it not; what is said of it may. */
function hasName(record: graph.MemoryRecord, { terms, entityIds }: AskedName): boolean {
  if (entityIds.has(record.entityId) || entityIds.has(record.targetEntityId)) return true;
  if (record.kind === "entity" && entityIds.size > 0) return false;
  const told =
    isFact(record) && entityIds.size > 0
      ? `${record.key.replaceAll("_", " ")} ${record.value}`
      : `${record.speaker} ${record.text}`;
  const held = new Set(analyse(told));
  return terms.every((term) => held.has(term));
}

/** Whether a record speaks of who said it. */
function isOwn(record: graph.MemoryRecord): boolean {
  if (record.kind === "turn" || record.kind === "memory_chunk") return record.role !== "assistant" && speaksOfSelf(record.text);
  if (isFact(record)) {
    return normaliseType(record.entityType) !== "person" || normaliseName(record.entityName) === selfName;
  }
  return false;
}

/** 1 where nothing is asked for beside names. */
function share(terms: readonly string[], weights: TermWeights, holds: (term: string) => boolean): number {
  const weight = (some: readonly string[]) => some.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  return terms.length === 0 ? 1 : weight(terms.filter(holds)) / weight(terms);
}

function sharesConcept(term: string, terms: ReadonlySet<string>): boolean {
  const concepts = new Set(conceptsOf(term));
  return concepts.size > 0 && [...terms].some((other) => conceptsOf(other).some((concept) => concepts.has(concept)));
}
