import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { mergedDisagreements } from "../memory/merged-disagreement.ts";
import { nameKey } from "../memory/proposal.ts";
import { readVocabulary } from "../store/vocabulary.ts";
import { factsById, factsOfEntities, openUncertainties, type NamedFact } from "../store/read-facts.ts";
import type { StoredEntity } from "../store/read-entities.ts";
import { timeView } from "./checks.ts";
import { entityDetail, factDetails, namedEntities } from "./details.ts";
import { allowedLens, narrowed } from "../knowing/lens.ts";
import { reading, type Parts, type Reading } from "./deps.ts";
import { aboutText, reasonText } from "./uncertainty-text.ts";

/** An entity with what stands about it; those of its type and name under several visible ScopeSets are shown as one. */
export async function getEntity(parts: Parts, request: graph.GetEntityRequest, call: Call): Promise<graph.EntityView> {
  const lens = allowedLens(request.lens, call);
  return reading(parts, call, timeView(request.time), async (whole) => {
    const read = narrowed(whole, lens);
    const entities = await namedEntities(read, request.type, request.name);
    const ids = entities.map((entity) => entity.id);
    const { tx, sight } = read;
    const stored = await factsOfEntities(tx, sight, ids, { asTarget: false });
    const facts = await factDetails(read, stored);
    const uncertainties = await openUncertainties(tx, sight, { entityIds: ids });
    // Only what the caller sees is told of: a candidate of a wider selector may be beyond it.
    const candidates =
      uncertainties.length === 0
        ? []
        : await factsById(
            tx,
            sight,
            uncertainties.flatMap((one) => one.candidates),
          );
    const [first] = entities;
    return {
      entity: entityDetail(merged(entities)),
      attributes: facts.filter((fact) => fact.kind === "attribute"),
      relations: facts.filter((fact) => fact.kind === "relation"),
      uncertainties: [
        ...uncertainties.map((one) => ({
          id: one.id,
          about: aboutText(first.type, first.name, one.key),
          reason: reasonText(
            one.reason,
            candidates.filter((fact) => one.candidates.includes(fact.id)),
          ),
        })),
        ...(await betweenMerged(read, entities, stored)),
      ],
    };
  });
}

/** What entities disagree about that were asserted to be the same; without an id, as it is no record. */
async function betweenMerged(
  { tx, sight }: Reading,
  entities: readonly [StoredEntity, ...StoredEntity[]],
  facts: readonly NamedFact[],
): Promise<graph.UncertaintySummary[]> {
  const [first, ...rest] = entities;
  if (rest.every((entity) => nameKey(entity) === nameKey(first))) return [];
  const { keys } = await readVocabulary(tx, sight.contextId);
  return [...mergedDisagreements(facts, keys)].map(([key, involved]) => {
    const told = involved.map((fact) => ({ id: fact.id, value: fact.objectName || fact.value, knownAt: fact.knownAt }));
    return { id: "", about: aboutText(first.type, first.name, key), reason: reasonText("between_merged", told) };
  });
}

function merged(entities: readonly [StoredEntity, ...StoredEntity[]]): StoredEntity {
  const [first] = entities;
  return {
    ...first,
    importance: Math.max(...entities.map((entity) => entity.importance)),
    updatedAt:
      entities
        .map((entity) => entity.updatedAt)
        .sort()
        .at(-1) ?? first.updatedAt,
  };
}
