import type { ScopeSet } from "@loci/kernel";
import type { Database } from "@loci/ports/database";
import type { IndexedScopeSet, SearchIndex } from "@loci/ports/search-index";
import { applyChanges } from "./apply.ts";
import { createSchema } from "./schema.ts";
import { searchDocuments } from "./search.ts";
import { arrayKind, pgvectorKind } from "./vector.ts";

/**
 * Without statistics of its own a bm25 index is passed over for a sort of every row, each scored on its own: the planner is told not
 * to. The legs that must sort do so all the same, as they have no other way.
 */
const planner = { enable_sort: "off", enable_bitmapscan: "off", enable_seqscan: "off" };

/**
 * The search index inside Postgres or PGlite: BM25 by pg_textsearch, vectors by pgvector; where one is missing, by tables and arrays,
 * with the same scores and less speed.
 */
export async function createPostgresIndex(database: Database, dimension: number): Promise<SearchIndex> {
  await createSchema(database, dimension);
  const { pgvector, textsearch } = database.features;
  const features = { vector: pgvector ? pgvectorKind : arrayKind, postings: !textsearch };
  const scopeSets = new Map<string, readonly IndexedScopeSet[]>();

  return {
    degraded: [
      ...(pgvector ? [] : ["vector: exact comparison over stored arrays, as the server has no pgvector"]),
      ...(textsearch ? [] : ["bm25: candidates from a table of postings, as the server has no pg_textsearch"]),
    ],

    async watermark(contextId) {
      const [row] = await database.inContext(
        contextId,
        (tx) => tx.query<{ position: number }>({ text: "select position from search.watermark where ctx = $1", values: [contextId] }),
        { readOnly: true },
      );
      scopeSets.delete(contextId);
      return row?.position ?? 0;
    },

    async apply(contextId, changes, after, position) {
      const applied = await database.inContext(contextId, async (tx) => {
        await tx.query({
          text: "insert into search.watermark (ctx, position) values ($1, 0) on conflict do nothing",
          values: [contextId],
        });
        const [held] = await tx.query<{ position: number }>({
          text: "select position from search.watermark where ctx = $1 for update",
          values: [contextId],
        });
        if (held?.position !== after) return false;
        await applyChanges(tx, contextId, changes, features);
        await tx.query({ text: "update search.watermark set position = $2 where ctx = $1", values: [contextId, position] });
        return true;
      });
      scopeSets.delete(contextId);
      return applied;
    },

    async clear(contextId) {
      scopeSets.delete(contextId);
      const tables = ["document", "term", "scope_set", "watermark", ...(textsearch ? [] : ["posting"])];
      await database.inContext(contextId, async (tx) => {
        for (const table of tables) await tx.query({ text: `delete from search.${table} where ctx = $1`, values: [contextId] });
      });
    },

    async scopeSets(contextId) {
      const known = scopeSets.get(contextId);
      if (known) return known;
      const rows = await database.inContext(
        contextId,
        (tx) =>
          tx.query<{ number: number; scopes: ScopeSet; documents: number; terms: number }>({
            text: "select number, scopes, documents, terms from search.scope_set where ctx = $1 and documents > 0 order by number",
            values: [contextId],
          }),
        { readOnly: true },
      );
      if (scopeSets.size >= maxCachedContexts) scopeSets.clear();
      scopeSets.set(contextId, rows);
      return rows;
    },

    async search(request) {
      return database.inContext(request.contextId, (tx) => searchDocuments(tx, request, features), { readOnly: true, settings: planner });
    },

    async close() {
      scopeSets.clear();
    },
  };
}

const maxCachedContexts = 1_000;
