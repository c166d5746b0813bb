import type { Call } from "@loci/platform/call";
import { fillVectors } from "../embedding/fill.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Upkept } from "./pipeline.ts";
import { recordWork } from "./recorded.ts";

const name = "vectors";

/**
 * Gives the records of marked contexts their vectors, as after an import: the work for all contexts submits one for each, so that a text
 * which the model refuses, or an import of hours, keeps no other context from its vectors.
 */
export function fillMarked(deps: Pick<UpkeepDeps, "auth" | "graph" | "embedder" | "runner" | "clock" | "ids">): Upkept {
  const { graph, embedder, runner } = deps;
  async function submitEach(call: Call): Promise<void> {
    const { contextIds } = await graph.listUnembeddedContexts({}, call);
    for (const contextId of contextIds) {
      call.signal.throwIfAborted();
      await runner.submit(name, { contextId, id: "fill" });
    }
  }

  return {
    ...{ name, timeoutSeconds: 3_600 },
    async run({ contextId }, call) {
      if (contextId === "") return submitEach(call);
      let filled = 0;
      await fillVectors({ graph, embedder }, () => call, { onDone: (records) => (filled += records) });
      if (filled > 0) await recordWork(deps, { contextId, operation: name }, call);
    },
  };
}
