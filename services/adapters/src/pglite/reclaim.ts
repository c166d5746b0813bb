/** Takes the bytes of deleted rows out of the data folder. PGlite has no autovacuum, and one session: whatever runs holds up requests. */

const mib = 1024 * 1024;

/** Sizes of a table with its indexes, in bytes. */
export interface RewrittenSizes {
  /** A table up to this size is written anew at once: nothing of its deleted rows stays in its files. */
  readonly atOnce: number;
  /** A larger one, up to this size, in a quiet moment. Of all others the bytes of deleted rows stay until other rows are written there. */
  readonly whenQuiet: number;
}

/** To write 1 MiB anew took 10 to 25 ms on two cores that had little to do, and 70 ms on busy ones. */
export const rewrittenSizes: RewrittenSizes = { atOnce: 8 * mib, whenQuiet: 256 * mib };

/** Runs a statement outside any transaction; requests go in between. */
export type Run = (text: string) => Promise<unknown[]>;

/** The comment on a table that is to be written anew: it is there after a crash, too. */
const owedMark = "loci: to be written anew, for what was erased";

interface Table {
  readonly name: string;
  readonly bytes: number;
}

/** @returns the names of the tables, quoted, that are left to be written anew in a quiet moment */
export async function reclaim(run: Run, schemas: readonly string[], { atOnce, whenQuiet } = rewrittenSizes): Promise<string[]> {
  const listed = schemas.map((schema) => `'${schema.replaceAll("'", "''")}'`).join(", ");
  const tables = (await run(`select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid) as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in (${listed}) and pg_relation_size(c.oid) > 0 order by 1`)) as Table[];
  const owed: string[] = [];
  for (const { name, bytes } of tables) {
    if (bytes <= atOnce) await rewrite(run, name);
    else {
      await run(`vacuum (analyze) ${name}`);
      if (bytes > whenQuiet) continue;
      await run(`comment on table ${name} is '${owedMark}'`);
      owed.push(name);
    }
  }
  // The planner's statistics hold values of rows. ANALYZE has replaced them, but where a table is empty it leaves what was there.
  await run(`select pg_clear_attribute_stats(n.nspname::text, c.relname::text, a.attname::text, s.stainherit)
    from pg_catalog.pg_statistic s join pg_attribute a on a.attrelid = s.starelid and a.attnum = s.staattnum
      join pg_class c on c.oid = s.starelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in (${listed}) and c.relkind = 'r' and pg_relation_size(c.oid) = 0`);
  await run("vacuum full pg_catalog.pg_statistic");
  await cutLog(run);
  return owed;
}

/** The tables that an earlier process has left to be written anew. */
export async function listOwed(run: Run): Promise<string[]> {
  const rows = (await run(`select format('%I.%I', n.nspname, c.relname) as name from pg_description d
      join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
      join pg_namespace n on n.oid = c.relnamespace
    where d.description = '${owedMark}' order by 1`)) as Pick<Table, "name">[];
  return rows.map(({ name }) => name);
}

/** Writes a table anew that was left so. */
export async function rewriteOwed(run: Run, name: string): Promise<void> {
  await rewrite(run, name);
  await run(`comment on table ${name} is null`);
  await cutLog(run);
}

async function rewrite(run: Run, name: string): Promise<void> {
  await run(`vacuum (full, analyze) ${name}`);
}

/** The log of changes holds all that was ever written. With wal_recycle off a checkpoint removes its segments, but for the current one. */
async function cutLog(run: Run): Promise<void> {
  await run("select pg_switch_wal()");
  await run("checkpoint");
}
