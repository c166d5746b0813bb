import { createHash } from "node:crypto";
import { type Database, identifier, literal, sql } from "@loci/ports/database";

/**
 * Exact comparison costs about a microsecond a document and is complete; up to this many searched documents it is the better way.
 * Beyond, an approximate index keeps the cost flat.
 */
export const exactUpTo = 10_000;

/** A context of this size gets its own HNSW index: early enough that building it holds nobody up for long. */
const buildFrom = 5_000;
/** Each partial index costs every plan a little; contexts beyond this number are compared exactly. */
const maxIndexes = 200;

/** The HNSW indexes of giant contexts: partial, one for each, as a shared one returns nothing for who is far from the crowd. */
export interface GiantContexts {
  /** Whether the context's vectors have an index. */
  has(contextId: string): boolean;
  /** Builds the context's index when it has grown to need one. */
  grow(contextId: string, documents: number): Promise<void>;
}

/**
 * Undefined where every context is compared exactly, as on the embedded database: there each new entry takes 3 ms to find its place in
 * such an index, in the one thread that all wait for, and to compare 24,000 entries takes 30 ms. Indexes of earlier versions are dropped.
 */
export async function giantContexts(database: Database): Promise<GiantContexts | undefined> {
  const { pgvector, product } = database.features;
  if (!pgvector) return undefined;
  const names = new Set(
    (
      await database.asOwner((tx) =>
        tx.query<{ name: string }>(sql`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
            where i.indrelid = 'search.document'::regclass and i.indisvalid and c.relname like 'document\\_hnsw\\_%'`),
      )
    ).map((row) => row.name),
  );
  if (product === "pglite") {
    for (const name of names) await database.asOwner((tx) => tx.query(sql`drop index ${identifier("search", name)}`));
    return undefined;
  }
  return {
    has: (contextId) => names.has(indexName(contextId)),
    async grow(contextId, documents) {
      const name = indexName(contextId);
      if (documents < buildFrom || names.has(name) || names.size >= maxIndexes) return;
      await database.asOwner((tx) =>
        tx.query(sql`create index if not exists ${identifier(name)} on search.document using hnsw (embedding vector_cosine_ops)
            with (m = 12, ef_construction = 48) where ctx = ${literal(contextId)}`),
      );
      names.add(name);
    },
  };
}

function indexName(contextId: string): string {
  return `document_hnsw_${createHash("sha256").update(contextId).digest("hex").slice(0, 16)}`;
}
