import { normaliseType } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { listEntities as list } from "../store/read-entities.ts";
import { integer, text, timeView } from "./checks.ts";
import { entityDetail } from "./details.ts";
import { reading, type Parts } from "./deps.ts";

const defaultLimit = 100;
const maxLimit = 500;

/** A page of the visible entities, by name. */
export async function listEntities(
  parts: Parts,
  request: graph.ListEntitiesRequest,
  call: Call,
): Promise<graph.ListEntitiesResponse> {
  const limit = integer("/limit", request.limit, 0, maxLimit) || defaultLimit;
  const offset = integer("/offset", request.offset, 0, 2_147_483_647);
  const typeNorm = normaliseType(text("/type", request.type, 128));
  return reading(parts, call, timeView(request.time), async ({ tx, sight }) => {
    const { entities, total } = await list(tx, sight, { typeNorm, limit, offset });
    return { entities: entities.map(entityDetail), total };
  });
}
