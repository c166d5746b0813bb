import { LociError } from "@loci/kernel";
import { sql, type Transaction } from "@loci/ports/database";
import { fieldOf, lineTypes, type LineType } from "../transfer/lines.ts";

/** How a column stands in a line, and comes back from it. */
export type ColumnType =
  | "text"
  | "integer"
  | "bigint"
  | "double precision"
  | "boolean"
  | "timestamp with time zone"
  | "jsonb"
  | "text[]"
  | "bytea";

const columnTypes: readonly ColumnType[] = [
  ...([
    "text",
    "integer",
    "bigint",
    "double precision",
    "boolean",
    "timestamp with time zone",
    "jsonb",
    "text[]",
    "bytea",
  ] as const),
];

export interface LineColumn {
  readonly name: string;
  /** Its field in a line. */
  readonly field: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The expression of its default; undefined without one. */
  readonly fallback: string | undefined;
}

/** A type of line with the columns that its table has. */
export interface Shape extends LineType {
  readonly columns: readonly LineColumn[];
}

interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly fallback: string | null;
}

/** The shapes of all types of lines, as the tables are now. */
export async function readShapes(tx: Transaction): Promise<Shape[]> {
  const rows =
    await tx.query<ColumnRow>(sql`select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
        pg_get_expr(d.adbin, d.adrelid) as fallback
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where n.nspname = 'graph' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attname <> 'ctx'
      order by c.relname, a.attnum`);
  const byTable = Map.groupBy(rows, (row) => row.table);
  return lineTypes.map((line) => ({
    ...line,
    columns: (byTable.get(line.table) ?? [])
      .filter(({ name }) => line.leftOut?.[name] === undefined)
      .map((row) => toColumn(row, line)),
  }));
}

function toColumn({ table, name, type, required, fallback }: ColumnRow, line: LineType): LineColumn {
  const known = columnTypes.find((one) => one === type);
  if (known === undefined) throw new LociError("internal", `graph.${table}.${name}: no line can hold a ${type}`);
  return { name, field: fieldOf(name, line), type: known, nullable: !required, fallback: fallback ?? undefined };
}
