import { coversAll, entityReferenceForms, invalidField, LociError, parseEntityReference } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { atMost, integer, oneOf, text } from "../rpc/checks.ts";
import { namedEntities } from "../rpc/details.ts";
import { reading, type Parts, type Reading } from "../rpc/deps.ts";
import { mostImportant, pooledEntities, type GroupFact } from "../store/derived.ts";
import { entitiesById } from "../store/read-entities.ts";
import { present } from "../store/time-view.ts";

/** So many facts make an entity worth consolidating. */
const leastToConsolidate = 3;

/**
 * Groups of facts to derive something from: of one entity under one ScopeSet each, pooled from what the caller may read. A group
 * is writable where its memory:write region covers every path of it; for Loci itself all are.
 */
export async function gatherGroups(
  parts: Parts,
  request: graph.GatherGroupsRequest,
  call: Call,
): Promise<graph.GatherGroupsResponse> {
  const purpose = oneOf("/purpose", request.purpose, ["consolidate", "elaborate"]);
  const factLimit = integer("/factLimit", request.factLimit, 0, 500) || 50;
  const observationLimit = integer("/observationLimit", request.observationLimit, 0, 500) || 20;
  const limit = integer("/groupLimit", request.groupLimit, 0, request.idsOnly ? 10_000 : 200) || 20;
  atMost("/entityIds", request.entityIds, 200);
  const named = request.entityIds.length === 0 ? undefined : request.entityIds;
  const ref = text("/entityRef", request.entityRef, 1_024);
  if (ref !== "" && request.sweep) throw invalidField("/sweep", "must not be given together with entityRef");
  const write = call.caller.kind === "principal" ? (call.caller.identity.grants["memory:write"] ?? []) : ["/"];
  return reading(parts, call, present, async (read) => {
    const { tx, sight, scopeSets } = read;
    const asked = ref === "" ? named : await entitiesOf(read, ref);
    const isConsolidation = purpose === "consolidate";
    const ids = await pooledEntities(tx, sight, {
      ...{ purpose, entityIds: asked, limit, onlyNews: request.sweep },
      least: isConsolidation && asked === undefined ? leastToConsolidate : 1,
    });
    if (ids.length === 0) return { groups: [] };
    if (request.idsOnly) return { groups: ids.map((entityId) => ({ ...bare, entityId })) };
    const entities = await entitiesById(tx, sight, ids);
    const facts = await mostImportant(tx, sight, ids, { said: factLimit, derived: observationLimit });
    const around = isConsolidation ? [] : await factsAround(read, facts);
    const factsOf = Map.groupBy(facts, (fact) => fact.entityId);
    const byId = new Map(entities.map((entity) => [entity.id, entity]));
    return {
      groups: ids.flatMap((id) => {
        const entity = byId.get(id);
        if (entity === undefined) return [];
        const scopes = scopeSets.byKey.get(entity.scopeSet) ?? [];
        const own = (factsOf.get(id) ?? []).map((fact) => ({ ...fact, entity: `${entity.type}/${entity.name}` }));
        const said = own.filter((fact) => !fact.derived);
        const related = new Set(said.map((fact) => fact.targetEntityId));
        const others = around.filter((fact) => fact.entityId !== id && related.has(fact.entityId)).slice(0, factLimit);
        return [
          {
            ...{ entityId: id, entity: { type: entity.type, name: entity.name }, scopes: scopeSetMessage(scopes) },
            ...{ writable: coversAll(write, scopes), facts: [...said, ...others].map(groupFact) },
            observations: own.filter((fact) => fact.derived).map(groupFact),
          },
        ];
      }),
    };
  });
}

/** So much is shown of an entity that another one is related to. */
const factsOfARelative = 20;

/** The facts of the entities that these relations lead to. */
async function factsAround(
  { tx, sight }: Reading,
  facts: readonly GroupFact[],
): Promise<(GroupFact & { readonly entity: string })[]> {
  const names = new Map(
    facts.flatMap(({ derived, target, targetEntityId }) => (derived || target === "" ? [] : [[targetEntityId, target]])),
  );
  const found = await mostImportant(tx, sight, [...names.keys()], { said: factsOfARelative, derived: 0 });
  return found.map((fact) => ({ ...fact, entity: names.get(fact.entityId) ?? "" }));
}

function groupFact({ id, entity, key, value, target, knownAt }: GroupFact & { readonly entity: string }): graph.GroupFact {
  return { id, entity, key, value, target, knownAt };
}

const bare: Omit<graph.FactGroup, "entityId"> = { entity: null, scopes: null, writable: false, facts: [], observations: [] };

/** @throws LociError `not_found` where the caller sees none */
async function entitiesOf(read: Reading, ref: string): Promise<string[]> {
  const reference = parseEntityReference(ref);
  if (reference === undefined) throw invalidField("/entityRef", `must be ${entityReferenceForms}`);
  if (reference.form === "id") {
    const found = await entitiesById(read.tx, read.sight, [ref]);
    if (found.length === 0) throw new LociError("not_found", "There is no such entity.");
    return found.map((entity) => entity.id);
  }
  const named = await namedEntities(read, reference.type, reference.name);
  return named.map((entity) => entity.id);
}
