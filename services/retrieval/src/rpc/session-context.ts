import { regionAsScopeSet } from "@loci/kernel";
import { principalOf, regionFor, type Call } from "@loci/platform/call";
import { scopeSetOf } from "@loci/platform/messages";
import type { retrieval } from "@loci/protos";
import { instructionsOf, recentTurns, stylesOf } from "../answer/material.ts";
import type { RetrievalDeps } from "../deps.ts";
import { usualBlockTokens, withinTokens } from "../answer/block-budget.ts";
import { recall } from "../recall/recall.ts";
import { stopwatch } from "../stopwatch.ts";
import { composeContext, contextQuery, mixed } from "./context.ts";

const defaultK = 10;

/**
 * The block of memory that a session goes on with: what is known of the question, or of what was last said where none is given,
 * the session's newest turns, and how whoever the session is about wants to be answered.
 */
export async function sessionContext(
  request: retrieval.SessionContextRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.ContextResponse> {
  const watch = stopwatch(deps.elapsed);
  const { contextId } = principalOf(call);
  const region = regionFor(call, "memory:read");
  const session = deps.graph.getSession({ id: request.sessionId }, call);
  const [turns, instructions] = await Promise.all([
    recentTurns(request.sessionId, call, deps),
    session.then(({ scopes }) => instructionsOf(scopeSetOf(scopes), call, deps)),
  ]);
  const question = request.query.trim() || (turns.findLast((turn) => turn.role === "user")?.content ?? "");
  const ask = contextQuery(
    {
      ...{ query: question, k: request.k, lens: null, labels: [], maxTokens: 0 },
      time: request.time,
      includeEnded: request.includeEnded,
    },
    request.sessionId,
  );
  const recalled = question === "" ? undefined : await recall(ask, call, deps);
  const answer = recalled?.response;
  // What stands in the conversation itself is not said twice.
  const shown = new Set(turns.map((turn) => turn.id));
  const hits = (answer?.hits ?? []).filter((hit) => hit.source !== "memory_chunk" || !shown.has(hit.turnId));
  const material = { hits: mixed(hits, request.k || defaultK), session: turns, instructions: stylesOf(instructions) };
  const shortened = withinTokens(material, request.maxTokens || usualBlockTokens);
  const { hits: chosen, leftOut } = shortened;
  const block = composeContext(chosen, shortened);
  deps.aftermath.returned(contextId, block, "context", recalled?.ranged ?? regionAsScopeSet(region));
  deps.aftermath.recalled(contextId, chosen);
  await deps.aftermath.settled(contextId);
  return { context: block, queryMs: watch.total(), tier: answer?.tier ?? "full_context", leftOut };
}
