import { unpackVector } from "@loci/kernel";
import { sql, type Transaction } from "@loci/ports/database";
import { namedDocuments, type NamedDocuments } from "../documents/domain/mentions.ts";

/** How many documents of all ScopeSets together stay in memory: with 384 dimensions these are about 30 MB. */
const mostKept = 20_000;

/** The newest documents of one ScopeSet, as far as links are made by looking at each. */
export interface LinkableDocuments {
  /** The mean vectors of those that have one. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly names: Pick<NamedDocuments, "find">;
}

export interface LinkableCatalogue {
  /** What is committed, or seen by this transaction. Only documents that changed since the last look are read. */
  load(tx: Transaction, contextId: string, scopeSet: string): Promise<LinkableDocuments>;
}

/** Remembers the documents of the ScopeSets asked for last in this process, each as its row was. */
export function createLinkableCatalogue(newest: number): LinkableCatalogue {
  const scopeSets = new Map<string, Kept>();
  return {
    async load(tx, contextId, scopeSet) {
      const key = JSON.stringify([contextId, scopeSet]);
      const kept = scopeSets.get(key) ?? emptyScopeSet();
      const stamps = await stampsOf(tx, contextId, scopeSet, newest);
      const changed = [...stamps].flatMap(([id, stamp]) => (kept.stamps.get(id) === stamp ? [] : [id]));
      kept.take(stamps, changed.length === 0 ? [] : await readDocuments(tx, contextId, changed));
      scopeSets.delete(key);
      scopeSets.set(key, kept);
      dropOldest(scopeSets);
      return kept;
    },
  };
}

function dropOldest(scopeSets: Map<string, Kept>): void {
  let documents = [...scopeSets.values()].reduce((sum, one) => sum + one.stamps.size, 0);
  for (const [key, { stamps }] of scopeSets) {
    if (documents <= mostKept || scopeSets.size === 1) return;
    scopeSets.delete(key);
    documents -= stamps.size;
  }
}

interface Row {
  readonly id: string;
  readonly names: readonly string[];
  readonly stamp: string;
  readonly summary: string | null;
}

interface Kept extends LinkableDocuments {
  /** Of each document the transaction that wrote its row last: another one's row may be another. */
  readonly stamps: ReadonlyMap<string, string>;
  take(current: ReadonlyMap<string, string>, changed: readonly Row[]): void;
}

function emptyScopeSet(): Kept {
  const stamps = new Map<string, string>();
  const vectors = new Map<string, Float32Array>();
  const names = namedDocuments();
  return {
    ...{ stamps, vectors, names },
    take(current, changed) {
      for (const id of stamps.keys()) {
        if (current.has(id)) continue;
        stamps.delete(id);
        vectors.delete(id);
        names.delete(id);
      }
      for (const row of changed) {
        stamps.set(row.id, row.stamp);
        names.set(row.id, row.names);
        if (row.summary) vectors.set(row.id, unpackVector(Buffer.from(row.summary, "base64")));
        else vectors.delete(row.id);
      }
    },
  };
}

/** In one row, as thousands would take longer to travel than to find. */
async function stampsOf(tx: Transaction, contextId: string, scopeSet: string, limit: number): Promise<Map<string, string>> {
  const [row] = await tx.query<{ stamps: string | null }>(
    sql`select string_agg(d.id || ' ' || d.stamp, E'\\n') as stamps from (
        select id, xmin::text as stamp from graph.document where ctx = ${contextId} and scope_set = ${scopeSet} and forgotten_at is null
        order by created_at desc, id desc limit ${limit}::int) d`,
    { name: "graph.linkable_stamps" },
  );
  const lines = row?.stamps?.split("\n") ?? [];
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), line.slice(space + 1)];
    }),
  );
}

async function readDocuments(tx: Transaction, contextId: string, ids: readonly string[]): Promise<Row[]> {
  return tx.query<Row>(
    sql`select id, array[title, source, filename] as names, xmin::text as stamp, encode(summary, 'base64') as summary
      from graph.document where ctx = ${contextId} and id = any(${ids})`,
    { name: "graph.linkable_documents" },
  );
}
