import type { Call } from "@loci/platform/call";
import { fillVectors } from "../embedding/fill.ts";
import type { UpkeepDeps } from "./deps.ts";
import type { Upkept } from "./pipeline.ts";

const name = "vectors";

/**
 * Gives the records of marked contexts their vectors, as after an import: the work for all contexts submits one for each, so that a text
 * which the model refuses, or an import of hours, keeps no other context from its vectors.
 */
export function fillMarked({ graph, embedder, runner }: Pick<UpkeepDeps, "graph" | "embedder" | "runner">): Upkept {
  async function submitEach(call: Call): Promise<void> {
    const { contextIds } = await graph.listUnembeddedContexts({}, call);
    for (const contextId of contextIds) {
      call.signal.throwIfAborted();
      await runner.submit(name, { contextId, id: "fill" });
    }
  }

  return {
    ...{ name, timeoutSeconds: 3_600 },
    run: ({ contextId }, call) => (contextId === "" ? submitEach(call) : fillVectors({ graph, embedder }, () => call)),
  };
}
