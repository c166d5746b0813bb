import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { factsById, factsOfEntities, openUncertainties } from "../store/read-facts.ts";
import type { StoredEntity } from "../store/read-entities.ts";
import { timeView } from "./checks.ts";
import { entityDetail, factDetails, namedEntities } from "./details.ts";
import { reading, type Parts } from "./deps.ts";
import { aboutText, reasonText } from "./uncertainty-text.ts";

/** An entity with what stands about it; those of its type and name under several visible ScopeSets are shown as one. */
export async function getEntity(parts: Parts, request: graph.GetEntityRequest, call: Call): Promise<graph.EntityView> {
  return reading(parts, call, timeView(request.time), async (read) => {
    const entities = await namedEntities(read, request.type, request.name);
    const ids = entities.map((entity) => entity.id);
    const { tx, sight } = read;
    const facts = await factDetails(read, await factsOfEntities(tx, sight, ids, { asTarget: false }));
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
      uncertainties: uncertainties.map((one) => ({
        id: one.id,
        about: aboutText(first.type, first.name, one.key),
        reason: reasonText(
          one.reason,
          candidates.filter((fact) => one.candidates.includes(fact.id)),
        ),
      })),
    };
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
