import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { isRemote, type IndexChange, type RemoteIndex, type SearchIndex } from "@loci/ports/search-index";
import type { GraphService } from "@loci/protos";
import { toChange } from "./change.ts";
import { compareIds } from "./compare.ts";

const rowsAtOnce = 500;
const idsAtOnce = 1_000;
/** Whoever is indexing meanwhile goes first; so many times in a row it hardly ever does. */
const attempts = 50;

export interface RewriteDeps {
  readonly index: SearchIndex;
  readonly graph: Pick<GraphService<Call>, "head" | "readFeed" | "listSearchable">;
}

/** What is told of each stretch of the feed that was written. */
type OnDone = (positions: number) => void;

/**
 * Writes all of a context anew from the truth, in its place: it is searched, and what is written meanwhile is indexed, as ever. What the
 * truth does not have goes at the end. Where it breaks off nothing is lost, and the next one begins again.
 * @param call made anew for each step, as all of them take longer than one call may
 * @returns up to which feed position; what comes later is for the indexer
 */
export async function rewriteContext(
  contextId: string,
  { index, graph }: RewriteDeps,
  call: () => Call,
  onDone: OnDone = () => undefined,
): Promise<number> {
  return isRemote(index)
    ? rewriteRemote(contextId, { index, graph }, call, onDone)
    : rewriteOwn(contextId, { index, graph }, call, onDone);
}

async function rewriteRemote(
  contextId: string,
  { index, graph }: { readonly index: RemoteIndex; readonly graph: RewriteDeps["graph"] },
  call: () => Call,
  onDone: OnDone,
): Promise<number> {
  const { revision } = await graph.head({}, call());
  const rewriting = await index.rewrite(contextId, revision);
  for (let after = 0; after < rewriting.until;) {
    // A position is one row of the feed: never beyond what was agreed.
    const limit = Math.min(rowsAtOnce, rewriting.until - after);
    const feed = await graph.readFeed({ after, limit }, call());
    if (feed.position <= after) break;
    await rewriting.put(feed.records.map(toChange), feed.position);
    onDone(feed.position - after);
    after = feed.position;
  }
  await rewriting.finish();
  return rewriting.until;
}

/** An index in the truth's own database has one state at a time: each stretch is read and written while nothing else is indexed. */
async function rewriteOwn(contextId: string, { index, graph }: RewriteDeps, call: () => Call, onDone: OnDone): Promise<number> {
  const until = await index.watermark(contextId);
  const { revision } = await graph.head({}, call());
  if (until > revision) {
    // The truth was deleted, and has begun again at most: nothing that is indexed is part of it.
    await index.clear(contextId);
    return 0;
  }
  const replace = async (read: () => Promise<readonly IndexChange[]>): Promise<void> => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const position = await index.watermark(contextId);
      const changes = await read();
      if (changes.length === 0 || (await index.apply(contextId, changes, position, position))) return;
    }
    throw new LociError("unavailable", "The context is written to without a pause: its index cannot be written anew now.", {
      retryAfterSeconds: 30,
    });
  };
  for (let after = 0; after < until;) {
    const stretch = { after, limit: Math.min(rowsAtOnce, until - after) };
    let reached = until;
    await replace(async () => {
      const { records, position } = await graph.readFeed(stretch, call());
      reached = position;
      return records.map(toChange);
    });
    if (reached <= after) break;
    onDone(reached - after);
    after = reached;
  }
  await replace(async () => {
    const { orphaned } = await compareIds(
      (after) => graph.listSearchable({ after, limit: idsAtOnce }, call()),
      async (after) => {
        const ids = await index.ids(contextId, after, idsAtOnce);
        return { ids, next: ids.length < idsAtOnce ? "" : (ids.at(-1) ?? "") };
      },
    );
    return orphaned.map((id) => ({ remove: id }));
  });
  if (until > 0) await index.recount?.(contextId);
  return until;
}
