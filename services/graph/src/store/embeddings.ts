import type { Statement, Transaction } from "@loci/ports/database";
import type { MeanOf } from "./chunk-vectors.ts";
import { planned } from "./planned.ts";
import type { VectorSpace } from "./unembedded.ts";

export interface Vector {
  readonly recordId: string;
  readonly vector: Uint8Array;
}

/**
 * Stores vectors of records that are written with them, in the generation that serves. It is named: as the column's default it would be looked up for
 * each row, which takes as long as all the rest.
 */
export function insertVectors(contextId: string, rows: readonly Vector[], ending = ""): Statement {
  return planned(
    `insert into graph.embedding (ctx, record_id, generation, vector)
      select $1, x.record_id, (select graph.generation()), decode(x.vector, 'base64')
      from unnest($2::text[], $3::text[]) as x(record_id, vector) ${ending}`,
    [contextId, rows.map(({ recordId }) => recordId), rows.map(({ vector }) => Buffer.from(vector).toString("base64"))],
  );
}

/** The records of these ids that are still there: what was erased meanwhile gets no vector. */
const stillThere = `select id from graph.entity where ctx = $1 and id = any($2)
  union all select id from graph.turn where ctx = $1 and id = any($2)
  union all select chunk_id from graph.turn where ctx = $1 and chunk_id <> '' and chunk_id = any($2)
  union all select id from graph.fact where ctx = $1 and id = any($2)
  union all select id from graph.chunk where ctx = $1 and id = any($2)
  union all select id from graph.section where ctx = $1 and id = any($2)
  union all select id from graph.document where ctx = $1 and id = any($2)
  union all select id from graph.keyword where ctx = $1 and id = any($2)`;

/** Stores vectors of records. A keyword's and a document's stand with them, where they serve. @returns the ids that are searched for */
export async function storeVectors(
  tx: Transaction,
  contextId: string,
  { generation, serves }: VectorSpace,
  vectors: readonly Vector[],
): Promise<string[]> {
  if (vectors.length === 0) return [];
  const values = [contextId, vectors.map((one) => one.recordId), vectors.map((one) => Buffer.from(one.vector).toString("base64"))];
  const given = `unnest($2::text[], $3::text[]) as x(id, vector)`;
  const own = serves ? "and x.id not like 'keyword:%' and x.id not like 'document:%'" : "";
  const rows = await tx.query<{ id: string }>({
    text: `with there as (${stillThere})
      insert into graph.embedding (ctx, record_id, generation, vector)
      select $1, x.id, $4::int, decode(x.vector, 'base64') from ${given} where x.id in (select id from there) ${own}
      on conflict (ctx, record_id, generation) do update set vector = excluded.vector returning record_id as id`,
    values: [...values, generation],
  });
  if (serves) {
    for (const [table, column] of [
      ["keyword", "embedding"],
      ["document", "summary"],
    ] as const) {
      const text = `update graph.${table} t set ${column} = decode(x.vector, 'base64') from ${given} where t.ctx = $1 and t.id = x.id`;
      await tx.query({ text, values });
    }
  }
  return serves ? rows.map((row) => row.id) : [];
}

/** Vectors that stand with their records take their place, as the generation begins to serve. */
export async function takeOverVectors(tx: Transaction, contextId: string, generation: number): Promise<void> {
  for (const [table, column] of [
    ["keyword", "embedding"],
    ["document", "summary"],
  ] as const) {
    await tx.query({
      text: `update graph.${table} t set ${column} = e.vector from graph.embedding e
        where t.ctx = $1 and e.ctx = $1 and e.record_id = t.id and e.generation = $2`,
      values: [contextId, generation],
    });
  }
  // A mean of the older vectors is of no use any more; the next check makes it anew.
  await tx.query({
    text: `update graph.document t set summary = null where t.ctx = $1 and t.summary is not null
      and not exists (select 1 from graph.embedding e where e.ctx = $1 and e.record_id = t.id and e.generation = $2)`,
    values: [contextId, generation],
  });
}

/** Drops vectors of other embeddings, and those that stand with their records too. */
export async function dropOtherVectors(tx: Transaction, contextId: string, kept: readonly number[]): Promise<void> {
  await tx.query({
    text: `delete from graph.embedding where ctx = $1 and (generation <> all($2::int[])
      or (generation = (select graph.generation()) and (record_id like 'keyword:%' or record_id like 'document:%')))`,
    values: [contextId, kept],
  });
}

/** Those after an id that have no vector, and whose every chunk has one. */
export async function withoutMean(
  tx: Transaction,
  contextId: string,
  of: MeanOf,
  { generation, bytes, serves }: VectorSpace,
  after: string,
  limit: number,
): Promise<string[]> {
  const has =
    of === "document" && serves
      ? "octet_length(t.summary) = $3 and $2::int is not null"
      : "exists (select 1 from graph.embedding e where e.ctx = $1 and e.record_id = t.id and e.generation = $2 and octet_length(e.vector) = $3)";
  const wanted = of === "document" ? "and t.status = 'ready' and t.forgotten_at is null" : "";
  const rows = await tx.query<{ id: string }>({
    text: `select t.id from graph.${of} t where t.ctx = $1 and t.id > $4 ${wanted} and (${has}) is not true
        and exists (select 1 from graph.chunk c where c.ctx = $1 and c.${of}_id = t.id and c.forgotten_at is null)
        and not exists (select 1 from graph.chunk c where c.ctx = $1 and c.${of}_id = t.id and c.forgotten_at is null and not exists (
          select 1 from graph.embedding e where e.ctx = $1 and e.record_id = c.id and e.generation = $2 and octet_length(e.vector) = $3))
      order by t.id limit $5`,
    values: [contextId, generation, bytes, after, limit],
  });
  return rows.map((row) => row.id);
}
