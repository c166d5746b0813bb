import type { Transaction } from "@loci/ports/database";
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

/** Whether the record of a feed row `f` lies under one of the selectors of `$2`. */
const isVisible = places
  .map(
    ([kind, table, column]) => `(starts_with(f.record_id, '${kind}:') and exists (select 1 from graph.${table} r
      where r.ctx = $1 and r.${column} = f.record_id and r.scope_set = any($2::text[])))`,
  )
  .join(" or ");

/** How many changes there were of what the reader sees: neither this nor the gaps in it tell of anybody else's. */
export async function readVisibleRevision(
  tx: Transaction,
  { contextId, scopeSets }: Pick<Sight, "contextId" | "scopeSets">,
): Promise<number> {
  if (scopeSets === null) return readHead(tx, contextId);
  const [row] = await tx.query<{ n: number }>({
    text: `select count(*)::int as n from graph.feed f where f.ctx = $1 and (${isVisible})`,
    values: [contextId, scopeSets],
  });
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
  const [row] = await tx.query({
    name: "graph.changed_since",
    text: `select 1 from graph.feed f where f.ctx = $1 and f.seq > $3::bigint
      and (f.record_id = any($4::text[]) or ${isVisible}) limit 1`,
    values: [contextId, scopeSets, after, ids],
  });
  return row !== undefined;
}
