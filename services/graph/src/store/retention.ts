import { identifier, param, sql, type Transaction } from "@loci/ports/database";

/** The tables whose rows are of use for a time only, with the column that tells their age. */
const aging = { operation: "recorded_at", reservation: "recorded_at", returned: "returned_at" } as const;

export type AgingTable = keyof typeof aging;

/** Deletes rows that are older than a time; at most so many at once. */
export async function deleteOlder(
  tx: Transaction,
  contextId: string,
  table: AgingTable,
  before: string,
  limit: number,
): Promise<number> {
  const ctx = param(contextId);
  const [row] = await tx.query<{ n: number }>(sql`with gone as (delete from graph.${identifier(table)} where ctid = any(array(
        select ctid from graph.${identifier(table)} where ctx = ${ctx} and ${identifier(aging[table])} < ${before}::timestamptz limit ${limit})) and ctx = ${ctx} returning 1)
      select count(*)::int as n from gone`);
  return row?.n ?? 0;
}

/** Every table that holds rows of a context; the feed's counter, which writers lock, comes last. */
export async function contextTables(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{
    name: string;
  }>(sql`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'ctx' and not a.attisdropped
      where n.nspname = 'graph' and c.relkind = 'r' and c.relname <> 'deployment'
      order by c.relname = 'feed_head', c.relname`);
  return rows.map((row) => row.name);
}

/**
 * Deletes rows of one life of a context from one of the tables that `contextTables` names; at most so many at once. The life is told by the
 * same statement that deletes: no row of another is seen together with this one's.
 */
export async function deleteRows(
  tx: Transaction,
  { contextId, life }: { readonly contextId: string; readonly life: string },
  table: string,
  limit: number,
): Promise<number> {
  const ctx = param(contextId);
  const [row] = await tx.query<{ n: number }>(sql`with gone as (delete from graph.${identifier(table)} where ctid = any(array(
        select ctid from graph.${identifier(table)} where ctx = ${ctx} limit ${limit})) and ctx = ${ctx}
          and coalesce((select life from graph.feed_head where ctx = ${ctx}), '') = ${life} returning 1)
      select count(*)::int as n from gone`);
  return row?.n ?? 0;
}
