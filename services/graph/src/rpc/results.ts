import type { graph } from "@loci/protos";
import type { Entity } from "../memory/model.ts";
import type { Changes, Outcome, Proposed } from "../memory/proposal.ts";
import { aboutText, reasonText } from "./uncertainty-text.ts";

/** Whether the caller reads what is under a selector, by its key. */
export type Sees = (scopeSet: string) => boolean;

/**
 * What each proposal came to, as a caller may know it who reads what it wrote to. What is written may disagree with what is stored for others:
 * that is told to who sees it.
 */
export function extractionResults(changes: Changes, turnIds: readonly string[], sees: Sees = () => true): graph.ExtractionResult[] {
  return changes.outcomes.map((outcome, i) => extractionResult(outcome, changes, turnIds[i] ?? "", sees));
}

/**
 * What each proposal says, in the caller's own words, for who writes and may not read: which of it was known, under which name and with which
 * other value, would tell what others wrote.
 */
export function resultsAsProposed(
  { entities, facts, instructions }: Proposed,
  turnIds: readonly string[],
): graph.ExtractionResult[] {
  return turnIds.map((turnId, i) => {
    const own = facts.filter(({ proposal, statement }) => proposal === i && !statement.negated);
    return {
      turnId,
      entities: entities
        .filter(({ proposal }) => proposal === i)
        .map(({ name, category }) => ({ id: "", entityType: name.type, name: name.name, memoryCategory: category, isNew: true })),
      attributes: own
        .filter(({ target }) => target === undefined)
        .map(({ key, statement: { value, category } }) => ({ id: "", entityId: "", key, value, memoryCategory: category })),
      relations: own.flatMap(({ subject, key, target, statement: { category } }) =>
        target ? [{ id: "", subject: subject.name, label: key, object: target.name, memoryCategory: category }] : [],
      ),
      corrections: [],
      instructions: instructions
        .filter(({ proposal, statement }) => proposal === i && !statement.negated)
        .map(({ key, statement }) => ({ id: "", label: key, description: statement.value })),
      uncertainties: [],
      decisions: [],
    };
  });
}

function extractionResult(
  outcome: Outcome,
  { entities, uncertainties }: Changes,
  turnId: string,
  sees: Sees,
): graph.ExtractionResult {
  const hidden = new Set(
    uncertainties.flatMap(({ uncertainty }) => ([uncertainty.scopeSet, ...uncertainty.beside].every(sees) ? [] : [uncertainty.id])),
  );
  const isAttribute = (fact: { id: string }) => fact.id.startsWith("attribute:");
  const nameOf = (id: string) => entities.get(id)?.name ?? "";
  return {
    turnId,
    entities: outcome.entities.map(({ entity, isNew }) => entitySummary(entity, isNew)),
    attributes: outcome.facts.filter(isAttribute).map(({ id, entityId, key, value, category }) => ({
      ...{ id, entityId, key, value, memoryCategory: category },
    })),
    relations: outcome.facts
      .filter((fact) => !isAttribute(fact))
      .map((fact) => ({
        ...{ id: fact.id, subject: nameOf(fact.entityId), label: fact.key },
        ...{ object: nameOf(fact.targetEntityId) || fact.value, memoryCategory: fact.category },
      })),
    corrections: outcome.corrections.map(({ old, by }) => ({
      ...{ entityId: old.entityId, key: old.key, oldValue: old.value, newValue: by.value },
    })),
    instructions: outcome.instructions.map(({ id, key, value }) => ({ id, label: key, description: value })),
    uncertainties: outcome.uncertainties
      .filter(({ uncertainty }) => !hidden.has(uncertainty.id))
      .map(({ uncertainty, subject, candidates }) => ({
        id: uncertainty.id,
        about: aboutText(subject.type, subject.name, uncertainty.key),
        reason: reasonText(
          uncertainty.reason,
          candidates.filter((fact) => sees(fact.scopeSet)),
        ),
      })),
    decisions: outcome.decisions
      .filter(({ recordId }) => !hidden.has(recordId))
      .map(({ id, kind, rule, recordId }) => ({ id, kind, rule, recordId })),
  };
}

function entitySummary(entity: Entity, isNew: boolean): graph.EntitySummary {
  return { id: entity.id, entityType: entity.type, name: entity.name, memoryCategory: entity.category, isNew };
}

/** The answer of a dry run: nothing was stored, so no id means anything. */
export function withoutIds(results: readonly graph.ExtractionResult[]): graph.ExtractionResult[] {
  return results.map((result) => ({
    turnId: "",
    entities: result.entities.map((one) => ({ ...one, id: "" })),
    attributes: result.attributes.map((one) => ({ ...one, id: "", entityId: "" })),
    relations: result.relations.map((one) => ({ ...one, id: "" })),
    corrections: result.corrections.map((one) => ({ ...one, entityId: "" })),
    instructions: result.instructions.map((one) => ({ ...one, id: "" })),
    uncertainties: result.uncertainties.map((one) => ({ ...one, id: "" })),
    decisions: result.decisions.map((one) => ({ ...one, id: "", recordId: "" })),
  }));
}
