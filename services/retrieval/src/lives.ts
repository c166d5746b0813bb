import { principalOf, type Call } from "@loci/platform/call";
import { LRUCache } from "lru-cache";
import type { GraphReader } from "./deps.ts";

const maxContexts = 100_000;

/**
 * The same graph, which notices where a context was deleted and made again under its id: revisions begin anew then, so that nothing
 * which this process holds of the one before may be taken for what is there now.
 * @param forget what to do then, before the answer that tells of it is used
 */
export function noticingLives<Graph extends Pick<GraphReader, "head" | "listHeads">>(
  graph: Graph,
  forget: (contextId: string) => Promise<void>,
): Graph {
  const lives = new LRUCache<string, string>({ max: maxContexts });
  const notice = async (contextId: string, life: string): Promise<void> => {
    const before = lives.get(contextId) ?? "";
    if (before === life) return;
    lives.set(contextId, life);
    if (before !== "") await forget(contextId);
  };
  return {
    ...graph,
    async head(request, call) {
      const answer = await graph.head(request, call);
      await notice(contextOf(call), answer.life);
      return answer;
    },
    async listHeads(request, call) {
      const answer = await graph.listHeads(request, call);
      for (const { contextId, life } of answer.heads) await notice(contextId, life);
      return answer;
    },
  };
}

const contextOf = (call: Call): string => (call.caller.kind === "service" ? call.caller.contextId : principalOf(call).contextId);
