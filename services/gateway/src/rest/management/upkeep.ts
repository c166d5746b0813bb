import { asService, type Call } from "@loci/platform/call";
import type { AuthService, GraphService, RetrievalService } from "@loci/protos";
import { decayResult, reindexResult } from "../../answers/management.ts";
import { route, type Route } from "../../route.ts";
import { lifecycleOf } from "../context-settings.ts";
import { contextParams } from "./params.ts";

export interface UpkeepServices {
  readonly auth: AuthService<Call>;
  readonly graph: GraphService<Call>;
  readonly retrieval: RetrievalService<Call>;
}

/** Work over a whole context that is not waited for the next schedule. */
export function managedUpkeepRoutes({ auth, graph, retrieval }: UpkeepServices): Route[] {
  const plane = "management";
  const timeoutMs = 10 * 60_000;
  return [
    route({
      operationId: "decayContext",
      method: "post",
      path: "/contexts/{ctx}/lifecycle/decay",
      plane,
      summary: "Let importance fade in the whole context",
      status: 200,
      timeoutMs,
      params: contextParams,
      answer: decayResult,
      async handle({ params, call }) {
        const thresholds = lifecycleOf(await auth.getContext({ contextId: params.ctx }, call));
        const { affected } = await graph.decay(thresholds, asService(call, params.ctx));
        return { body: { state: "done", affected } };
      },
    }),
    route({
      operationId: "reindexContext",
      method: "post",
      path: "/contexts/{ctx}/lifecycle/reindex",
      plane,
      summary: "Fill a context's search index again from the truth",
      status: 200,
      timeoutMs,
      params: contextParams,
      answer: reindexResult,
      async handle({ params, call }) {
        await auth.getContext({ contextId: params.ctx }, call);
        const { indexed, position } = await retrieval.reindex({ contextId: params.ctx }, asService(call, params.ctx));
        return { body: { state: "done", indexed, position } };
      },
    }),
  ];
}
