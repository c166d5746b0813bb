import type { Transaction } from "@loci/ports/database";
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
  const order = shape.order.map((name) => `t.${name}`).join(", ");
  const beyond =
    after === undefined
      ? ""
      : `and (${order}) > (${shape.order.map((name, i) => `$${i + 2}::${orderType(shape, name)}`).join(", ")})`;
  const rows = await tx.query<{ line: string; key: string[] }>({
    text: `select ${lineOf(shape)} as line, array[${shape.order.map((name) => `t.${name}::text`).join(", ")}] as key from (
        select t.*, sum(pg_column_size(t.*)) over (order by ${order}) as size, row_number() over (order by ${order}) as n from (
          select * from graph.${shape.table} t where t.ctx = $1 ${inService(shape)} ${beyond} order by ${order} limit ${pageRows}
        ) t
      ) t where t.n = 1 or t.size <= ${pageBytes} order by t.n`,
    values: [contextId, ...(after ?? [])],
  });
  return { lines: rows.map((row) => row.line), last: rows.at(-1)?.key };
}

function inService(shape: Shape): string {
  return shape.table === "embedding" ? "and t.generation = graph.generation()" : "";
}

/** A column that is left out of the lines may still be their order. */
function orderType(shape: Shape, name: string): string {
  return shape.columns.find((column) => column.name === name)?.type ?? "bigint";
}

function lineOf({ type, columns }: Shape): string {
  const fields = columns.map((column) => `'${column.field}', ${written(column)}`);
  return `json_build_object('type', '${type}', ${fields.join(", ")})::text`;
}

function written({ name, type }: LineColumn): string {
  switch (type) {
    case "bigint":
      return `t.${name}::text`;
    case "bytea":
      return `translate(encode(t.${name}, 'base64'), E'\\n', '')`;
    case "timestamp with time zone":
      return `to_char(t.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
    default:
      return `t.${name}`;
  }
}
