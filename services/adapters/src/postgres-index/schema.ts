import { createHash } from "node:crypto";
import { type Database, identifier, literal, sql, type Sql, type Transaction } from "@loci/ports/database";

/**
 * The index's tables. They depend on what the server has and on the deployment's dimension, so they are made here and not by a migration;
 * being derived, they may be dropped and filled again at any time.
 *
 * - `document`: one row for each searchable record; `lexemes` are its terms joined by spaces, which the text-search configuration
 *   `simple` leaves as they are; `place` is a passage's session (a chunk's document) and position as one text, as a list of places
 *   plans far cheaper so.
 * - `scope_set`, `term`: statistics for each ScopeSet, so that BM25 counts what the caller may see and nothing else; documents' texts
 *   apart from the others (`kind`), as they differ in length.
 * - `posting`: only where pg_textsearch is missing; it finds the candidates there.
 */
export async function createSchema(database: Database, dimension: number, model: string): Promise<void> {
  const { pgvector, textsearch } = database.features;
  await database.asOwner(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(7016996765293437282)`);
    const wanted = `${layout}/${pgvector ? "vector" : "array"}/${textsearch ? "lexemes" : "postings"}/${dimension}${named(model)}`;
    // What follows locks every table of the index, which other processes may be serving from: a deadlock would fail their requests.
    if ((await madeLayout(tx)) === wanted) return;
    await dropOldLayout(tx, wanted);
    await tx.query(tables(pgvector ? sql`vector(${literal(dimension)})` : sql`real[]`));
    if (textsearch) {
      await tx.query(sql`create index if not exists document_lexemes on search.document using bm25 (lexemes)
          with (text_config = 'simple', k1 = 0.9, b = 0.4)`);
    } else {
      await tx.query(postings);
    }
    await protect(tx, ["document", "scope_set", "term", "watermark", ...(textsearch ? [] : ["posting"])]);
  });
}

/** Counts up with each change of the tables below or of how texts are analysed. */
const layout = 2;

/** An index of another shape is of no use, and costs nothing but time to make again: the feed fills it. */
async function dropOldLayout(tx: Transaction, wanted: string): Promise<void> {
  await tx.query(sql`drop schema if exists search cascade`);
  await tx.query(sql`create schema search; comment on schema search is ${literal(wanted)}`);
}

async function madeLayout(tx: Transaction): Promise<string | null | undefined> {
  const [made] = await tx.query<{ layout: string | null }>(
    sql`select obj_description(oid, 'pg_namespace') as layout from pg_namespace where nspname = 'search'`,
  );
  return made?.layout;
}

/** A model's name may hold any character: here it is a hash of it. */
function named(model: string): string {
  return model === "" ? "" : `/${createHash("sha256").update(model).digest("hex").slice(0, 16)}`;
}

const tables = (embedding: Sql) => sql`
  create table if not exists search.watermark (
    ctx text primary key, position bigint not null);
  create table if not exists search.scope_set (
    ctx text not null, number int not null, key text not null, kind text not null, scopes jsonb not null,
    documents int not null default 0, terms bigint not null default 0,
    primary key (ctx, number), unique (ctx, key, kind));
  create table if not exists search.term (
    ctx text not null, term text not null, scope_set int not null, documents int not null,
    primary key (ctx, term, scope_set));
  create table if not exists search.document (
    ctx text not null, id text not null, scope_set int not null, class text not null, lexemes text not null,
    speaker text not null, session_id text not null, seq int not null, place text not null, document_id text not null,
    labels text[] not null,
    known_at timestamptz not null, known_until timestamptz, embedding ${embedding},
    primary key (ctx, id));
  create index if not exists document_scope_set on search.document (ctx, scope_set);
  create index if not exists document_place on search.document (ctx, place) where place <> '';
  create index if not exists document_document on search.document (ctx, document_id) where document_id <> '';
  create index if not exists document_known_at on search.document (ctx, known_at);`;

const postings = sql`
  create table if not exists search.posting (
    ctx text not null, term text not null, scope_set int not null, id text not null, frequency int not null,
    primary key (ctx, term, scope_set, id));
  create index if not exists posting_document on search.posting (ctx, id);`;

async function protect(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.query(sql`grant usage on schema search to loci_app`);
  for (const name of names) {
    const table = identifier("search", name);
    await tx.query(sql`alter table ${table} enable row level security;
        alter table ${table} force row level security;
        drop policy if exists own_context on ${table};
        create policy own_context on ${table} using (ctx = nullif(current_setting('app.ctx', true), ''));
        grant select, insert, update, delete on ${table} to loci_app;`);
  }
}
