import { identifier, nothing, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { MeanOf } from "./chunk-vectors.ts";
import type { VectorSpace } from "./unembedded.ts";

export interface Vector {
  readonly recordId: string;
  readonly vector: Uint8Array;
}

/**
 * Stores vectors of records that are written with them, in the generation that serves. It is named: as the column's default it would be looked up for
 * each row, which takes as long as all the rest.
 */
export function insertVectors(contextId: string, rows: readonly Vector[], ending = nothing): Sql {
  return sql`insert into graph.embedding (ctx, record_id, generation, vector)
      select ${contextId}, x.record_id, (select graph.generation()), decode(x.vector, 'base64')
      from ${vectorsGiven(rows)} as x(record_id, vector) ${ending}`;
}

function vectorsGiven(rows: readonly Vector[]): Sql {
  return sql`unnest(${rows.map(({ recordId }) => recordId)}::text[], ${rows.map(({ vector }) => Buffer.from(vector).toString("base64"))}::text[])`;
}

/** The records of these ids that are still there: what was erased meanwhile gets no vector. */
const stillThere = (ctx: Sql, ids: Sql) => sql`select id from graph.entity where ctx = ${ctx} and id = any(${ids})
  union all select id from graph.turn where ctx = ${ctx} and id = any(${ids})
  union all select chunk_id from graph.turn where ctx = ${ctx} and chunk_id <> '' and chunk_id = any(${ids})
  union all select id from graph.fact where ctx = ${ctx} and id = any(${ids})
  union all select id from graph.chunk where ctx = ${ctx} and id = any(${ids})
  union all select id from graph.section where ctx = ${ctx} and id = any(${ids})
  union all select id from graph.document where ctx = ${ctx} and id = any(${ids})
  union all select id from graph.keyword where ctx = ${ctx} and id = any(${ids})`;

/** Stores vectors of records. A keyword's and a document's stand with them, where they serve. @returns the ids that are searched for */
export async function storeVectors(
  tx: Transaction,
  contextId: string,
  { generation, serves }: VectorSpace,
  vectors: readonly Vector[],
): Promise<string[]> {
  if (vectors.length === 0) return [];
  const ctx = param(contextId);
  const ids = param(vectors.map((one) => one.recordId));
  const given = sql`unnest(${ids}::text[], ${vectors.map((one) => Buffer.from(one.vector).toString("base64"))}::text[]) as x(id, vector)`;
  const own = serves ? sql`and x.id not like 'keyword:%' and x.id not like 'document:%'` : nothing;
  const rows = await tx.query<{ id: string }>(
    sql`with there as (${stillThere(ctx, ids)})
      insert into graph.embedding (ctx, record_id, generation, vector)
      select ${ctx}, x.id, ${generation}::int, decode(x.vector, 'base64') from ${given} where x.id in (select id from there) ${own}
      on conflict (ctx, record_id, generation) do update set vector = excluded.vector returning record_id as id`,
  );
  if (serves) {
    for (const [table, column] of [
      ["keyword", "embedding"],
      ["document", "summary"],
    ] as const) {
      await tx.query(
        sql`update graph.${identifier(table)} t set ${identifier(column)} = decode(x.vector, 'base64') from ${given} where t.ctx = ${ctx} and t.id = x.id`,
      );
    }
  }
  return serves ? rows.map((row) => row.id) : [];
}

/** Vectors that stand with their records take their place, as the generation begins to serve. */
export async function takeOverVectors(tx: Transaction, contextId: string, generation: number): Promise<void> {
  const ctx = param(contextId);
  for (const [table, column] of [
    ["keyword", "embedding"],
    ["document", "summary"],
  ] as const) {
    await tx.query(sql`update graph.${identifier(table)} t set ${identifier(column)} = e.vector from graph.embedding e
        where t.ctx = ${ctx} and e.ctx = ${ctx} and e.record_id = t.id and e.generation = ${generation}`);
  }
  // A mean of the older vectors is of no use any more; the next check makes it anew.
  await tx.query(sql`update graph.document t set summary = null where t.ctx = ${ctx} and t.summary is not null
      and not exists (select 1 from graph.embedding e where e.ctx = ${ctx} and e.record_id = t.id and e.generation = ${generation})`);
}

/** Drops vectors of other embeddings, and those that stand with their records too. */
export async function dropOtherVectors(tx: Transaction, contextId: string, kept: readonly number[]): Promise<void> {
  await tx.query(sql`delete from graph.embedding where ctx = ${contextId} and (generation <> all(${kept}::int[])
      or (generation = (select graph.generation()) and (record_id like 'keyword:%' or record_id like 'document:%')))`);
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
  const [ctx, generationParam, bytesParam] = [param(contextId), param(generation), param(bytes)];
  const has =
    of === "document" && serves
      ? sql`octet_length(t.summary) = ${bytesParam} and ${generationParam}::int is not null`
      : sql`exists (select 1 from graph.embedding e where e.ctx = ${ctx} and e.record_id = t.id and e.generation = ${generationParam} and octet_length(e.vector) = ${bytesParam})`;
  const wanted = of === "document" ? sql`and t.status = 'ready' and t.forgotten_at is null` : nothing;
  const chunkOf = sql`c.${identifier(`${of}_id`)}`;
  const rows = await tx.query<{
    id: string;
  }>(sql`select t.id from graph.${identifier(of)} t where t.ctx = ${ctx} and t.id > ${after} ${wanted} and (${has}) is not true
        and exists (select 1 from graph.chunk c where c.ctx = ${ctx} and ${chunkOf} = t.id and c.forgotten_at is null)
        and not exists (select 1 from graph.chunk c where c.ctx = ${ctx} and ${chunkOf} = t.id and c.forgotten_at is null and not exists (
          select 1 from graph.embedding e where e.ctx = ${ctx} and e.record_id = c.id and e.generation = ${generationParam} and octet_length(e.vector) = ${bytesParam}))
      order by t.id limit ${limit}`);
  return rows.map((row) => row.id);
}
