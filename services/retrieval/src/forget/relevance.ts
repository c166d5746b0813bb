import { normaliseName, normaliseType } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { clausesOf, conceptsOf } from "@loci/text";
import { borneBy, termBorne, termsOf, type Borne } from "./bearing.ts";
import { matchPassage } from "./passage.ts";
import type { AskedName, Forgetting } from "./question.ts";
import { nameWords, placesOf } from "./tokens.ts";
import { isOthers } from "./whose.ts";

/** The name under which first-person facts are kept. */
const selfName = "user";

/** What of a record is to be forgotten, and by what it matched. */
export interface RecordMatch extends Borne {
  /** Of a passage the parts that say it. */
  readonly parts: readonly { readonly start: number; readonly end: number }[];
  /** Of a fact: that its key bears what no word of it says ("where I live": residence). */
  readonly isByKey?: boolean;
}

/**
 * Whether a record may be what is to be forgotten, by its terms alone: a first sieve, which lets too much through. Likeness of
 * vectors counts nothing: what merely resembles must not be lost.
 */
export function mayMatch(forgetting: Forgetting, terms: ReadonlySet<string>, isOfNamed: boolean, isFact: boolean): boolean {
  const isNamed = isOfNamed || forgetting.names.every((name) => name.terms.every((term) => terms.has(term)));
  return (
    isNamed &&
    forgetting.terms.every((term) => termBorne(term, terms, forgetting.isWide) > 0 || (isFact && sharesConcept(term, terms)))
  );
}

/** What of a record is to be forgotten; undefined where nothing is: it has every name that is asked for, and all of the rest. */
export async function matchOf(
  forgetting: Forgetting,
  record: graph.MemoryRecord,
  pause: () => Promise<void>,
): Promise<RecordMatch | undefined> {
  if (isFact(record)) return factMatch(forgetting, record);
  if (record.kind === "entity") return entityMatch(forgetting, record);
  if (record.kind === "provenance" || record.kind === "decision") return statementMatch(forgetting, record, pause);
  return matchPassage(forgetting, record, pause);
}

export function isFact({ kind }: Pick<graph.MemoryRecord, "kind">): boolean {
  return kind === "attribute" || kind === "relation";
}

function factMatch(forgetting: Forgetting, record: graph.MemoryRecord): RecordMatch | undefined {
  if (!forgetting.names.every((name) => factHasName(record, name))) return undefined;
  if (forgetting.isOwn && !isOwnFact(record)) return undefined;
  const key = record.key.replaceAll("_", " ");
  const text = termsOf(`${record.speaker} ${record.entityName} ${key} ${record.value}`);
  const borne = borneBy(forgetting, text);
  if (borne !== undefined) return { ...borne, parts: [] };
  // "Where I live" is a residence, though no word says so.
  const keyTerms = termsOf(key).terms;
  const rest = forgetting.terms.filter((term) => !sharesConcept(term, keyTerms));
  const other = rest.length === forgetting.terms.length ? undefined : borneBy({ ...forgetting, terms: rest }, text);
  if (other === undefined) return undefined;
  const byKey = forgetting.terms.length - rest.length;
  return { by: "meaning", score: (other.score * rest.length + 0.8 * byKey) / forgetting.terms.length, parts: [], isByKey: true };
}

/** What a source said that is no fact goes whole: a denial as a fact does, an instruction, and a quoted sentence, where any part of it says it. */
async function statementMatch(
  forgetting: Forgetting,
  record: graph.MemoryRecord,
  pause: () => Promise<void>,
): Promise<RecordMatch | undefined> {
  if (record.key !== "") return factMatch(forgetting, record);
  const match = await matchPassage(forgetting, record, pause);
  return match && { ...match, parts: [] };
}

/** An entity is a record of its own: it goes when it is asked for whole, and not for a part of what is known of it. */
function entityMatch(forgetting: Forgetting, record: graph.MemoryRecord): RecordMatch | undefined {
  const { names } = forgetting;
  if (names.length === 0 || !names.every(({ entityIds }) => entityIds.has(record.entityId))) return undefined;
  const borne = borneBy(forgetting, termsOf(record.text));
  return borne?.by === "words" ? { ...borne, parts: [] } : undefined;
}

/** Where the name is an entity's, another entity whose name merely holds it (Ann, Ann Lee) has it not; what is said of it may. */
function factHasName(record: graph.MemoryRecord, { words, entityIds }: AskedName): boolean {
  if (entityIds.has(record.entityId) || entityIds.has(record.targetEntityId)) return true;
  const said = `${record.key.replaceAll("_", " ")} ${record.value}`;
  const told = entityIds.size > 0 ? said : `${record.speaker} ${record.entityName} ${said}`;
  return placesOf(words, nameWords(told)).length > 0;
}

/** Whether a fact is about who said it. */
function isOwnFact(record: graph.MemoryRecord): boolean {
  return normaliseType(record.entityType) !== "person" || normaliseName(record.entityName) === selfName;
}

/** Whether a fact was read from clauses that speak of somebody else's: "my wife's birthday" is not mine. @param passage that it was read from */
export function isOthersFact(forgetting: Forgetting, fact: graph.MemoryRecord, passage: graph.MemoryRecord): boolean {
  const said = passage.text.slice(Math.max(0, fact.spanStart), Math.max(0, fact.spanEnd));
  const value = termsOf(fact.value).terms;
  const bearing = clausesOf(said)
    .map(({ start, end }) => said.slice(start, end))
    .filter((words) => [...termsOf(words).terms].some((term) => value.has(term)));
  return bearing.length > 0 && bearing.every((words) => isOthers(forgetting, words, passage.role));
}

function sharesConcept(term: string, terms: ReadonlySet<string>): boolean {
  const concepts = new Set(conceptsOf(term));
  return concepts.size > 0 && [...terms].some((other) => conceptsOf(other).some((concept) => concepts.has(concept)));
}
