import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { LociError } from "@loci/kernel";
import { type Database, identifier, raw, sql, type Transaction } from "@loci/ports/database";

/** A service's folder of `NNNN_name.sql` files; they touch the service's own schema only and go forward only. */
export interface MigrationSource {
  readonly schema: string;
  readonly folder: string;
}

interface Migration {
  readonly schema: string;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Brings each schema up to date, all in one transaction under an advisory lock, so that several processes may start at once. Makes the
 * role `loci_app`, which owns nothing and cannot pass row-level security, and grants it each schema's tables.
 * @throws LociError `conflict` when a migration that ran was edited afterwards
 */
export async function migrate(database: Database, sources: readonly MigrationSource[]): Promise<void> {
  const migrations = (await Promise.all(sources.map(readSource))).flat();
  await database.asOwner(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7016996765293437281)`);
    await prepare(tx);
    const rows = await tx.query<{ schema: string; name: string; checksum: string }>(
      sql`select schema, name, checksum from loci.migration`,
    );
    const done = new Map(rows.map((row) => [`${row.schema}/${row.name}`, row.checksum]));
    for (const migration of migrations) await run(tx, migration, done.get(`${migration.schema}/${migration.name}`));
    for (const { schema } of sources) await grant(tx, schema);
  });
}

async function readSource(source: MigrationSource): Promise<Migration[]> {
  const files = (await readdir(source.folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(source.folder, name), "utf8");
      return { schema: source.schema, name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function prepare(tx: Transaction): Promise<void> {
  const [role] = await tx.query(sql`select 1 from pg_roles where rolname = 'loci_app'`);
  try {
    if (role === undefined) await tx.query(sql`create role loci_app nologin nosuperuser nobypassrls`);
    // Who was given it may not be who may give it.
    if (!(await mayActAsApp(tx))) await tx.query(sql`grant loci_app to current_user`);
  } catch (thrown) {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === insufficientPrivilege)) throw thrown;
    throw new LociError("forbidden", `The database's user may not use the role loci_app (${thrown.message}). ${howToAllow}`, {
      cause: thrown,
    });
  }
  await tx.query(sql`create schema if not exists loci`);
  await tx.query(sql`create table if not exists loci.migration (
      schema text not null, name text not null, checksum text not null, applied_at timestamptz not null default now(),
      primary key (schema, name))`);
}

const insufficientPrivilege = "42501";
const howToAllow =
  "As its administrator, let the user make it: alter role <user> createrole. Or make it yourself: create role loci_app nologin; " +
  "grant loci_app to <user>";

/** To be a member was enough before Postgres 16. */
async function mayActAsApp(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ may: boolean }>(sql`select pg_has_role('loci_app',
      case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may`);
  return row?.may === true;
}

async function run(tx: Transaction, migration: Migration, checksum: string | undefined): Promise<void> {
  if (checksum === migration.checksum) return;
  const where = `${migration.schema}/${migration.name}`;
  if (checksum !== undefined) throw new LociError("conflict", `migration ${where} was edited after it ran`);
  await tx.query(raw(migration.sql));
  await tx.query(sql`insert into loci.migration (schema, name, checksum) values (${migration.schema}, ${migration.name},
          ${migration.checksum})`);
}

async function grant(tx: Transaction, schema: string): Promise<void> {
  if (!/^[a-z_]+$/.test(schema)) throw new LociError("internal", `not a schema name: ${schema}`);
  await tx.query(sql`grant usage on schema ${identifier(schema)} to loci_app`);
  await tx.query(sql`grant select, insert, update, delete on all tables in schema ${identifier(schema)} to loci_app`);
}
