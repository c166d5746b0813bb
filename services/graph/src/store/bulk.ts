import { identifier, join, nothing, raw, sql, type Sql, type StatementOptions } from "@loci/ports/database";

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

/** How these statements are sent: one plan serves for all values. */
export const keepsPlan: StatementOptions = { keepsPlan: true };

/**
 * One INSERT for any number of rows. Table and column names are ours, never a caller's.
 * @param ending what follows it ("on conflict …")
 */
export function bulkInsert<Row>(
  table: string,
  columns: readonly Column<Row>[],
  contextId: string,
  rows: readonly Row[],
  ending = nothing,
): Sql {
  const names = namesOf(columns);
  return sql`insert into graph.${identifier(table)} (ctx, ${names})
      select ${contextId}, ${join(columns.map(cast))} from unnest(${parameters(columns, rows)}) as x(${names}) ${ending}`;
}

/** One UPDATE of any number of rows by their ids. */
export function bulkUpdate<Row extends { readonly id: string }>(
  table: string,
  columns: readonly Column<Row>[],
  contextId: string,
  rows: readonly Row[],
): Sql {
  const all: Column<Row>[] = [{ name: "id", type: "text", of: (row) => row.id }, ...columns];
  const set = join(columns.map((column) => sql`${identifier(column.name)} = ${cast(column)}`));
  return sql`update graph.${identifier(table)} t set ${set}
      from unnest(${parameters(all, rows)}) as x(${namesOf(all)})
      where t.ctx = ${contextId} and t.id = x.id`;
}

function namesOf(columns: readonly { readonly name: string }[]): Sql {
  return join(columns.map(({ name }) => identifier(name)));
}

function parameters<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Sql {
  return join(columns.map((column) => sql`${rows.map((row) => travelling(column, row))}::text[]`));
}

function cast<Row>({ name, type }: Column<Row>): Sql {
  const value = sql`x.${identifier(name)}`;
  switch (type) {
    case "text":
      return value;
    case "text[]":
      return sql`array(select jsonb_array_elements_text(${value}::jsonb))`;
    case "bytea":
      return sql`decode(${value}, 'base64')`;
    default:
      return sql`${value}::${raw(type)}`;
  }
}

/** A time that is not known ("") is null in a row. */
function travelling<Row>(column: Column<Row>, row: Row): string | null {
  const value = column.of(row);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (typeof value === "object") return JSON.stringify(value);
  return column.type === "timestamptz" && value === "" ? null : String(value);
}
