import { coversAll, invalidField, LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { integer, oneOf, text } from "../rpc/checks.ts";
import { factDetails, namedEntities } from "../rpc/details.ts";
import { reading, type Parts, type Reading } from "../rpc/deps.ts";
import { mostImportant, pooledEntities } from "../store/derived.ts";
import { entitiesById } from "../store/read-entities.ts";
import { factsById } from "../store/read-facts.ts";
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
  const limit = integer("/groupLimit", request.groupLimit, 0, 200) || 20;
  const ref = text("/entityRef", request.entityRef, 1_024);
  if (ref !== "" && request.sweep) throw invalidField("/sweep", "must not be given together with entityRef");
  const write = call.caller.kind === "principal" ? (call.caller.identity.grants["memory:write"] ?? []) : ["/"];
  return reading(parts, call, present, async (read) => {
    const { tx, sight, scopeSets } = read;
    const asked = ref === "" ? undefined : await entitiesOf(read, ref);
    const isConsolidation = purpose === "consolidate";
    const ids = await pooledEntities(tx, sight, {
      ...{ purpose, entityIds: asked, limit, onlyNews: request.sweep },
      least: isConsolidation && asked === undefined ? leastToConsolidate : 1,
    });
    if (ids.length === 0) return { groups: [] };
    const entities = new Map((await entitiesById(tx, sight, ids)).map((entity) => [entity.id, entity]));
    const facts = await mostImportant(tx, sight, ids, { derived: false, limit: factLimit });
    const observations = await mostImportant(tx, sight, ids, { derived: true, limit: observationLimit });
    const stored = await factsById(tx, sight, [...facts, ...observations]);
    const details = new Map((await factDetails(read, stored)).map((detail) => [detail.id, detail]));
    const listed = (list: readonly string[], entityId: string) =>
      list.flatMap((id) => details.get(id) ?? []).filter((detail) => detail.entityId === entityId);
    return {
      groups: ids.flatMap((id) => {
        const entity = entities.get(id);
        if (entity === undefined) return [];
        const scopes = scopeSets.byKey.get(entity.scopeSet) ?? [];
        return [
          {
            ...{ entityId: id, entity: { type: entity.type, name: entity.name }, scopes: scopeSetMessage(scopes) },
            ...{ writable: coversAll(write, scopes), facts: listed(facts, id), observations: listed(observations, id) },
          },
        ];
      }),
    };
  });
}

/** @throws LociError `not_found` where the caller sees none */
async function entitiesOf(read: Reading, ref: string): Promise<string[]> {
  const slash = ref.indexOf("/");
  if (slash < 0) {
    const found = await entitiesById(read.tx, read.sight, [ref]);
    if (found.length === 0) throw new LociError("not_found", "There is no such entity.");
    return found.map((entity) => entity.id);
  }
  const named = await namedEntities(read, ref.slice(0, slash), ref.slice(slash + 1));
  return named.map((entity) => entity.id);
}
