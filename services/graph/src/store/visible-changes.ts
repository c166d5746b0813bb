import { identifier, join, literal, nothing, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { readHead } from "./feed.ts";
import type { Sight } from "./read-facts.ts";

/** Where the records of the feed's ids stand, with the column that has the id. */
const places = [
  ["turn", "turn", "id"],
  ["memory_chunk", "turn", "chunk_id"],
  ["attribute", "fact", "id"],
  ["relation", "fact", "id"],
  ["entity", "entity", "id"],
  ["instruction", "instruction", "id"],
  ["uncertainty", "uncertainty", "id"],
  ["document", "document", "id"],
  ["section", "section", "id"],
  ["chunk", "chunk", "id"],
] as const;

/** Whether the record of a feed row `f` lies under one of the selectors. */
function isVisible(ctx: Sql, scopeSets: readonly string[]): Sql {
  const sets = param(scopeSets);
  const each = places.map(
    ([
      kind,
      table,
      column,
    ]) => sql`(starts_with(f.record_id, ${literal(`${kind}:`)}) and exists (select 1 from graph.${identifier(table)} r
      where r.ctx = ${ctx} and r.${identifier(column)} = f.record_id and r.scope_set = any(${sets}::text[])
        ${table === "uncertainty" ? sql`and r.beside <@ ${sets}::text[]` : nothing}))`,
  );
  return join(each, sql` or `);
}

/** How many changes there were of what the reader sees: neither this nor the gaps in it tell of anybody else's. */
export async function readVisibleRevision(
  tx: Transaction,
  { contextId, scopeSets }: Pick<Sight, "contextId" | "scopeSets">,
): Promise<number> {
  if (scopeSets === null) return readHead(tx, contextId);
  const ctx = param(contextId);
  const [row] = await tx.query<{ n: number }>(
    sql`select count(*)::int as n from graph.feed f where f.ctx = ${ctx} and (${isVisible(ctx, scopeSets)})`,
  );
  return row?.n ?? 0;
}

/**
 * Whether anything that the reader sees, or one of these records, changed behind a feed position. A record that is gone is under no
 * selector any more: who holds its id names it.
 */
export async function isChangedSince(
  tx: Transaction,
  { contextId, scopeSets }: Pick<Sight, "contextId" | "scopeSets">,
  after: number,
  ids: readonly string[],
): Promise<boolean> {
  if (scopeSets === null) return (await readHead(tx, contextId)) > after;
  const ctx = param(contextId);
  const [row] = await tx.query(
    sql`select 1 from graph.feed f where f.ctx = ${ctx} and f.seq > ${after}::bigint
      and (f.record_id = any(${ids}::text[]) or ${isVisible(ctx, scopeSets)}) limit 1`,
    { name: "graph.changed_since" },
  );
  return row !== undefined;
}
