import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { historyOf } from "../store/read-facts.ts";
import { timeView } from "./checks.ts";
import { factDetails, namedEntities } from "./details.ts";
import { reading, type Parts } from "./deps.ts";
import { key } from "./proposals.ts";

/** Every value that a key of an entity ever had, newest first. */
export async function getHistory(parts: Parts, request: graph.GetHistoryRequest, call: Call): Promise<graph.HistoryResponse> {
  const wanted = key("/key", request.key);
  return reading(parts, call, timeView(request.time), async (read) => {
    const entities = await namedEntities(read, request.type, request.name);
    const rows = await historyOf(
      read.tx,
      read.sight,
      entities.map((entity) => entity.id),
      wanted,
    );
    return { history: await factDetails(read, rows) };
  });
}
