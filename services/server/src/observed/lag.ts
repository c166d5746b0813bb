/** How far the search index is behind the change feed, as far as this process can see: it asks nobody for it. */
import type { Call } from "@loci/platform/call";
import { isOff, type Telemetry } from "@loci/platform/telemetry";
import type { SearchIndex } from "@loci/ports/search-index";
import type { graph, GraphService } from "@loci/protos";
import { createSearchable } from "./searchable.ts";

const maxContexts = 10_000;

interface Place {
  readonly life: string;
  readonly head: number;
  readonly indexed: number;
  /** When it was first seen to be behind; undefined while it is not. */
  readonly behindSince: number | undefined;
}

export interface Lag {
  sawHead(contextId: string, head: graph.HeadResponse): void;
  sawIndexed(contextId: string, position: number): void;
  forget(contextId: string): void;
  /** Over all contexts. */
  total(): { readonly positions: number; readonly seconds: number };
}

export function createLag(clock: () => number): Lag {
  const places = new Map<string, Place>();
  const saw = (contextId: string, seen: Partial<Pick<Place, "life" | "head" | "indexed">>) => {
    const before = places.get(contextId);
    // Of a context that was deleted and made again nothing is known.
    const known = before !== undefined && seen.life !== undefined && ![seen.life, ""].includes(before.life) ? undefined : before;
    const life = seen.life ?? known?.life ?? "";
    // A head can be told late: it goes forward only.
    const head = Math.max(known?.head ?? 0, seen.head ?? 0);
    const indexed = seen.indexed ?? known?.indexed ?? 0;
    if (known === undefined && places.size >= maxContexts) places.clear();
    const behindSince = head > indexed ? (known?.behindSince ?? clock()) : undefined;
    places.set(contextId, { life, head, indexed, behindSince });
  };
  return {
    sawHead: (contextId, { revision, life }) => saw(contextId, { head: revision, life }),
    sawIndexed: (contextId, indexed) => saw(contextId, { indexed }),
    forget: (contextId) => void places.delete(contextId),
    total() {
      let positions = 0;
      let since = clock();
      const now = since;
      for (const { head, indexed, behindSince } of places.values()) {
        positions += Math.max(0, head - indexed);
        since = Math.min(since, behindSince ?? now);
      }
      return { positions, seconds: (now - since) / 1_000 };
    },
  };
}

interface Followed {
  readonly index: SearchIndex;
  readonly graph: GraphService<Call>;
}

/** The same index, and the same graph for who follows its feed, with the distance between them measured. */
export function watchLag(
  { index, graph }: Followed,
  { telemetry, clock }: { telemetry: Telemetry; clock: () => number },
): Followed {
  if (isOff(telemetry)) return { index, graph };
  const lag = createLag(clock);
  const searchable = createSearchable(clock);
  telemetry.meter.onScrape(["loci_index_lag_positions", "loci_index_lag_seconds"], async () => {
    const { positions, seconds } = lag.total();
    return [
      { name: "loci_index_lag_positions", labels: {}, value: positions },
      { name: "loci_index_lag_seconds", labels: {}, value: seconds },
    ];
  });
  return {
    index: {
      ...index,
      get degraded() {
        return index.degraded;
      },
      async watermark(contextId) {
        const position = await index.watermark(contextId);
        lag.sawIndexed(contextId, position);
        searchable.sawIndexed(contextId, position);
        return position;
      },
      async apply(contextId, changes, after, position, fence) {
        const applied = await index.apply(contextId, changes, after, position, fence);
        if (!applied) return false;
        lag.sawIndexed(contextId, position);
        for (const seconds of searchable.applied(contextId, after, position))
          telemetry.meter.observe("loci_searchable_seconds", {}, seconds);
        return true;
      },
      async clear(contextId) {
        await index.clear(contextId);
        lag.forget(contextId);
      },
    },
    graph: {
      ...graph,
      async head(request, call) {
        const answer = await graph.head(request, call);
        const contextId = contextOf(call);
        if (contextId !== "") lag.sawHead(contextId, answer);
        return answer;
      },
      async readFeed(request, call) {
        const answer = await graph.readFeed(request, call);
        searchable.read(contextOf(call), request.after, answer);
        return answer;
      },
    },
  };
}

function contextOf({ caller }: Call): string {
  return caller.kind === "principal" ? caller.identity.contextId : caller.kind === "service" ? caller.contextId : "";
}
