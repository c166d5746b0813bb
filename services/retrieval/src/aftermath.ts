import { serviceCall, type Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import type { GraphService, retrieval } from "@loci/protos";
import { LRUCache } from "lru-cache";

/** What follows an answer and must not delay it: graph is told in batches what was returned and what was used. */
export interface Aftermath {
  /** A text that was given to a caller: written back it is recognised. */
  returned(contextId: string, text: string, kind: "context" | "chat" | "reflect"): void;
  /** Passages that were given to a caller, recognised likewise; one that graph was told of lately is not told again. */
  recalled(contextId: string, hits: readonly Pick<retrieval.Hit, "id" | "text">[]): void;
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

/** What graph is told: `used` records by their ids, anything else by its texts. */
interface Remark {
  readonly contextId: string;
  readonly kind: "context" | "chat" | "reflect" | "recall" | "used";
  readonly said: readonly string[];
}

const delayMs = 20;
/** Graph keeps what it is told for some days at least: a record that comes up in each question is told once in this time. */
const recalledAgainMs = 12 * 3_600_000;
const maxRecalled = 50_000;
const timeoutMs = 10_000;
/** More than this waiting means that graph does not keep up: the oldest are dropped and the loss is logged. */
const maxWaiting = 1_000;
/** Texts, or ids, with one call. */
const toldAtOnce = 500;

export function createAftermath({ graph, clock, logger }: AftermathDeps): Aftermath {
  let waiting: Remark[] = [];
  let timer: NodeJS.Timeout | undefined;
  let saying: Promise<void> = Promise.resolve();
  const recalledLately = new LRUCache<string, true>({ max: maxRecalled, ttl: recalledAgainMs });

  const say = async (batch: readonly Remark[]): Promise<void> => {
    const groups = Map.groupBy(batch, ({ contextId, kind }) => `${kind} ${contextId}`);
    for (const group of groups.values()) {
      const [first] = group;
      if (first === undefined) continue;
      const call = serviceCall(first.contextId, "", clock() + timeoutMs, AbortSignal.timeout(timeoutMs));
      const all = [...new Set(group.flatMap(({ said }) => said))];
      try {
        for (let i = 0; i < all.length; i += toldAtOnce) {
          const some = all.slice(i, i + toldAtOnce);
          if (first.kind === "used") await graph.reinforce({ ids: some }, call);
          else await graph.noteReturned({ texts: some, kind: first.kind }, call);
        }
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
      if (text !== "") add({ contextId, kind, said: [text] });
    },
    recalled(contextId, hits) {
      const isNew = ({ id, text }: Pick<retrieval.Hit, "id" | "text">) =>
        text !== "" && !recalledLately.has(`${contextId} ${id}`);
      const told = hits.filter(isNew);
      for (const { id } of told) recalledLately.set(`${contextId} ${id}`, true);
      if (told.length > 0) add({ contextId, kind: "recall", said: told.map(({ text }) => text) });
    },
    used(contextId, ids) {
      if (ids.length > 0) add({ contextId, kind: "used", said: ids });
    },
    settled: flush,
    close: flush,
  };
}
