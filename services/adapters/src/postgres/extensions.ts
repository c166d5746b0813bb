import { sql } from "@loci/ports/database";
import type { Pool } from "pg";
import { sent } from "./send.ts";
import { sendable } from "./sendable.ts";

/** Whether the extension is there, or can be made by this user. */
export async function enable(pool: Pool, extension: string): Promise<boolean> {
  const known = await pool.query<{ installed: string | null }>(
    sent(sendable(sql`select installed_version as installed from pg_available_extensions where name = ${extension}`)),
  );
  const [row] = known.rows;
  if (row === undefined) return false;
  if (row.installed !== null) return true;
  try {
    await pool.query(`create extension if not exists ${extension}`);
    return true;
  } catch {
    // Not by this user; or another process made it at this very moment, and then it is there for this one too.
    return (await pool.query(sent(sendable(sql`select from pg_extension where extname = ${extension}`)))).rows.length > 0;
  }
}
