import { serviceCall, type Call } from "@loci/platform/call";
import type { Pipeline, Progress, StageRun } from "@loci/ports/durable-runner";
import type { Rebuilt, RebuildWatcher } from "./rebuild.ts";

/** A rebuild of the search index as durable work: whatever is killed meanwhile, it goes on where it was. */
export const rebuildWork = { pipeline: "search-rebuild", work: { contextId: "", id: "all" } } as const;

/** `rebuildIndex`, with what it works on. */
export type Rebuild = (callFor: (contextId: string) => Call, watcher: RebuildWatcher) => Promise<Rebuilt>;

export interface RebuildPipelineDeps {
  readonly rebuild: Rebuild;
  /** Milliseconds since the epoch, for deadlines. */
  readonly clock: () => number;
  /** How time goes by, in milliseconds; the machine's own way where this is not given. */
  readonly elapsed?: () => number;
  readonly ids: (kind: "trace") => string;
}

/** Then how far it has come is kept, and whoever asks sees it. */
const stepMs = 10_000;
const callMs = 60_000;
/** What no step may exceed, the switch to the new index at the end included. */
const timeoutSeconds = 600;
/** The index's server may be away for a while: with growing pauses this is more than an hour. */
const maxAttempts = 30;

/** The step's time is over; the new index itself knows how far each context is. */
class StepOver extends Error {}

/** Its progress counts the contexts that were looked at and the feed positions that were indexed. */
export function createRebuildPipeline({ rebuild, clock, elapsed = () => performance.now(), ids }: RebuildPipelineDeps): Pipeline {
  async function step({ signal, from }: StageRun): Promise<Progress | undefined> {
    const until = elapsed() + stepMs;
    let at = from?.at ?? "";
    let positions = from?.counts["positions"] ?? 0;
    const contexts = new Set<string>();
    const callFor = (contextId: string) => serviceCall(contextId, ids("trace"), clock() + callMs, signal);
    try {
      await rebuild(callFor, {
        begin(contextId) {
          signal.throwIfAborted();
          at = contextId;
          contexts.add(contextId);
        },
        done(more) {
          positions += more;
          if (elapsed() >= until) throw new StepOver();
        },
      });
      return undefined;
    } catch (thrown) {
      if (!(thrown instanceof StepOver)) throw thrown;
      return { at, counts: { contexts: contexts.size, positions } };
    }
  }
  return {
    name: rebuildWork.pipeline,
    concurrency: 1,
    stages: [{ name: "rebuilding", timeoutSeconds, maxAttempts, run: (_work, run) => step(run) }],
    // The index that serves goes on serving; whoever watches the work sees that it failed.
    onFailed: async () => undefined,
  };
}
