import { normaliseKey, normaliseName, normaliseType } from "@loci/kernel";
import type { Consolidation, Elaboration, EntityName, ShownFact } from "@loci/ports/language-model";
import { checkName, storable } from "../domain/check-extraction.ts";
import { wordsOf } from "../domain/grounding.ts";
import { maxKeyLength } from "../domain/limits.ts";
import { groundsOf } from "./grounds.ts";
import { maxDerivedValue, maxEvidence, maxObservations, maxRationale, maxRelations, minSupport } from "./limits.ts";

/** What a model concluded, as far as its facts bear it out. */
export interface Conclusion {
  readonly subject: EntityName;
  readonly key: string;
  /** "" for a relation. */
  readonly value: string;
  readonly target: EntityName | undefined;
  /** Places of the facts that it follows from. */
  readonly evidence: readonly number[];
  readonly rationale: string;
}

/**
 * The observations that can be kept. What a model answers is data from outside: one that is malformed, rests on fewer than two
 * facts, or says a word that these facts do not have is dropped; so is what comes after the twentieth.
 */
export function checkObservations({ observations }: Consolidation, entity: EntityName, facts: readonly ShownFact[]): Conclusion[] {
  const checked = new Map<string, Conclusion>();
  for (const observation of observations) {
    const key = checkKey(observation.key);
    const value = storable(observation.value).trim();
    const evidence = places(observation.evidence, facts);
    if (key === "" || value === "" || value.length > maxDerivedValue || evidence.length < minSupport) continue;
    if (!groundsOf(factsAt(evidence, facts)).say(value)) continue;
    const rationale = storable(observation.rationale).slice(0, maxRationale).toWellFormed();
    const id = JSON.stringify([key, normaliseName(value)]);
    if (!checked.has(id)) checked.set(id, { subject: entity, key, value, target: undefined, evidence, rationale });
    if (checked.size === maxObservations) break;
  }
  return [...checked.values()];
}

/**
 * The relations and the summary that can be kept. A relation joins the entity with another, and its facts name both ends; a
 * summary keeps the sentences that the entity's facts carry, and these facts are its evidence.
 */
export function checkElaboration(
  { relations, summary }: Elaboration,
  entity: EntityName,
  facts: readonly ShownFact[],
): Conclusion[] {
  const checked = new Map<string, Conclusion>();
  for (const relation of relations) {
    const subject = checkName(relation.subject);
    const target = checkName(relation.target);
    const key = checkKey(relation.label);
    const evidence = places(relation.evidence, facts);
    if (!subject || !target || key === "" || evidence.length === 0 || isSame(subject, target)) continue;
    if (!isSame(subject, entity) && !isSame(target, entity)) continue;
    const grounds = groundsOf(factsAt(evidence, facts));
    if (!grounds.say(subject.name) || !grounds.say(target.name)) continue;
    const id = JSON.stringify([identity(subject), key, identity(target)]);
    if (!checked.has(id)) checked.set(id, { subject, key, value: "", target, evidence, rationale: "" });
    if (checked.size === maxRelations) break;
  }
  const summed = summaryOf(summary, entity, facts);
  return summed ? [...checked.values(), summed] : [...checked.values()];
}

function summaryOf(summary: string, entity: EntityName, facts: readonly ShownFact[]): Conclusion | undefined {
  const own = facts.flatMap((fact, place) => (isSame(fact.subject, entity) ? [place] : []));
  const value = groundsOf(factsAt(own, facts)).carried(storable(summary));
  if (value === "" || value.length > maxDerivedValue) return undefined;
  const said = wordsOf(value);
  const evidence = own.filter((place) =>
    factsAt([place], facts).some((fact) => [...wordsOf(valueOf(fact))].some((word) => said.has(word))),
  );
  if (evidence.length === 0) return undefined;
  return { subject: entity, key: "summary", value, target: undefined, evidence: evidence.slice(0, maxEvidence), rationale: "" };
}

function checkKey(text: string): string {
  const key = normaliseKey(storable(text));
  return key.length > maxKeyLength ? "" : key;
}

/** The places that are really there, each once; no more than evidence may have. */
function places(given: readonly number[], facts: readonly ShownFact[]): number[] {
  const there = given.filter((place) => Number.isInteger(place) && place >= 0 && place < facts.length);
  return [...new Set(there)].slice(0, maxEvidence);
}

function factsAt(evidence: readonly number[], facts: readonly ShownFact[]): ShownFact[] {
  return evidence.flatMap((place) => facts[place] ?? []);
}

function valueOf({ value, target }: ShownFact): string {
  return target?.name ?? value;
}

function isSame(a: EntityName, b: EntityName): boolean {
  return identity(a) === identity(b);
}

function identity({ type, name }: EntityName): string {
  return `${normaliseType(type)}/${normaliseName(name)}`;
}
