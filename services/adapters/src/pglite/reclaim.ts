/** Takes the bytes of deleted rows out of the data folder. PGlite has no autovacuum, and one session: whatever runs holds up requests. */

/**
 * A table up to this size, with its indexes, is written anew: nothing of its deleted rows stays in its files. That took 70 ms for each
 * MiB on two busy cores. Of a larger one the space of deleted rows is only given free: their bytes stay until other rows are written there.
 */
export const rewrittenUpTo = 8 * 1024 * 1024;

interface Table {
  readonly name: string;
  readonly bytes: number;
}

/**
 * @param run a statement outside any transaction; requests go in between
 * @param largest to be written anew
 */
export async function reclaim(
  run: (text: string) => Promise<unknown[]>,
  schemas: readonly string[],
  largest = rewrittenUpTo,
): Promise<void> {
  const listed = schemas.map((schema) => `'${schema.replaceAll("'", "''")}'`).join(", ");
  const tables = (await run(`select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid) as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in (${listed}) and pg_relation_size(c.oid) > 0 order by 1`)) as Table[];
  for (const { name, bytes } of tables) await run(`vacuum (${bytes > largest ? "" : "full, "}analyze) ${name}`);
  // The planner's statistics hold values of rows. ANALYZE has replaced them, but where a table is empty it leaves what was there.
  await run(`select pg_clear_attribute_stats(n.nspname::text, c.relname::text, a.attname::text, s.stainherit)
    from pg_catalog.pg_statistic s join pg_attribute a on a.attrelid = s.starelid and a.attnum = s.staattnum
      join pg_class c on c.oid = s.starelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${listed}) and c.relkind = 'r' and pg_relation_size(c.oid) = 0`);
  await run("vacuum full pg_catalog.pg_statistic");
  // The log of changes holds all that was ever written. With wal_recycle off a checkpoint removes its segments, but for the current one.
  await run("select pg_switch_wal()");
  await run("checkpoint");
}
