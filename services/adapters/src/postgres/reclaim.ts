import { sql } from "@loci/ports/database";
import type { Pool } from "pg";
import { sent } from "./send.ts";
import { sendable } from "./sendable.ts";

/**
 * Gives the space of deleted rows free and counts the tables' statistics anew, where rows died since the last time: what autovacuum does
 * later, or not at all where few rows died. The bytes are overwritten as new rows come; the log of changes and backups of it are the server's.
 * Tables that another role owns, and those that are being vacuumed, are passed over.
 */
export async function reclaim(pool: Pool, schemas: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    sent(
      sendable(sql`select format('%I.%I', s.schemaname, s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.schemaname = any(${schemas}) and s.n_dead_tup > 0 and pg_has_role(c.relowner, 'usage') order by 1`),
    ),
  );
  for (const { name } of rows) await pool.query(`vacuum (analyze, skip_locked) ${name}`);
}
