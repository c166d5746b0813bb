import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { LociError } from "@loci/kernel";
import { passageOf } from "../memory/model.ts";
import type { ListedEntity, StoredEntity } from "../store/read-entities.ts";
import { entitiesNamed, ofOnePerson } from "../store/read-entities.ts";
import { openUncertainties, sourcesOf, type FactSource, type NamedFact, type OpenUncertainty } from "../store/read-facts.ts";
import type { Reading } from "./deps.ts";
import { name as checkName } from "./proposals.ts";

export function entityDetail(entity: ListedEntity): graph.EntityDetail {
  const { id, type, name, category, importance, knownAt, updatedAt } = entity;
  return { id, entityType: type, name, memoryCategory: category, importance, createdAt: knownAt, updatedAt };
}

/**
 * The visible entities of this type and name, one for each ScopeSet.
 * @throws LociError `not_found` when there is none, or none that the caller sees
 */
export async function namedEntities(
  { tx, sight }: Reading,
  type: string,
  name: string,
): Promise<[StoredEntity, ...StoredEntity[]]> {
  const { typeNorm, nameNorm } = checkName("", { type, name });
  const [first, ...rest] = ofOnePerson(await entitiesNamed(tx, sight, typeNorm, nameNorm));
  if (first === undefined) throw new LociError("not_found", "There is no such entity.");
  return [first, ...rest];
}

/** Facts with where they were read and the uncertainties that name them. */
export async function factDetails({ tx, sight, scopeSets }: Reading, facts: readonly NamedFact[]): Promise<graph.FactDetail[]> {
  const ids = facts.map((fact) => fact.id);
  const sources = Map.groupBy(await sourcesOf(tx, sight, ids), (source) => source.factId);
  const uncertainties = await openUncertainties(tx, sight, { factIds: ids });
  return facts.map((fact) => ({
    ...factDetail(fact, sources.get(fact.id) ?? [], uncertainties),
    scopes: scopeSetMessage(scopeSets.byKey.get(fact.scopeSet) ?? []),
  }));
}

function factDetail(
  fact: NamedFact,
  sources: readonly FactSource[],
  uncertainties: readonly OpenUncertainty[],
): Omit<graph.FactDetail, "scopes"> {
  const { id, entityId, key, stream, confidence, importance, knownAt, knownUntil, validFrom, validPrecision } = fact;
  const isRelation = id.startsWith("relation:");
  return {
    ...{ id, kind: isRelation ? "relation" : "attribute", entity: `${fact.subjectType}/${fact.subjectName}`, entityId, key },
    ...{ value: fact.objectName || fact.value, target: isRelation ? `${fact.objectType}/${fact.objectName}` : "" },
    ...{ memoryCategory: fact.category, stream, confidence, importance, createdAt: knownAt, knownUntil },
    ...{ validFrom, validUntil: fact.closedValidUntil || fact.validUntil, validPrecision },
    ...{
      recordedAt: fact.recordedAt,
      recordedUntil: fact.recordedUntil,
      supersedes: fact.supersedes,
      supersededBy: fact.supersededBy,
      mistaken: fact.mistaken && knownUntil !== "",
    },
    sources: sources.map((source) => ({
      ...{ kind: source.kind, ref: passageOf(source), sessionId: source.sessionId, documentId: source.chunk?.documentId ?? "" },
      ...{ spanStart: source.spanStart, spanEnd: source.spanEnd },
    })),
    uncertaintyIds: uncertainties.filter((one) => one.candidates.includes(id)).map((one) => one.id),
  };
}
