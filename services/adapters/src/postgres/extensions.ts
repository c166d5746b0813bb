import type { Pool } from "pg";

/** Whether the extension is there, or can be made by this user. */
export async function enable(pool: Pool, extension: string): Promise<boolean> {
  const known = await pool.query<{ installed: string | null }>(
    "select installed_version as installed from pg_available_extensions where name = $1",
    [extension],
  );
  const [row] = known.rows;
  if (row === undefined) return false;
  if (row.installed !== null) return true;
  try {
    await pool.query(`create extension if not exists ${extension}`);
    return true;
  } catch {
    // Not by this user; or another process made it at this very moment, and then it is there for this one too.
    return (await pool.query("select from pg_extension where extname = $1", [extension])).rows.length > 0;
  }
}
