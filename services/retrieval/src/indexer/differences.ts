import type { Call } from "@loci/platform/call";
import { isRemote, type SearchIndex } from "@loci/ports/search-index";
import { digestOf } from "@loci/ports/search-index/digest";
import type { GraphService } from "@loci/protos";
import { toChange } from "./change.ts";
import { compareIds } from "./compare.ts";

const pageSize = 500;
/** A context that is being written is looked at again, so that what is just on its way is no finding. */
const attempts = 3;

export interface ContextDifference {
  readonly contextId: string;
  /** Records that ought to be searchable. */
  readonly records: number;
  /** In truth, not in the index. */
  readonly missing: readonly string[];
  /** In both, and not alike; undefined for an index that cannot tell. */
  readonly stale: readonly string[] | undefined;
  /** In the index, not in truth. */
  readonly surplus: readonly string[];
}

export interface DifferenceDeps {
  readonly index: SearchIndex;
  readonly graph: Pick<GraphService<Call>, "head" | "listSearchable" | "readSearchable">;
  /** Waits until the context is indexed up to there. @returns how many positions are missing */
  readonly indexed: (contextId: string, position: number) => Promise<number>;
}

/** Compares what the index holds of a context with the truth, record by record. */
export async function contextDifference(
  contextId: string,
  { index, graph, indexed }: DifferenceDeps,
  call: () => Call,
): Promise<ContextDifference> {
  for (let attempt = 1; ; attempt++) {
    const { revision } = await graph.head({}, call());
    const behind = await indexed(contextId, revision);
    const found = await compareOnce(contextId, { index, graph }, call);
    const isClean = found.missing.length + found.surplus.length + (found.stale?.length ?? 0) === 0;
    const isQuiet = behind === 0 && (await graph.head({}, call())).revision === revision;
    if (isClean || isQuiet || attempt === attempts) return { contextId, ...found };
  }
}

async function compareOnce(
  contextId: string,
  { index, graph }: Pick<DifferenceDeps, "index" | "graph">,
  call: () => Call,
): Promise<Omit<ContextDifference, "contextId">> {
  const remote = isRemote(index) ? index : undefined;
  const digests = new Map<string, string>();
  const stale: string[] = [];
  let records = 0;
  // Compares in passing what both sides have been read to, and keeps only what the other side has yet to reach.
  const wanted = new Map<string, string>();
  const compare = (id: string, own: Map<string, string>, other: Map<string, string>, digest: string): void => {
    const there = other.get(id);
    if (there === undefined) return void own.set(id, digest);
    other.delete(id);
    if (there !== digest) stale.push(id);
  };
  const { missing, orphaned } = await compareIds(
    async (after) => {
      const { ids, next } = await graph.listSearchable({ after, limit: pageSize }, call());
      records += ids.length;
      if (remote && ids.length > 0) {
        const answer = await graph.readSearchable({ ids }, call());
        for (const change of answer.records.map(toChange)) {
          if ("put" in change) compare(change.put.id, wanted, digests, digestOf(change.put));
        }
      }
      return { ids, next };
    },
    async (after) => {
      const entries = remote
        ? await remote.entries(contextId, after, pageSize)
        : (await index.ids(contextId, after, pageSize)).map((id) => ({ id, digest: "" }));
      for (const { id, digest } of remote ? entries : []) compare(id, digests, wanted, digest);
      return { ids: entries.map(({ id }) => id), next: entries.length < pageSize ? "" : (entries.at(-1)?.id ?? "") };
    },
  );
  return { records, missing, stale: remote && stale.sort(), surplus: orphaned };
}
