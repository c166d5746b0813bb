import { timeParam } from "@loci/platform/db";
import { identifier, join, literal, param, raw, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { LineColumn, Shape } from "./line-columns.ts";

/** How far an import came. */
export interface ImportState {
  readonly lines: number;
  /** SHA-256 of these lines, in hexadecimal. */
  readonly digest: string;
  /** The feed's position that it left. */
  readonly head: number;
  readonly finished: boolean;
}

/** Of a context whose lock is held. */
export async function readImport(tx: Transaction, contextId: string): Promise<ImportState | undefined> {
  const [row] = await tx.query<ImportState>(
    sql`select lines, digest, head, finished_at is not null as finished from graph.import where ctx = ${contextId}`,
  );
  return row;
}

export async function storeImport(
  tx: Transaction,
  contextId: string,
  { lines, digest, head }: Omit<ImportState, "finished">,
  finishedAt = "",
): Promise<void> {
  await tx.query(sql`insert into graph.import (ctx, lines, digest, head, finished_at) values (${contextId}, ${lines}, ${digest}, ${head},
          ${timeParam(finishedAt)}::timestamptz)
      on conflict (ctx) do update set lines = excluded.lines, digest = excluded.digest, head = excluded.head,
        finished_at = excluded.finished_at`);
}

/** Whether the context has any record that a line could hold. */
export async function hasRecords(tx: Transaction, contextId: string, shapes: readonly Shape[]): Promise<boolean> {
  const ctx = param(contextId);
  const some = join(
    shapes.map(({ table }) => sql`exists (select 1 from graph.${identifier(table)} where ctx = ${ctx})`),
    sql` or `,
  );
  const [row] = await tx.query<{ found: boolean }>(sql`select ${some} as found`);
  return row?.found === true;
}

/** Stores lines of one type, which were checked. */
export async function insertLines(
  tx: Transaction,
  contextId: string,
  shape: Shape,
  lines: readonly string[],
  vectorsUsable: boolean,
): Promise<void> {
  await tx.query(insertOf(contextId, shape, lines, vectorsUsable));
}

/** The lines go to Postgres as they came, so that no number is rounded on the way. */
function insertOf(contextId: string, shape: Shape, lines: readonly string[], vectorsUsable: boolean): Sql {
  const { table, columns } = shape;
  const taken = columns.map((column) => (isVector(shape, column) && !vectorsUsable ? withoutVector(column) : read(column)));
  const given = columns.map(({ field, type }) => sql`${identifier(field)} ${raw(type === "bytea" ? "text" : type)}`);
  const names = columns.map(({ field }) => identifier(field));
  return sql`insert into graph.${identifier(table)} (ctx, ${join(columns.map(({ name }) => identifier(name)))})
      select ${contextId}, ${join(taken)}
      from rows from (jsonb_to_recordset(${`[${lines.join(",")}]`}::jsonb) as (${join(given)})) with ordinality as x(${join(names)}, place)
      order by x.place`;
}

function isVector(shape: Shape, { name }: LineColumn): boolean {
  return shape.vectors?.includes(name) === true;
}

function withoutVector({ nullable }: LineColumn): Sql {
  return nullable ? sql`null::bytea` : sql`''::bytea`;
}

function read({ field, type, nullable, fallback }: LineColumn): Sql {
  const value = type === "bytea" ? sql`decode(x.${identifier(field)}, 'base64')` : sql`x.${identifier(field)}`;
  return nullable || fallback === undefined ? value : sql`coalesce(${value}, ${raw(fallback)})`;
}

export interface Dangling {
  /** type.field */
  readonly place: string;
  readonly count: number;
  readonly ids: readonly string[];
}

/** Records that name one that is not there. */
export async function danglingReferences(
  tx: Transaction,
  contextId: string,
  shapes: readonly Shape[],
  mostIds: number,
): Promise<Dangling[]> {
  const tables = new Map(shapes.map(({ type, table }) => [type, table]));
  const ctx = param(contextId);
  const checks = shapes.flatMap(({ type, table, columns, references }) =>
    Object.entries(references ?? {}).map(([column, [target, key]]) => {
      const field = columns.find(({ name }) => name === column)?.field ?? column;
      const reference = sql`t.${identifier(column)}`;
      return sql`select ${literal(`${type}.${field}`)} as place, ${reference} as id from graph.${identifier(table)} t where t.ctx = ${ctx} and ${reference} <> ''
        and not exists (select 1 from graph.${identifier(tables.get(target) ?? "")} o where o.ctx = ${ctx} and o.${identifier(key)} = ${reference})`;
    }),
  );
  const rows = await tx.query<{
    place: string;
    count: number;
    ids: string[];
  }>(sql`select place, count(*)::int as count, (array_agg(distinct id))[1:${mostIds}::int] as ids from (${join(checks, sql` union all `)}) x
      group by place order by place`);
  return rows;
}

/** What can be searched for goes into the feed, in one statement. @returns how many */
export async function announceEverything(tx: Transaction, contextId: string, head: number): Promise<number> {
  const ctx = param(contextId);
  const alive = sql`ctx = ${ctx} and forgotten_at is null`;
  const [row] = await tx.query<{ count: number }>(sql`with searchable as (
        select 1 as part, id from graph.entity where ${alive}
        union all select 2, case when chunk_id = '' then id else chunk_id end from graph.turn where ${alive} and extraction <> 'silent'
        union all select 3, id from graph.section where ctx = ${ctx}
        union all select 4, id from graph.chunk where ${alive}
        union all select 5, id from graph.fact where ${alive} and not quarantined and merged_into = ''
      ), added as (
        insert into graph.feed (ctx, seq, record_id) select ${ctx}, ${head}::bigint + row_number() over (order by part, id collate "C"), id
        from searchable returning 1
      ) select count(*)::int as count from added`);
  const count = row?.count ?? 0;
  await tx.query(sql`update graph.feed_head set seq = ${head + count} where ctx = ${contextId}`);
  return count;
}

/** Work that was left over when the context was exported is taken up here. */
export async function takeUpWork(tx: Transaction, contextId: string, now: string): Promise<void> {
  const ctx = param(contextId);
  await tx.query(sql`insert into graph.pending_extraction (ctx, turn_id, attempts, due_at)
      select ${ctx}, id, 0, ${now}::timestamptz from graph.turn where ctx = ${ctx} and extraction = 'pending' and forgotten_at is null
      on conflict do nothing`);
  await tx.query(sql`insert into graph.unfinished_document (ctx, document_id, version, status, touched_at)
      select ${ctx}, id, version, status, ${now}::timestamptz from graph.document
      where ctx = ${ctx} and status not in ('ready', 'failed') and forgotten_at is null
      on conflict do nothing`);
}
