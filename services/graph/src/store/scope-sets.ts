import { createHash } from "node:crypto";
import { canonicalScopeSet, isVisible, rootPath, scopeSetKey, type Region, type ScopeSet } from "@loci/kernel";
import { param, sql, type Transaction } from "@loci/ports/database";

const mostContexts = 1_000;
const mostRegions = 1_000;

/** The selectors of one context, by the short key under which its rows name them. */
export interface ContextScopeSets {
  readonly byKey: ReadonlyMap<string, ScopeSet>;
  /**
   * The keys of those that a region may see, as an array for `= any($n)`. null for the root alone, which sees all: for any other
   * region a selector that is added while it reads may be beyond it.
   */
  visibleTo(region: Region): readonly string[] | null;
}

export interface ScopeSetCatalogue {
  /** What is committed, or seen by this transaction; a look that finds nothing new costs one indexed row. */
  load(tx: Transaction, contextId: string): Promise<ContextScopeSets>;
}

/** The key of a selector within its context: a hash of its canonical form. */
export function shortKey(set: ScopeSet): string {
  return createHash("sha256").update(scopeSetKey(set)).digest("base64url").slice(0, 22);
}

/** Remembers each context's selectors in this process, for the contexts asked for last. */
export function createScopeSetCatalogue(): ScopeSetCatalogue {
  const contexts = new Map<string, Cached>();
  return {
    async load(tx, contextId) {
      const known = contexts.get(contextId) ?? emptyCache();
      const { ord, lastKey } = known;
      const rows = await readFrom(tx, contextId, ord);
      // The row that was read last is gone when its transaction was rolled back, or the context removed and made again.
      const isSame = ord === 0 || rows.some((row) => row.ord === ord && row.key === lastKey);
      const current = isSame ? known : emptyCache();
      current.add(isSame ? rows : await readFrom(tx, contextId, 0));
      contexts.delete(contextId);
      contexts.set(contextId, current);
      const oldest = contexts.size > mostContexts ? contexts.keys().next().value : undefined;
      if (oldest !== undefined) contexts.delete(oldest);
      return current;
    },
  };
}

interface Row {
  readonly key: string;
  readonly ord: number;
  readonly clauses: ScopeSet;
}

interface Cached extends ContextScopeSets {
  readonly ord: number;
  readonly lastKey: string;
  add(rows: readonly Row[]): void;
}

function emptyCache(): Cached {
  const byKey = new Map<string, ScopeSet>();
  const visible = new Map<string, string[]>();
  let ord = 0;
  let lastKey = "";
  return {
    byKey,
    get ord() {
      return ord;
    },
    get lastKey() {
      return lastKey;
    },
    add(rows) {
      for (const row of rows) {
        if (row.ord <= ord) continue;
        byKey.set(row.key, row.clauses);
        ord = row.ord;
        lastKey = row.key;
        visible.clear();
      }
    },
    visibleTo(region) {
      if (region.includes(rootPath)) return null;
      const asked = JSON.stringify(region);
      let keys = visible.get(asked);
      if (keys === undefined) {
        keys = [...byKey].flatMap(([key, set]) => (isVisible(region, set) ? [key] : []));
        if (visible.size >= mostRegions) visible.clear();
        visible.set(asked, keys);
      }
      return keys;
    },
  };
}

async function readFrom(tx: Transaction, contextId: string, ord: number): Promise<Row[]> {
  return tx.query<Row>(sql`select key, ord, clauses from graph.scope_set where ctx = ${contextId} and ord >= ${ord} order by ord`, {
    name: "graph.scope_sets_from",
  });
}

/** Adds a selector. The caller holds the context's lock, so that ord has no gaps. */
export async function insertScopeSet(tx: Transaction, contextId: string, set: ScopeSet): Promise<void> {
  const ctx = param(contextId);
  await tx.query(sql`insert into graph.scope_set (ctx, key, ord, clauses)
      select ${ctx}, ${shortKey(set)}, coalesce(max(ord), 0) + 1, ${JSON.stringify(canonicalScopeSet(set))}::jsonb from graph.scope_set where ctx = ${ctx}
      on conflict (ctx, key) do nothing`);
}
