import { setTimeout as sleep } from "node:timers/promises";
import { LociError, type ScopeSet } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import type { Logger } from "@loci/platform/telemetry";
import { scopeSetMessage } from "@loci/platform/messages";
import type { common, GraphService, retrieval } from "@loci/protos";
import { LRUCache } from "lru-cache";

/** What follows an answer and must not delay it: graph is told in batches what was returned and what was used. */
export interface Aftermath {
  /** A text that was given to a caller, made of what this ranges over: written back there it is recognised. */
  returned(contextId: string, text: string, kind: "context" | "chat" | "reflect", ranged: ScopeSet): void;
  /** Passages that were given to a caller, recognised likewise; one that graph was told of lately is not told again. */
  recalled(contextId: string, hits: readonly Pick<retrieval.Hit, "id" | "text" | "source" | "scopes">[]): void;
  /** Records that an answer cites: their importance rises. */
  used(contextId: string, ids: readonly string[]): void;
  /**
   * Waits until what concerns the context has been said, for a second at most: where graph is slow, an answer that is written back at
   * once may be learned from, and that is better than no answer. What fails is logged and lost.
   */
  settled(contextId: string): Promise<void>;
  /** Says what is left, of all contexts, and waits for it. */
  close(): Promise<void>;
}

export interface AftermathDeps {
  readonly graph: Pick<GraphService<Call>, "noteReturned" | "reinforce">;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** An id, or a text with the scopes that it is of. */
interface Said {
  readonly text: string;
  readonly scopes: common.ScopeSet | null;
}

/** What graph is told: `used` records by their ids, anything else by its texts. */
interface Remark {
  readonly kind: "context" | "chat" | "reflect" | "recall" | "used";
  readonly said: readonly Said[];
  /** Those of `recalledLately` that hold once this has been said. */
  readonly recalled: readonly string[];
}

/** What concerns one context: contexts do not wait for each other. */
interface Told {
  waiting: Remark[];
  timer: NodeJS.Timeout | undefined;
  saying: Promise<void>;
}

/** What says something and takes its fingerprints along when it is purged. */
const takingPrints = new Set(["memory_chunk", "attribute", "entity"]);
const delayMs = 20;
/** Graph keeps what it is told for some days at least: a record that comes up in each question is told once in this time. */
const recalledAgainMs = 12 * 3_600_000;
const maxRecalled = 50_000;
const timeoutMs = 10_000;
/** So long an answer waits for graph to know of it. */
const settledWithinMs = 1_000;
/** More than this waiting in a context means that graph does not keep up: the oldest are dropped and the loss is logged. */
const maxWaiting = 1_000;
/** Texts, or ids, with one call. */
const toldAtOnce = 500;

export function createAftermath({ graph, clock, logger }: AftermathDeps): Aftermath {
  const contexts = new Map<string, Told>();
  const recalledLately = new LRUCache<string, true>({ max: maxRecalled, ttl: recalledAgainMs });

  /** What graph does not take of one answer takes no other along. */
  const tell = async (contextId: string, kind: Remark["kind"], some: readonly Said[], call: Call): Promise<void> => {
    const texts = some.map(({ text }) => text);
    try {
      if (kind === "used") await graph.reinforce({ ids: texts }, call);
      else await graph.noteReturned({ texts, kind, scopes: some.map(({ scopes }) => scopes ?? { clauses: [] }) }, call);
    } catch (error) {
      if (LociError.from(error).code !== "invalid") throw error;
      if (some.length > 1) for (const one of some) await tell(contextId, kind, [one], call);
      else logger.warn({ err: error, contextId, kind }, "graph does not take what an answer says");
    }
  };

  const say = async (contextId: string, kind: Remark["kind"], group: readonly Remark[]): Promise<void> => {
    const call = serviceCall(contextId, "", clock() + timeoutMs, AbortSignal.timeout(timeoutMs));
    const all = [...new Map(group.flatMap(({ said }) => said).map((one) => [JSON.stringify(one), one])).values()];
    try {
      for (let i = 0; i < all.length; i += toldAtOnce) {
        await tell(contextId, kind, all.slice(i, i + toldAtOnce), call);
      }
      for (const place of group.flatMap(({ recalled }) => recalled)) recalledLately.set(place, true);
    } catch (error) {
      logger.warn({ err: error, contextId, kind }, "graph was not told what became of an answer");
    }
  };

  const flush = (contextId: string): Promise<void> => {
    const told = contexts.get(contextId);
    if (told === undefined) return Promise.resolve();
    clearTimeout(told.timer);
    told.timer = undefined;
    const batch = told.waiting;
    told.waiting = [];
    if (batch.length === 0) return told.saying;
    const said = told.saying.then(async () => {
      for (const [kind, group] of Map.groupBy(batch, (remark) => remark.kind)) await say(contextId, kind, group);
      if (told.saying === said && told.waiting.length === 0) contexts.delete(contextId);
    });
    told.saying = said;
    return said;
  };

  const add = (contextId: string, remark: Remark): void => {
    const told = contexts.get(contextId) ?? { waiting: [], timer: undefined, saying: Promise.resolve() };
    contexts.set(contextId, told);
    if (told.waiting.length >= maxWaiting) {
      told.waiting.shift();
      logger.warn({ contextId }, "an answer's aftermath was dropped: graph does not keep up");
    }
    told.waiting.push(remark);
    told.timer ??= setTimeout(() => void flush(contextId), delayMs).unref();
  };

  return {
    returned(contextId, text, kind, ranged) {
      if (text !== "") add(contextId, { kind, said: [{ text, scopes: scopeSetMessage(ranged) }], recalled: [] });
    },
    recalled(contextId, hits) {
      const place = ({ id }: Pick<retrieval.Hit, "id">) => `${contextId} ${id}`;
      const told = hits.filter((hit) => takingPrints.has(hit.source) && hit.text !== "" && !recalledLately.has(place(hit)));
      if (told.length > 0)
        add(contextId, { kind: "recall", said: told.map(({ text, scopes }) => ({ text, scopes })), recalled: told.map(place) });
    },
    used(contextId, ids) {
      if (ids.length > 0) add(contextId, { kind: "used", said: ids.map((text) => ({ text, scopes: null })), recalled: [] });
    },
    async settled(contextId) {
      const enough = new AbortController();
      const late = sleep(settledWithinMs, undefined, { signal: enough.signal }).catch(() => undefined);
      await Promise.race([flush(contextId), late]);
      enough.abort();
    },
    async close() {
      await Promise.all([...contexts.keys()].map(flush));
    },
  };
}
