import { signatureBands } from "@loci/text";
import { param, sql, type Transaction } from "@loci/ports/database";
import { mostInBand, type Candidate, type Signed } from "../documents/domain/duplicates.ts";
import { inRuns } from "./bulk.ts";

/**
 * The chunks of a ScopeSet that have a band in common with one of these signatures and are no duplicates themselves, the oldest of each
 * band. Both tables are asked row by row through their primary keys, and `limit` keeps the planner from joining them in any other way:
 * what is asked for is bounded by the bands, however large a context is and whatever is known of it.
 */
export async function bandCandidates(
  tx: Transaction,
  contextId: string,
  scopeSet: string,
  chunks: readonly Signed[],
): Promise<Candidate[]> {
  const bands = [...new Set(chunks.flatMap((chunk) => signatureBands(chunk.signature)))];
  if (bands.length === 0) return [];
  const ctx = param(contextId);
  return tx.query<Candidate>(sql`select shared.chunk_id as id, c.signature, shared.bands
      from (select b.chunk_id, jsonb_agg(b.band) as bands
        from (select distinct band::bigint as band from unnest(${bands.map(String)}::text[]) as x(band)) asked
        cross join lateral (select l.band, l.chunk_id from graph.chunk_band l
          where l.ctx = ${ctx} and l.scope_set = ${scopeSet} and l.band = asked.band order by l.chunk_id limit ${mostInBand}::int) b
        group by b.chunk_id) shared
      cross join lateral (select o.signature from graph.chunk o where o.ctx = ${ctx} and o.id = shared.chunk_id limit 1) c`);
}

/** Lets later chunks find these. */
export async function storeBands(
  tx: Transaction,
  contextId: string,
  chunks: readonly (Signed & { readonly scopeSet: string })[],
): Promise<void> {
  for (const run of inRuns(chunks)) {
    const rows = run.flatMap(({ id, scopeSet, signature }) => signatureBands(signature).map((band) => ({ id, scopeSet, band })));
    if (rows.length === 0) continue;
    await tx.query(sql`insert into graph.chunk_band (ctx, scope_set, band, chunk_id)
        select ${contextId}, x.scope_set, x.band::bigint, x.id from unnest(${rows.map((row) => row.scopeSet)}::text[],
          ${rows.map((row) => String(row.band))}::text[], ${rows.map((row) => row.id)}::text[]) as x(scope_set, band, id)
        on conflict do nothing`);
  }
}

/** These chunks are no originals any more: of each one's duplicates the oldest takes its place. */
export async function handOnOriginals(tx: Transaction, contextId: string, ids: readonly string[]): Promise<void> {
  await tx.query(sql`delete from graph.chunk_band where ctx = ${contextId} and chunk_id = any(${ids})`);
  const ctx = param(contextId);
  const idsParam = param(ids);
  const moved = await tx.query<{
    id: string;
    scope_set: string;
    signature: Uint8Array;
    duplicate_of: string;
  }>(sql`with heirs as (select duplicate_of, min(id) as heir from graph.chunk
        where ctx = ${ctx} and duplicate_of = any(${idsParam}) and duplicate_of <> '' and not id = any(${idsParam}) group by 1)
      update graph.chunk c set duplicate_of = case when c.id = h.heir then '' else h.heir end
      from heirs h where c.ctx = ${ctx} and c.duplicate_of = h.duplicate_of and not c.id = any(${idsParam})
      returning c.id, c.scope_set, c.signature, c.duplicate_of`);
  const heirs = moved.filter((row) => row.duplicate_of === "");
  await storeBands(
    tx,
    contextId,
    heirs.map(({ id, scope_set, signature }) => ({ id, scopeSet: scope_set, signature })),
  );
}

/** How many chunks of a document repeat chunks of each other one. */
export async function repeatedDocuments(tx: Transaction, contextId: string, documentId: string) {
  const ctx = param(contextId);
  return tx.query<{
    documentId: string;
    chunks: number;
  }>(sql`select o.document_id as "documentId", count(*)::int as chunks from graph.chunk c
      join graph.chunk o on o.ctx = ${ctx} and o.id = c.duplicate_of and o.document_id <> c.document_id
      where c.ctx = ${ctx} and c.document_id = ${documentId} and c.duplicate_of <> '' group by 1`);
}
