import { identifier, join, literal, nothing, raw, sql, type Sql, type Transaction } from "@loci/ports/database";
import type { LineColumn, Shape } from "./line-columns.ts";

/** One page holds about so much, in rows and in bytes as they are stored; a row that is longer is a page of its own. */
const pageRows = 1_000;
const pageBytes = 2 * 1024 * 1024;

export interface LinePage {
  readonly lines: string[];
  /** What to go on after; undefined at the end. */
  readonly last: readonly string[] | undefined;
}

/** A page of one table's lines in its order, as Postgres writes them: no value passes through a number of ours. */
export async function readLines(
  tx: Transaction,
  contextId: string,
  shape: Shape,
  after: readonly string[] | undefined,
): Promise<LinePage> {
  const order = join(shape.order.map((name) => columnOf(name)));
  const places = after && shape.order.map((name, i) => sql`${after[i]}::${raw(orderType(shape, name))}`);
  const beyond = places === undefined ? nothing : sql`and (${order}) > (${join(places)})`;
  const key = join(shape.order.map((name) => sql`${columnOf(name)}::text`));
  const rows = await tx.query<{ line: string; key: string[] }>(
    sql`select ${lineOf(shape)} as line, array[${key}] as key from (
        select t.*, sum(pg_column_size(t.*)) over (order by ${order}) as size, row_number() over (order by ${order}) as n from (
          select * from graph.${identifier(shape.table)} t where t.ctx = ${contextId} ${inService(shape)} ${beyond} order by ${order} limit ${literal(pageRows)}
        ) t
      ) t where t.n = 1 or t.size <= ${literal(pageBytes)} order by t.n`,
  );
  return { lines: rows.map((row) => row.line), last: rows.at(-1)?.key };
}

function columnOf(name: string): Sql {
  return sql`t.${identifier(name)}`;
}

function inService(shape: Shape): Sql {
  return shape.table === "embedding" ? sql`and t.generation = graph.generation()` : nothing;
}

/** A column that is left out of the lines may still be their order. */
function orderType(shape: Shape, name: string): string {
  return shape.columns.find((column) => column.name === name)?.type ?? "bigint";
}

function lineOf({ type, columns }: Shape): Sql {
  const fields = columns.map((column) => sql`${literal(column.field)}, ${written(column)}`);
  return sql`json_build_object('type', ${literal(type)}, ${join(fields)})::text`;
}

function written({ name, type }: LineColumn): Sql {
  const column = columnOf(name);
  switch (type) {
    case "bigint":
      return sql`${column}::text`;
    case "bytea":
      return sql`translate(encode(${column}, 'base64'), E'\\n', '')`;
    case "timestamp with time zone":
      return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    default:
      return column;
  }
}
