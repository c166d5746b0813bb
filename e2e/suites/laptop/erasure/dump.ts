import { nothing, raw, sql } from "@loci/ports/database";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openPglite } from "@loci/adapters/pglite";
import type { Words } from "./words.ts";

/** `schema.table: the doors whose words stand in it`, of all tables, and of the statistics that the planner keeps of their values. */
export async function tablesThatHold(folder: string, words: Words, ctx = ""): Promise<Record<string, string[]>> {
  return inDatabase(folder, async (database) => {
    const found: Record<string, string[]> = {};
    const tables = await database.asOwner((tx) =>
      tx.query<{ name: string; owned: boolean }>(sql`select format('%I.%I', n.nspname, c.relname) as name,
            exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'ctx') as owned
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind = 'r' and (n.nspname !~ '^(pg_|information_schema)' or c.oid = 'pg_catalog.pg_statistic'::regclass)`),
    );
    for (const { name, owned } of tables) {
      if (ctx !== "" && !owned) continue;
      const rows = await database.asOwner((tx) =>
        tx.query<{ row: string }>(sql`select t::text as row from ${raw(name)} t ${ctx === "" ? nothing : sql`where ctx = ${ctx}`}`),
      );
      const doors = words.heldBy(rows.map(({ row }) => row).join("\n"));
      if (doors.length > 0) found[name] = doors;
    }
    return found;
  });
}

/** `file: the doors whose words stand in it`, of all files below the folder. */
export async function filesThatHold(folder: string, words: Words): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const doors = [...new Set([...words.heldBy(entry.name), ...words.heldByBytes(await readFile(path))])];
    if (doors.length > 0) found[path.slice(folder.length + 1)] = doors;
  }
  return found;
}

type Database = Awaited<ReturnType<typeof openPglite>>;

/** A database that nobody serves. */
export async function inDatabase<T>(folder: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPglite({ folder: join(folder, "database") });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
