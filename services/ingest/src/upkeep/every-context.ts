import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { auth } from "@loci/protos";
import type { UpkeepDeps } from "./deps.ts";
import type { Upkept } from "./pipeline.ts";
import { recordWork } from "./recorded.ts";
import { settingsOf, type ContextSettings } from "./settings.ts";

export interface EveryContext {
  readonly name: string;
  readonly timeoutSeconds: number;
  /** Over how many seconds the contexts are spread, so that not all are worked on at once. */
  readonly spreadSeconds: number;
  /** Whether a context is worked on at this time, which the work's id names; all are by default. */
  readonly wants?: (settings: ContextSettings, time: string) => boolean;
  readonly run: (settings: ContextSettings, call: Call) => Promise<unknown>;
}

const pageSize = 500;

/** Work on each context: the work for all contexts submits one for each, so that none waits for another or fails with it. */
export function everyContext(
  what: EveryContext,
  { auth, runner, random, clock, ids }: Pick<UpkeepDeps, "auth" | "runner" | "random" | "clock" | "ids">,
): Upkept {
  const { name, timeoutSeconds, spreadSeconds, wants = () => true, run } = what;

  async function submitEach(time: string, call: Call): Promise<void> {
    for (let after = ""; ;) {
      const { contexts, next } = await auth.listContexts({ page: { limit: pageSize, after } }, call);
      for (const context of contexts) {
        if (!wants(settingsOf(context), time)) continue;
        await runner.submit(name, { contextId: context.id, id: time }, { delaySeconds: Math.floor(random() * spreadSeconds) });
      }
      if (next === "") return;
      after = next;
    }
  }

  return {
    ...{ name, timeoutSeconds },
    async run(work, call) {
      if (work.contextId === "") return submitEach(work.id, call);
      const context = await findContext(work.contextId, auth, call);
      if (context === undefined) return;
      const done = await run(settingsOf(context), call);
      if (changedNothing(done)) return;
      // The work is done again where this fails, which it may be.
      await recordWork({ auth, clock, ids }, { contextId: context.id, operation: name }, call);
    },
  };
}

/** What works on many records says how many it changed. */
function changedNothing(done: unknown): boolean {
  return typeof done === "object" && done !== null && "affected" in done && done.affected === 0;
}

/** undefined for one that was deleted since. */
async function findContext(
  contextId: string,
  auth: Pick<UpkeepDeps["auth"], "getContext">,
  call: Call,
): Promise<auth.Context | undefined> {
  try {
    return await auth.getContext({ contextId }, call);
  } catch (thrown) {
    if (LociError.from(thrown).code === "not_found") return undefined;
    throw thrown;
  }
}
