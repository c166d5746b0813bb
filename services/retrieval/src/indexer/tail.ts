import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "@loci/platform/call";
import type { IndexChange, RemoteIndex, Seen, Tail } from "@loci/ports/search-index";
import type { graph, GraphService } from "@loci/protos";
import { LRUCache } from "lru-cache";
import { toChange } from "./change.ts";

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
  readonly graph: Pick<GraphService<Call>, "readFeed">;
  readonly clock: () => number;
}

/** A longer one would cost a question more than waiting does: whoever is so far behind waits for the indexer. */
const longest = 1_000;
const rowsAtOnce = 500;
/** So often at most the index is asked how far it shows: in between the tail is a little longer than it need be. */
const lookEveryMs = 250;
const maxContexts = 2_000;

interface Stretch {
  readonly until: number;
  readonly changes: readonly IndexChange[];
}

interface State {
  readonly lookedAt: number;
  /** How far the feed was read. */
  readonly position: number;
  readonly stretches: readonly Stretch[];
  readonly tail: Tail;
}

export function createTails({ index, graph, clock }: TailDeps): Tails {
  const states = new LRUCache<string, State>({ max: maxContexts });
  const working = new Map<string, Promise<State>>();

  /** Looks where that may help, then reads what is missing, as far as it is not too much. */
  const step = async (contextId: string, wanted: number, call: Call): Promise<State> => {
    const before = states.get(contextId);
    const isToBeLookedAt =
      before === undefined ||
      before.tail.after.position > wanted ||
      ((before.position < wanted || before.stretches.length > 0) && clock() - before.lookedAt >= lookEveryMs);
    const looked = isToBeLookedAt ? await look(contextId, before) : before;
    const isTooFar = wanted - looked.tail.after.position > longest;
    const next = looked.position >= wanted || isTooFar ? looked : await read(contextId, looked, call);
    states.set(contextId, next);
    return next;
  };

  const look = async (contextId: string, before: State | undefined): Promise<State> => {
    const lookedAt = clock();
    const after = await index.seen(contextId);
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

  const read = async (contextId: string, state: State, call: Call): Promise<State> => {
    const feed: graph.ReadFeedResponse = await graph.readFeed(
      { after: state.position, limit: rowsAtOnce },
      { ...call, caller: { kind: "service", contextId } },
    );
    if (feed.position <= state.position) return state;
    const stretches = [...state.stretches, { until: feed.position, changes: feed.records.map(toChange) }];
    return { ...state, position: feed.position, stretches, tail: joined(state.tail.after, stretches) };
  };

  /** One step at a time for each context; who comes meanwhile waits for the same step. */
  const advance = (contextId: string, wanted: number, call: Call): Promise<State> => {
    const current = working.get(contextId);
    if (current) return current;
    const { token: _own, ...plain } = call;
    const next = step(contextId, wanted, plain).finally(() => working.delete(contextId));
    working.set(contextId, next);
    return next;
  };

  return {
    async upTo(contextId, position, call, budgetMs) {
      const until = clock() + budgetMs;
      for (;;) {
        const before = states.get(contextId);
        const { tail, position: reached, lookedAt } = await advance(contextId, position, call);
        if (reached >= position || clock() >= until) return { tail, missing: Math.max(0, position - reached) };
        // Nothing more to read: the indexer has to come closer first.
        if (before?.position === reached && clock() - lookedAt < lookEveryMs) await pause(lookEveryMs, undefined, { ref: false });
      }
    },
    forget: (contextId) => void states.delete(contextId),
  };
}

function joined(after: Seen, stretches: readonly Stretch[]): Tail {
  return { after, changes: stretches.flatMap(({ changes }) => changes) };
}
