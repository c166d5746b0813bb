import { setTimeout as pause } from "node:timers/promises";
import { serviceCall, type Call } from "@loci/platform/call";
import type { IndexChange, RemoteIndex, Seen, Tail } from "@loci/ports/search-index";
import type { graph, GraphService } from "@loci/protos";
import { LRUCache } from "lru-cache";
import { toChange } from "./change.ts";
import { whileWanted } from "./while-wanted.ts";

/** What the feed has beyond what a remote index shows. */
export interface Tails {
  /**
   * The tail up to a feed position.
   * @returns with how many positions are missing when the time is over; 0 when complete
   */
  upTo(
    contextId: string,
    position: number,
    call: Call,
    budgetMs: number,
  ): Promise<{ readonly tail: Tail; readonly missing: number }>;
  /** Says that the index may show less than it did. */
  forget(contextId: string): void;
}

export interface TailDeps {
  readonly index: RemoteIndex;
  readonly graph: Pick<GraphService<Call>, "head" | "readFeed">;
  /** Milliseconds since the epoch, for deadlines. */
  readonly clock: () => number;
  /** How time goes by, in milliseconds. */
  readonly elapsed: () => number;
}

/** A longer one would cost a question more than waiting does: whoever is so far behind waits for the indexer. */
const longest = 1_000;
const rowsAtOnce = 500;
/** So often at most the index is asked how far it shows: in between the tail is a little longer than it need be. */
const lookEveryMs = 250;
const maxContexts = 2_000;
/** A step is nobody's own: whoever set it off may go, or have little time, and others wait for it. */
const stepMs = 10_000;

interface Stretch {
  readonly until: number;
  readonly changes: readonly IndexChange[];
}

interface State {
  /** By `elapsed`. */
  readonly lookedAt: number;
  /** How far the feed was read. */
  readonly position: number;
  readonly stretches: readonly Stretch[];
  readonly tail: Tail;
}

export function createTails({ index, graph, clock, elapsed }: TailDeps): Tails {
  const states = new LRUCache<string, State>({ max: maxContexts });
  const working = new Map<string, Promise<State>>();

  /** Looks where that may help, then reads what is missing, as far as it is not too much. */
  const step = async (contextId: string, wanted: number, own: Call): Promise<State> => {
    const before = states.get(contextId);
    const isToBeLookedAt =
      before === undefined ||
      before.tail.after.position > wanted ||
      ((before.position < wanted || before.stretches.length > 0) && elapsed() - before.lookedAt >= lookEveryMs);
    const looked = isToBeLookedAt ? await look(contextId, wanted, before, own) : before;
    const isTooFar = wanted - looked.tail.after.position > longest;
    const next = looked.position >= wanted || isTooFar ? looked : await read(looked, own);
    states.set(contextId, next);
    return next;
  };

  const look = async (contextId: string, wanted: number, before: State | undefined, own: Call): Promise<State> => {
    const lookedAt = elapsed();
    const seen = await index.seen(contextId);
    // Whoever asks may have looked at the feed before it was indexed. Where even now it does not come so far, what is shown was before
    // the context was deleted, or its database set back: nothing of it is sure to be there.
    const isOfAnother = seen.position > wanted && (await graph.head({}, own)).revision < seen.position;
    const after = isOfAnother ? { ...seen, position: 0 } : seen;
    const isSameLine =
      before !== undefined &&
      before.tail.after.generation === after.generation &&
      before.tail.after.position <= after.position &&
      before.position >= after.position;
    if (!isSameLine) return { lookedAt, position: after.position, stretches: [], tail: { after, changes: [] } };
    if (before.tail.after.position === after.position) return { ...before, lookedAt };
    const stretches = before.stretches.filter(({ until }) => until > after.position);
    return { lookedAt, position: before.position, stretches, tail: joined(after, stretches) };
  };

  const read = async (state: State, own: Call): Promise<State> => {
    const feed: graph.ReadFeedResponse = await graph.readFeed({ after: state.position, limit: rowsAtOnce }, own);
    if (feed.position <= state.position) return state;
    const stretches = [...state.stretches, { until: feed.position, changes: feed.records.map(toChange) }];
    return { ...state, position: feed.position, stretches, tail: joined(state.tail.after, stretches) };
  };

  /** One step at a time for each context; who comes meanwhile waits for the same step. */
  const advance = (contextId: string, wanted: number, traceId: string): Promise<State> => {
    const current = working.get(contextId);
    if (current) return current;
    const own = serviceCall(contextId, traceId, clock() + stepMs);
    const next = step(contextId, wanted, own).finally(() => working.delete(contextId));
    working.set(contextId, next);
    return next;
  };

  return {
    async upTo(contextId, position, call, budgetMs) {
      const until = elapsed() + budgetMs;
      for (;;) {
        const before = states.get(contextId);
        const { tail, position: reached, lookedAt } = await whileWanted(advance(contextId, position, call.traceId), call);
        if (reached >= position || elapsed() >= until) return { tail, missing: Math.max(0, position - reached) };
        // Nothing more to read: the indexer has to come closer first.
        if (before?.position === reached && elapsed() - lookedAt < lookEveryMs) await pause(lookEveryMs, undefined, { ref: false });
      }
    },
    forget: (contextId) => void states.delete(contextId),
  };
}

function joined(after: Seen, stretches: readonly Stretch[]): Tail {
  return { after, changes: stretches.flatMap(({ changes }) => changes) };
}
