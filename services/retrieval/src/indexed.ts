import { isInvolved, isVisible, type Region, type ScopeSet } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { IndexedScopeSet } from "@loci/ports/search-index";
import type { RetrievalDeps } from "./deps.ts";

/** What a question may range over, in an index that has all that was acknowledged. */
export interface Indexed {
  readonly visible: readonly IndexedScopeSet[];
  /** Whether that is all that the context has. */
  readonly everything: boolean;
  /** Feed positions that could not be indexed in time; 0 where it is complete. */
  readonly missing: number;
  readonly degraded: readonly string[];
}

/** Brings the index up to the revision, and says what of it the caller may search. */
export async function indexedFor(
  { region, lens, revision }: { readonly region: Region; readonly lens: ScopeSet | undefined; readonly revision: number },
  call: Call,
  deps: RetrievalDeps,
): Promise<Indexed> {
  const { contextId } = principalOf(call);
  const missing = await deps.indexer.catchUp(contextId, revision, call, deps.settings.catchUpMs);
  const all = await deps.index.scopeSets(contextId);
  const visible = all.filter((set) => isVisible(region, set.scopes) && (lens === undefined || isInvolved(lens, set.scopes)));
  const behind = missing > 0 ? [`index: ${missing} changes behind`] : [];
  return { visible, everything: visible.length === all.length, missing, degraded: [...deps.index.degraded, ...behind] };
}
