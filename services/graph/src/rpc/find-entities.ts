import { normaliseName } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { matchNames } from "../store/read-entities.ts";
import { present } from "../store/time-view.ts";
import { atMost, integer, text } from "./checks.ts";
import { reading, type Parts } from "./deps.ts";

/** The visible entities that these names may mean. */
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
    return {
      entities: found.map(({ id, type, name, matched }) => ({
        id,
        entityType: type,
        name,
        matchedName: asked.get(matched) ?? name,
      })),
    };
  });
}
