import type { Statement } from "@loci/ports/database";
import { planned } from "./planned.ts";

/** How a column's values travel: every array is one of texts, which the statement casts. */
type ColumnType = "text" | "integer" | "float8" | "boolean" | "timestamptz" | "jsonb" | "text[]" | "bytea";

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly of: (row: Row) => string | number | boolean | readonly string[] | Uint8Array;
}

/** How many rows go in one statement: what travels is a copy of them, several times over. */
const rowsTogether = 1_000;

/** The rows of a document in runs, each for one statement. */
export function* inRuns<Row>(rows: readonly Row[], together = rowsTogether): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += together) yield rows.slice(at, at + together);
}

/**
 * One INSERT for any number of rows. Table and column names are ours, never a caller's.
 * @param ending what follows it ("on conflict …"): a part of the text that the statement's name is made of
 */
export function bulkInsert<Row>(
  table: string,
  columns: readonly Column<Row>[],
  contextId: string,
  rows: readonly Row[],
  ending = "",
): Statement {
  const names = columns.map((column) => column.name);
  return planned(
    `insert into graph.${table} (ctx, ${names.join(", ")})
      select $1, ${columns.map(cast).join(", ")} from unnest(${parameters(columns)}) as x(${names.join(", ")}) ${ending}`,
    [contextId, ...columns.map((column) => rows.map((row) => travelling(column, row)))],
  );
}

/** One UPDATE of any number of rows by their ids. */
export function bulkUpdate<Row extends { readonly id: string }>(
  table: string,
  columns: readonly Column<Row>[],
  contextId: string,
  rows: readonly Row[],
): Statement {
  const all: Column<Row>[] = [{ name: "id", type: "text", of: (row) => row.id }, ...columns];
  return planned(
    `update graph.${table} t set ${columns.map((column) => `${column.name} = ${cast(column)}`).join(", ")}
      from unnest(${parameters(all)}) as x(${all.map((column) => column.name).join(", ")})
      where t.ctx = $1 and t.id = x.id`,
    [contextId, ...all.map((column) => rows.map((row) => travelling(column, row)))],
  );
}

function parameters(columns: readonly unknown[]): string {
  return columns.map((_, i) => `$${i + 2}::text[]`).join(", ");
}

function cast<Row>({ name, type }: Column<Row>): string {
  switch (type) {
    case "text":
      return `x.${name}`;
    case "text[]":
      return `array(select jsonb_array_elements_text(x.${name}::jsonb))`;
    case "bytea":
      return `decode(x.${name}, 'base64')`;
    default:
      return `x.${name}::${type}`;
  }
}

/** A time that is not known ("") is null in a row. */
function travelling<Row>(column: Column<Row>, row: Row): string | null {
  const value = column.of(row);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (typeof value === "object") return JSON.stringify(value);
  return column.type === "timestamptz" && value === "" ? null : String(value);
}
