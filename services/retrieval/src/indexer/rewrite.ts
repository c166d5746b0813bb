import type { Call } from "@loci/platform/call";
import type { RemoteIndex } from "@loci/ports/search-index";
import type { GraphService } from "@loci/protos";
import { toChange } from "./change.ts";

const rowsAtOnce = 500;

export interface RewriteDeps {
  readonly index: RemoteIndex;
  readonly graph: Pick<GraphService<Call>, "head" | "readFeed">;
}

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
  onDone: (positions: number) => void = () => undefined,
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
