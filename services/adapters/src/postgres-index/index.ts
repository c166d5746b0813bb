import type { ScopeSet } from "@loci/kernel";
import { type Database, identifier, sql, type Transaction } from "@loci/ports/database";
import type { IndexedScopeSet, SearchIndex } from "@loci/ports/search-index";
import { applyChanges } from "./apply.ts";
import { exactUpTo, giantContexts } from "./giant.ts";
import { recountStatistics } from "./recount.ts";
import { createSchema } from "./schema.ts";
import { searchDocuments } from "./search.ts";
import { arrayKind, pgvectorKind } from "./vector.ts";

/** For a giant context: its HNSW index is walked until enough of what the filters admit is found. */
const approximate = { "hnsw.ef_search": "256", "hnsw.iterative_scan": "relaxed_order", "hnsw.max_scan_tuples": "40000" };

/**
 * The search index inside Postgres or PGlite: BM25 by pg_textsearch, vectors by pgvector; where one is missing, by tables and arrays,
 * with the same scores and less speed.
 * @param model what made the vectors: an index of another model's is dropped, to be filled anew
 */
export async function createPostgresIndex(database: Database, dimension: number, model = ""): Promise<SearchIndex> {
  await createSchema(database, dimension, model);
  const { pgvector, textsearch } = database.features;
  const features = { vector: pgvector ? pgvectorKind : arrayKind, postings: !textsearch };
  const giants = await giantContexts(database);
  // Promises: a reading that was under way when the context changed is dropped with it, and cannot come back as the newest.
  const scopeSets = new Map<string, Promise<readonly IndexedScopeSet[]>>();

  const readScopeSets = (contextId: string): Promise<readonly IndexedScopeSet[]> => {
    const known = scopeSets.get(contextId);
    if (known) return known;
    const rows = database.inContext(
      contextId,
      (tx) =>
        tx.query<{ number: number; scopes: ScopeSet; kind: IndexedScopeSet["kind"]; documents: number; terms: number }>(
          sql`select number, scopes, kind, documents, terms from search.scope_set where ctx = ${contextId} and documents > 0 order by number`,
          { name: "search.scope_sets" },
        ),
      { readOnly: true },
    );
    if (scopeSets.size >= maxCachedContexts) scopeSets.clear();
    scopeSets.set(contextId, rows);
    rows.catch(() => {
      if (scopeSets.get(contextId) === rows) scopeSets.delete(contextId);
    });
    return rows;
  };

  return {
    degraded: [
      ...(pgvector ? [] : ["vector: exact comparison over stored arrays, as the server has no pgvector"]),
      ...(textsearch ? [] : ["bm25: candidates from a table of postings, as the server has no pg_textsearch"]),
    ],

    async watermark(contextId) {
      const [row] = await database.inContext(
        contextId,
        (tx) => tx.query<{ position: number }>(sql`select position from search.watermark where ctx = ${contextId}`),
        { readOnly: true },
      );
      scopeSets.delete(contextId);
      return row?.position ?? 0;
    },

    async apply(contextId, changes, after, position) {
      const applied = await database.inContext(contextId, async (tx) => {
        await tx.query(sql`insert into search.watermark (ctx, position) values (${contextId}, 0) on conflict do nothing`, {
          name: "search.begin_watermark",
        });
        const [held] = await tx.query<{ position: number }>(
          sql`select position from search.watermark where ctx = ${contextId} for update`,
          { name: "search.lock_watermark" },
        );
        if (held?.position !== after) return false;
        await applyChanges(tx, contextId, changes, features);
        await tx.query(sql`update search.watermark set position = ${position} where ctx = ${contextId}`, {
          name: "search.move_watermark",
        });
        return true;
      });
      scopeSets.delete(contextId);
      if (applied && giants && !giants.has(contextId)) await giants.grow(contextId, countDocuments(await readScopeSets(contextId)));
      return applied;
    },

    async clear(contextId) {
      scopeSets.delete(contextId);
      const tables = ["document", "term", "scope_set", "watermark", ...(textsearch ? [] : ["posting"])];
      const empty = async (tx: Transaction) => {
        for (const table of tables) await tx.query(sql`delete from search.${identifier(table)} where ctx = ${contextId}`);
      };
      await database.inContext(contextId, empty, { patient: true });
    },

    async recount(contextId) {
      await database.inContext(contextId, (tx) => recountStatistics(tx, contextId), { patient: true });
      scopeSets.delete(contextId);
    },

    async ids(contextId, after, limit) {
      const rows = await database.inContext(
        contextId,
        (tx) =>
          tx.query<{ id: string }>(
            sql`select id from search.document where ctx = ${contextId} and id collate "C" > ${after} order by id collate "C" limit ${limit}`,
          ),
        { readOnly: true },
      );
      return rows.map((row) => row.id);
    },

    scopeSets: readScopeSets,

    async search(request) {
      const isGiant = giants?.has(request.contextId) === true && countDocuments(request.scopeSets) > exactUpTo;
      const settings = isGiant ? approximate : {};
      // Before the transaction: an embedded database does one at a time, and who proposes them may need it.
      const ids = await request.ids;
      const work = (tx: Transaction) => searchDocuments(tx, request, ids, { ...features, approximate: isGiant });
      return database.inContext(request.contextId, work, { readOnly: true, settings });
    },

    async close() {
      scopeSets.clear();
    },
  };
}

const maxCachedContexts = 1_000;

function countDocuments(sets: readonly IndexedScopeSet[]): number {
  return sets.reduce((sum, set) => sum + set.documents, 0);
}
