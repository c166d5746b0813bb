import { LociError } from "@loci/kernel";
import { asService, principalOf, regionFor, type Call } from "@loci/platform/call";
import { presentTime } from "@loci/platform/messages";
import type { retrieval } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { compareIds, type Difference } from "../indexer/compare.ts";
import { isAdministrator } from "../trace/sight.ts";

const pageSize = 1_000;
const maxListed = 1_000;
/** Records that are hydrated, or announced again, with one call. */
const batch = 500;
/** A context that is being written is looked at again, so that what is just on its way is no finding. */
const attempts = 3;

/**
 * Compares the index with the truth. An administrator of the context gets all of it and may have it repaired; anybody else only
 * counts what is missing of what it may read (what is in the index alone belongs to nobody).
 */
export async function checkIndex(
  request: retrieval.CheckIndexRequest,
  call: Call,
  deps: RetrievalDeps,
): Promise<retrieval.CheckIndexResponse> {
  const identity = principalOf(call);
  regionFor(call, "memory:read");
  const isAdmin = isAdministrator(identity);
  if (request.repair && !isAdmin)
    throw new LociError("forbidden", "Repairing the index needs grant:manage over the whole context.");
  const own = asService(call, identity.contextId);
  const { missing, orphaned, position } = await compare(identity.contextId, own, deps);
  if (!isAdmin)
    return { missing: [], orphaned: [], missingCount: await countVisible(missing, call, deps), orphanedCount: 0, repaired: 0 };
  const repaired = request.repair ? await repair(identity.contextId, { missing, orphaned, position }, own, deps) : 0;
  return {
    missing: missing.slice(0, maxListed),
    orphaned: orphaned.slice(0, maxListed),
    missingCount: missing.length,
    orphanedCount: orphaned.length,
    repaired,
  };
}

interface Findings extends Difference {
  /** The feed position that both sides had. */
  readonly position: number;
}

async function compare(contextId: string, own: Call, deps: RetrievalDeps): Promise<Findings> {
  for (let attempt = 1; ; attempt++) {
    const { revision } = await deps.graph.head({}, own);
    const behind = await deps.indexer.catchUp(contextId, revision, own, deps.settings.catchUpMs);
    // Whoever asks for it is shown what other processes indexed.
    await deps.index.watermark(contextId);
    const difference = await compareIds(
      (after) => deps.graph.listSearchable({ after, limit: pageSize }, own),
      async (after) => {
        const ids = await deps.index.ids(contextId, after, pageSize);
        return { ids, next: ids.length < pageSize ? "" : (ids.at(-1) ?? "") };
      },
    );
    const isClean = difference.missing.length + difference.orphaned.length === 0;
    const isQuiet = behind === 0 && (await deps.graph.head({}, own)).revision === revision;
    if (isClean || isQuiet || attempt === attempts) return { ...difference, position: revision };
  }
}

/** What is missing is announced again and indexed from the feed; what is left over goes, unless the index moved on meanwhile. */
async function repair(
  contextId: string,
  { missing, orphaned, position }: Findings,
  own: Call,
  deps: RetrievalDeps,
): Promise<number> {
  const gone = orphaned.map((id) => ({ remove: id }));
  const removed = gone.length > 0 && (await deps.index.apply(contextId, gone, position, position)) ? gone.length : 0;
  for (const ids of batches(missing)) await deps.graph.reannounce({ ids }, own);
  if (missing.length > 0) {
    const { revision } = await deps.graph.head({}, own);
    await deps.indexer.catchUp(contextId, revision, own, deps.settings.catchUpMs);
  }
  return removed + missing.length;
}

async function countVisible(ids: readonly string[], call: Call, deps: RetrievalDeps): Promise<number> {
  let count = 0;
  for (const some of batches(ids)) count += (await deps.graph.hydrate({ ids: some, time: presentTime }, call)).records.length;
  return count;
}

function batches(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / batch) }, (_, i) => ids.slice(i * batch, (i + 1) * batch));
}
