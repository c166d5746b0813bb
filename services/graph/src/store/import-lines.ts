import { timeParam } from "@loci/platform/db";
import type { Statement, Transaction } from "@loci/ports/database";
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
  const [row] = await tx.query<ImportState>({
    text: "select lines, digest, head, finished_at is not null as finished from graph.import where ctx = $1",
    values: [contextId],
  });
  return row;
}

export async function storeImport(
  tx: Transaction,
  contextId: string,
  { lines, digest, head }: Omit<ImportState, "finished">,
  finishedAt = "",
): Promise<void> {
  await tx.query({
    text: `insert into graph.import (ctx, lines, digest, head, finished_at) values ($1, $2, $3, $4, $5::timestamptz)
      on conflict (ctx) do update set lines = excluded.lines, digest = excluded.digest, head = excluded.head,
        finished_at = excluded.finished_at`,
    values: [contextId, lines, digest, head, timeParam(finishedAt)],
  });
}

/** Whether the context has any record that a line could hold. */
export async function hasRecords(tx: Transaction, contextId: string, shapes: readonly Shape[]): Promise<boolean> {
  const some = shapes.map(({ table }) => `exists (select 1 from graph.${table} where ctx = $1)`).join(" or ");
  const [row] = await tx.query<{ found: boolean }>({ text: `select ${some} as found`, values: [contextId] });
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
function insertOf(contextId: string, shape: Shape, lines: readonly string[], vectorsUsable: boolean): Statement {
  const { table, columns } = shape;
  const taken = columns.map((column) => (isVector(shape, column) && !vectorsUsable ? withoutVector(column) : read(column)));
  const given = columns.map(({ field, type }) => `"${field}" ${type === "bytea" ? "text" : type}`);
  const names = columns.map(({ field }) => `"${field}"`);
  return {
    text: `insert into graph.${table} (ctx, ${columns.map(({ name }) => name).join(", ")})
      select $1, ${taken.join(", ")}
      from rows from (jsonb_to_recordset($2::jsonb) as (${given.join(", ")})) with ordinality as x(${names.join(", ")}, place)
      order by x.place`,
    values: [contextId, `[${lines.join(",")}]`],
  };
}

function isVector(shape: Shape, { name }: LineColumn): boolean {
  return shape.vectors?.includes(name) === true;
}

function withoutVector({ nullable }: LineColumn): string {
  return nullable ? "null::bytea" : "''::bytea";
}

function read({ field, type, nullable, fallback }: LineColumn): string {
  const value = type === "bytea" ? `decode(x."${field}", 'base64')` : `x."${field}"`;
  return nullable || fallback === undefined ? value : `coalesce(${value}, ${fallback})`;
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
  const checks = shapes.flatMap(({ type, table, columns, references }) =>
    Object.entries(references ?? {}).map(([column, [target, key]]) => {
      const field = columns.find(({ name }) => name === column)?.field ?? column;
      return `select '${type}.${field}' as place, t.${column} as id from graph.${table} t where t.ctx = $1 and t.${column} <> ''
        and not exists (select 1 from graph.${tables.get(target) ?? ""} o where o.ctx = $1 and o.${key} = t.${column})`;
    }),
  );
  const rows = await tx.query<{ place: string; count: number; ids: string[] }>({
    text: `select place, count(*)::int as count, (array_agg(distinct id))[1:$2::int] as ids from (${checks.join(" union all ")}) x
      group by place order by place`,
    values: [contextId, mostIds],
  });
  return rows;
}

/** What can be searched for goes into the feed, in one statement. @returns how many */
export async function announceEverything(tx: Transaction, contextId: string, head: number): Promise<number> {
  const alive = "ctx = $1 and forgotten_at is null";
  const [row] = await tx.query<{ count: number }>({
    text: `with searchable as (
        select 1 as part, id from graph.entity where ${alive}
        union all select 2, case when chunk_id = '' then id else chunk_id end from graph.turn where ${alive} and extraction <> 'silent'
        union all select 3, id from graph.section where ctx = $1
        union all select 4, id from graph.chunk where ${alive}
        union all select 5, id from graph.fact where ${alive} and not quarantined and merged_into = ''
      ), added as (
        insert into graph.feed (ctx, seq, record_id) select $1, $2::bigint + row_number() over (order by part, id collate "C"), id
        from searchable returning 1
      ) select count(*)::int as count from added`,
    values: [contextId, head],
  });
  const count = row?.count ?? 0;
  await tx.query({ text: "update graph.feed_head set seq = $2 where ctx = $1", values: [contextId, head + count] });
  return count;
}

/** Work that was left over when the context was exported is taken up here. */
export async function takeUpWork(tx: Transaction, contextId: string, now: string): Promise<void> {
  await tx.query({
    text: `insert into graph.pending_extraction (ctx, turn_id, attempts, due_at)
      select $1, id, 0, $2::timestamptz from graph.turn where ctx = $1 and extraction = 'pending' and forgotten_at is null
      on conflict do nothing`,
    values: [contextId, now],
  });
  await tx.query({
    text: `insert into graph.unfinished_document (ctx, document_id, version, status, touched_at)
      select $1, id, version, status, $2::timestamptz from graph.document
      where ctx = $1 and status not in ('ready', 'failed') and forgotten_at is null
      on conflict do nothing`,
    values: [contextId, now],
  });
}
