import { identifier, param, sql, type Transaction } from "@loci/ports/database";

/** Something whose vector is the mean of its chunks' vectors. */
export type MeanOf = "section" | "document";

export interface ChunkVector {
  /** Of the section or document. */
  readonly of: string;
  readonly vector: Uint8Array;
}

/** Of a long document all vectors together are some hundred megabytes. */
const rowsTogether = 500;

/** The vectors of the chunks of these sections or documents, page by page; those that serve unless a generation is told. */
export async function* chunkVectors(
  tx: Transaction,
  contextId: string,
  of: MeanOf,
  ids: readonly string[],
  generation?: number,
): AsyncGenerator<readonly ChunkVector[]> {
  if (ids.length === 0) return;
  const ctx = param(contextId);
  const whole = sql`c.${identifier(`${of}_id`)}`;
  let after: readonly [string, number, string] = ["", -1, ""];
  for (;;) {
    const [ofId, position, id] = after;
    const rows = await tx.query<ChunkVector & { position: number; id: string }>(
      sql`select ${whole} as of, c.position, c.id, e.vector from graph.chunk c
        join graph.embedding e on e.ctx = ${ctx} and e.record_id = c.id and e.generation = coalesce(${generation ?? null}::int, graph.generation())
        where c.ctx = ${ctx} and ${whole} = any(${ids}) and c.forgotten_at is null and (${whole}, c.position, c.id) > (${ofId}, ${position}::int, ${id})
        order by ${whole}, c.position, c.id limit ${rowsTogether}::int`,
      { name: `graph.chunk_vectors_of_${of}` },
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsTogether) return;
    after = [last.of, last.position, last.id];
  }
}

/** The sections of these chunks whose every chunk has a vector. */
export async function completeSectionIds(tx: Transaction, contextId: string, chunkIds: readonly string[]): Promise<string[]> {
  const ctx = param(contextId);
  const rows = await tx.query<{ id: string }>(
    sql`select s.id from (select distinct section_id as id from graph.chunk where ctx = ${ctx} and id = any(${chunkIds}) and forgotten_at is null) s
      where not exists (select 1 from graph.chunk c where c.ctx = ${ctx} and c.section_id = s.id and c.forgotten_at is null
        and not exists (select 1 from graph.embedding e
          where e.ctx = ${ctx} and e.record_id = c.id and e.generation = graph.generation()))`,
    { name: "graph.complete_sections" },
  );
  return rows.map((row) => row.id);
}
