import { asService } from "@loci/platform/call";
import { contextState } from "../../answers/management.ts";
import { route, type Route } from "../../route.ts";
import { orNull } from "../answers.ts";
import { contextParams } from "./params.ts";
import type { UpkeepServices } from "./upkeep.ts";

/** What a context holds, in numbers, and whether it is searchable as it should be: nothing of what was said. */
export function contextStateRoute({ auth, graph, retrieval }: UpkeepServices): Route {
  return route({
    operationId: "getContextState",
    method: "get",
    path: "/contexts/{ctx}/state",
    plane: "management",
    summary: "How many records a context has, and how its search index is",
    status: 200,
    params: contextParams,
    answer: contextState,
    async handle({ params: { ctx: contextId }, call }) {
      await auth.getContext({ contextId }, call);
      const own = asService(call, contextId);
      const [{ records, health }, { available, behind, behindSince, degraded }] = await Promise.all([
        graph.countRecords({ lens: null }, own),
        retrieval.getIndexState({ contextId }, own),
      ]);
      return { body: { records, health, index: { available, behind, behindSince: orNull(behindSince), degraded } } };
    },
  });
}
