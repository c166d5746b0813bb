import type { Call } from "@loci/platform/call";
import { roots } from "../documents/objects.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Upkept } from "./pipeline.ts";

type Deps = Pick<UpkeepDeps, "auth" | "graph" | "retrieval" | "objects" | "runner" | "clock">;

const name = "deleted-contexts";
const keysAtOnce = 500;

/** Takes away what the services still hold of deleted contexts; then their ids are free again. */
export function purgeDeletedContexts(
  { auth, graph, retrieval, objects, runner, clock }: Deps,
  purgeAfterSeconds: number,
): Upkept {
  async function due(call: Call): Promise<string[]> {
    const before = clock() - purgeAfterSeconds * 1_000;
    const { contexts } = await auth.listDeletedContexts({}, call);
    return contexts.filter(({ deletedAt }) => Date.parse(deletedAt) <= before).map(({ id }) => id);
  }

  async function dropOriginals(contextId: string): Promise<void> {
    for (const root of Object.values(roots)) {
      let keys: string[] = [];
      for await (const key of objects.list(`${root}${contextId}/`)) {
        keys.push(key);
        if (keys.length === keysAtOnce) {
          await objects.delete(keys);
          keys = [];
        }
      }
      await objects.delete(keys);
    }
  }

  return {
    ...{ name, timeoutSeconds: 3_600 },
    async run({ contextId }, call) {
      const contextIds = await due(call);
      if (contextId === "") {
        for (const id of contextIds) await runner.submit(name, { contextId: id, id: "purge" });
        return;
      }
      // Purged since it was submitted: its id may be another context's by now.
      if (!contextIds.includes(contextId)) return;
      await graph.dropContext({}, call);
      await dropOriginals(contextId);
      await retrieval.reindex({ contextId }, call);
      await retrieval.retainTraces({ contextId, days: 0 }, call);
      await auth.confirmContextPurged({ contextId }, call);
    },
  };
}
