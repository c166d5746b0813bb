import type { Call } from "@loci/platform/call";
import { roots } from "../documents/objects.ts";
import type { Periods, UpkeepDeps } from "./deps.ts";
import type { UpkeptInSteps } from "./pipeline.ts";

type Deps = Pick<UpkeepDeps, "auth" | "graph" | "retrieval" | "objects" | "runner" | "clock" | "logger" | "onErased">;

const name = "deleted-contexts";
const keysAtOnce = 500;

/**
 * Takes away what the services still hold of deleted contexts; then their ids are free again. What each step took away is the purge's
 * receipt: in the log, and where durable work keeps its results, there too.
 */
export function purgeDeletedContexts(
  { auth, graph, retrieval, objects, runner, clock, logger, onErased }: Deps,
  { purgeAfter, deletedContexts }: Pick<Periods, "purgeAfter" | "deletedContexts">,
): UpkeptInSteps {
  /** When each was deleted. */
  async function listDeleted(call: Call): Promise<ReadonlyMap<string, number>> {
    const { contexts } = await auth.listDeletedContexts({}, call);
    return new Map(contexts.map(({ id, deletedAt }) => [id, Date.parse(deletedAt)] as const));
  }

  const secondsUntilDue = (deletedAt: number): number => Math.max(0, Math.ceil((deletedAt - clock()) / 1_000 + purgeAfter));

  async function dropOriginals(contextId: string): Promise<number> {
    let dropped = 0;
    for (const root of Object.values(roots)) {
      let keys: string[] = [];
      for await (const key of objects.list(`${root}${contextId}/`)) {
        keys.push(key);
        dropped += 1;
        if (keys.length === keysAtOnce) {
          await objects.delete(keys);
          keys = [];
        }
      }
      await objects.delete(keys);
    }
    return dropped;
  }

  /** In their order: what is derived goes after what it would be derived from again. */
  const steps: Readonly<
    Record<"records" | "originals" | "indexed" | "traces", (contextId: string, call: Call) => Promise<number>>
  > = {
    records: async (_contextId, call) => (await graph.dropContext({}, call)).affected,
    originals: (contextId) => dropOriginals(contextId),
    indexed: async (contextId, call) => (await retrieval.reindex({ contextId }, call)).indexed,
    traces: async (contextId, call) => (await retrieval.retainTraces({ contextId, days: 0 }, call)).affected,
  };

  return {
    ...{ name, timeoutSeconds: 3_600 },
    async step({ contextId }, call, from) {
      const deleted = await listDeleted(call);
      if (contextId === "") {
        for (const [id, deletedAt] of deleted) {
          const delaySeconds = secondsUntilDue(deletedAt);
          // Somebody may wait for the id, as a restore in its place does: it begins when it may, not at the look after that.
          if (delaySeconds < deletedContexts) await runner.submit(name, { contextId: id, id: "purge" }, { delaySeconds });
        }
        return undefined;
      }
      // Purged since it was submitted: its id may be another context's by now.
      const deletedAt = deleted.get(contextId);
      if (deletedAt === undefined || secondsUntilDue(deletedAt) > 0) return undefined;
      const todo = Object.entries(steps).find(([step]) => from?.counts[step] === undefined);
      if (todo !== undefined) {
        const [step, take] = todo;
        return { at: step, counts: { ...from?.counts, [step]: await take(contextId, call) } };
      }
      await auth.confirmContextPurged({ contextId }, call);
      logger.info({ context: contextId, kind: name, ...from?.counts }, "a deleted context was purged");
      onErased?.("context", (clock() - deletedAt) / 1_000);
      return undefined;
    },
  };
}
