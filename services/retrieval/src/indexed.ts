import { isInvolved, isVisible, type Region, type ScopeSet } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { IndexedScopeSet, Tail } from "@loci/ports/search-index";
import type { RetrievalDeps } from "./deps.ts";

/** What a question may range over, in an index that has all that was acknowledged. */
export interface Indexed {
  readonly visible: readonly IndexedScopeSet[];
  /** Whether that is all that the context has. */
  readonly everything: boolean;
  /** Feed positions that could not be indexed in time; 0 where it is complete. */
  readonly missing: number;
  /** What a remote index does not show yet; a search brings it along. */
  readonly tail: Tail | undefined;
  readonly degraded: readonly string[];
}

/** Brings the index up to the revision, and says what of it the caller may search. */
export async function indexedFor(
  { region, lens, revision }: { readonly region: Region; readonly lens: ScopeSet | undefined; readonly revision: number },
  call: Call,
  deps: RetrievalDeps,
): Promise<Indexed> {
  const { contextId } = principalOf(call);
  const { all, tail, missing } = await upToDate(contextId, revision, call, deps);
  const visible = all.filter((set) => isVisible(region, set.scopes) && (lens === undefined || isInvolved(lens, set.scopes)));
  const behind = missing > 0 ? ["index: it is behind"] : [];
  return { visible, everything: visible.length === all.length, missing, tail, degraded: [...deps.index.degraded, ...behind] };
}

/** Has all that was acknowledged in the index, or in the tail that its searches are to bring along. */
export async function upToDate(
  contextId: string,
  revision: number,
  call: Call,
  { index, indexer, tails, settings }: Pick<RetrievalDeps, "index" | "indexer" | "tails" | "settings">,
): Promise<{ readonly all: readonly IndexedScopeSet[]; readonly tail: Tail | undefined; readonly missing: number }> {
  if (tails === undefined) {
    const missing = await indexer.catchUp(contextId, revision, call, settings.catchUpMs);
    return { all: await index.scopeSets(contextId), tail: undefined, missing };
  }
  const { tail, missing } = await tails.upTo(contextId, revision, call, settings.catchUpMs);
  return { all: await index.scopeSets(contextId, tail), tail, missing };
}
