import { normaliseName } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { matchNames, sameAsEach } from "../store/read-entities.ts";
import { present } from "../store/time-view.ts";
import { atMost, integer, text } from "./checks.ts";
import { reading, type Parts } from "./deps.ts";

/** The visible entities that these names may mean; what is seen as one with one of them comes beside it, under its name. */
export async function findEntities(
  parts: Parts,
  request: graph.FindEntitiesRequest,
  call: Call,
): Promise<graph.FindEntitiesResponse> {
  atMost("/names", request.names, 256);
  const limit = integer("/limit", request.limit, 1, 500);
  const asked = new Map(request.names.map((name, i) => [normaliseName(text(`/names/${i}`, name, 512)), name]));
  asked.delete("");
  return reading(parts, call, present, async ({ tx, sight }) => {
    const found = asked.size === 0 ? [] : await matchNames(tx, sight, [...asked.keys()], limit);
    const ids = found.map((entity) => entity.id);
    const beside = Map.groupBy(await sameAsEach(tx, sight, ids), ({ origin }) => origin);
    const listed = new Set(ids);
    return {
      entities: found.flatMap(({ id, type, name, matched }) => {
        const others = (beside.get(id) ?? []).map((one) => one.id).filter((other) => !listed.has(other));
        for (const other of others) listed.add(other);
        return [id, ...others].map((one) => ({ id: one, entityType: type, name, matchedName: asked.get(matched) ?? name }));
      }),
    };
  });
}
