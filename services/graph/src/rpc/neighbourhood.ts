import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { idsOfSame, mostAsOne } from "../store/read-entities.ts";
import { factsOfEntities, sourcesOf, type NamedFact } from "../store/read-facts.ts";
import { atMost, integer, text, timeView } from "./checks.ts";
import { reading, type Parts } from "./deps.ts";

/**
 * The standing facts of these entities, the relations that point at them, and with two hops the facts of whom they are related
 * to.
 */
export async function neighbourhood(
  parts: Parts,
  request: graph.NeighbourhoodRequest,
  call: Call,
): Promise<graph.NeighbourhoodResponse> {
  // As many as FindEntities may answer with.
  atMost("/entityIds", request.entityIds, mostAsOne);
  const hops = integer("/hops", request.hops, 1, 2);
  const limit = integer("/limit", request.limit, 1, 2_000);
  const ids = [...new Set(request.entityIds.map((id, i) => text(`/entityIds/${i}`, id, 256)))];
  return reading(parts, call, timeView(request.time), async ({ tx, sight }) => {
    if (ids.length === 0) return { facts: [] };
    const named = await idsOfSame(tx, sight, ids);
    const near = await factsOfEntities(tx, sight, named, { asTarget: true, limit });
    const nearIds = new Set(near.map((fact) => fact.id));
    const related = hops === 1 ? [] : await idsOfSame(tx, sight, relatedTo(near, named));
    const room = limit - near.length;
    const further =
      related.length === 0 || room <= 0
        ? []
        : await factsOfEntities(tx, sight, related, { asTarget: false, limit: room + near.length });
    const far = further.filter((fact) => !nearIds.has(fact.id)).slice(0, room);
    const all = [...near.map((fact) => ({ fact, distance: 1 })), ...far.map((fact) => ({ fact, distance: 2 }))];
    const sources = await sourcesOf(
      tx,
      sight,
      all.map(({ fact }) => fact.id),
    );
    const turnOf = new Map(
      [...sources].reverse().flatMap(({ factId, kind, turnId }) => (kind === "turn" ? [[factId, turnId] as const] : [])),
    );
    return {
      facts: all.map(({ fact: { id, entityId, key, value, objectName }, distance }) => ({
        ...{ id, distance, turnId: turnOf.get(id) ?? "", entityId, key, value: objectName || value },
      })),
    };
  });
}

function relatedTo(facts: readonly NamedFact[], ids: readonly string[]): string[] {
  const known = new Set([...ids, ""]);
  const ends = facts.flatMap((fact) => (fact.targetEntityId === "" ? [] : [fact.entityId, fact.targetEntityId]));
  return [...new Set(ends)].filter((id) => !known.has(id));
}
