import { serviceCall } from "@loci/platform/call";
import type { Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { GraphService } from "@loci/protos";

/** What follows an answer and must not delay it: graph is told in batches what was returned and what was used. */
export interface Aftermath {
  /** A text that was given to a caller: written back it is recognised. `kind` is context, chat or reflect. */
  returned(contextId: string, text: string, kind: string): void;
  /** Records that an answer cites: their importance rises. */
  used(contextId: string, ids: readonly string[]): void;
  /** Waits until all of it has been said; what fails is logged and lost. */
  settled(): Promise<void>;
  /** The same, and nothing is waited for afterwards. */
  close(): Promise<void>;
}

export interface AftermathDeps {
  readonly graph: Pick<GraphService<Call>, "noteReturned" | "reinforce">;
  readonly clock: () => number;
  readonly logger: Logger;
}

type Remark =
  | { readonly contextId: string; readonly kind: string; readonly text: string }
  | { readonly contextId: string; readonly kind: "used"; readonly ids: readonly string[] };

const delayMs = 20;
const timeoutMs = 10_000;
/** More than this waiting means that graph does not keep up: the oldest are dropped and the loss is logged. */
const maxWaiting = 1_000;

export function createAftermath({ graph, clock, logger }: AftermathDeps): Aftermath {
  let waiting: Remark[] = [];
  let timer: NodeJS.Timeout | undefined;
  let saying: Promise<void> = Promise.resolve();

  const say = async (batch: readonly Remark[]): Promise<void> => {
    const groups = Map.groupBy(batch, ({ contextId, kind }) => `${kind} ${contextId}`);
    for (const group of groups.values()) {
      const [first] = group;
      if (first === undefined) continue;
      const call = serviceCall(first.contextId, "", clock() + timeoutMs, AbortSignal.timeout(timeoutMs));
      const texts = group.flatMap((remark) => ("text" in remark ? [remark.text] : []));
      const ids = [...new Set(group.flatMap((remark) => ("ids" in remark ? remark.ids : [])))];
      try {
        if (texts.length > 0) await graph.noteReturned({ texts, kind: first.kind }, call);
        if (ids.length > 0) await graph.reinforce({ ids }, call);
      } catch (error) {
        logger.warn({ err: error, contextId: first.contextId, kind: first.kind }, "graph was not told what became of an answer");
      }
    }
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) saying = saying.then(() => say(batch));
    return saying;
  };

  const add = (remark: Remark): void => {
    if (waiting.length >= maxWaiting) {
      waiting.shift();
      logger.warn("an answer's aftermath was dropped: graph does not keep up");
    }
    waiting.push(remark);
    timer ??= setTimeout(() => void flush(), delayMs).unref();
  };

  return {
    returned(contextId, text, kind) {
      if (text !== "") add({ contextId, kind, text });
    },
    used(contextId, ids) {
      if (ids.length > 0) add({ contextId, kind: "used", ids });
    },
    settled: flush,
    close: flush,
  };
}
