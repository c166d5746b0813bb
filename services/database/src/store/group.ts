import { join, literal, sql, type Sql } from "@loci/ports/database";
import { storedValue } from "../values/codec/stored-decode.ts";
import type { Value } from "../values/value.ts";
import type { Ask } from "./catalog.ts";
import type { LoadedTable } from "./loaded.ts";
import type { Aggregate, GroupedRow, Grouping } from "./port.ts";
import { groupNumbers, largestExact, type Savepoints } from "./group-numbers.ts";
import { name, relation } from "./sql.ts";

interface Row {
  readonly n: string;
  readonly keys: readonly unknown[];
  readonly numbers: readonly (AggregateRow | null)[];
}

interface AggregateRow {
  readonly value: string | null;
  readonly count: number;
  readonly size: string | null;
  readonly inexact: boolean | null;
}

/** The groups of a table's records; undefined where a number among them is none that SQL calculates with as the language does. */
export async function groupRecords(
  ask: Ask,
  table: LoadedTable,
  grouping: Grouping,
  savepoints: Savepoints,
): Promise<readonly GroupedRow[] | undefined> {
  return (await groupNumbers(ask, table, grouping, savepoints)) ?? (await groupAll(ask, table, grouping));
}

/** Whatever the values are: asks the kind of each. */
async function groupAll(ask: Ask, table: LoadedTable, grouping: Grouping): Promise<readonly GroupedRow[] | undefined> {
  const { keys, aggregates } = grouping;
  const fields = keys.map((key) => sql`t.document -> ${key}::text`);
  const numbers = aggregates.map(aggregated);
  const positions = keys.map((_, i) => literal(i + 1));
  const by = keys.length === 0 ? sql`` : sql` group by ${join(positions, sql`, `)}`;
  const columns = [
    ...fields.map((field, i) => sql`${field} as ${name("k", i)}`),
    ...numbers.map((one, i) => sql`${one} as ${name("a", i)}`),
  ];
  const inner = sql`select ${join([...columns, sql`count(*) as n`], sql`, `)} from ${relation("t", table.id)} t${by}`;
  const listed = (prefix: string, count: number): Sql =>
    sql`jsonb_build_array(${join(
      Array.from({ length: count }, (_, i) => sql`g.${name(prefix, i)}`),
      sql`, `,
    )})`;
  const present = keys.map((_, i) => sql`(g.${name("k", i)} is null)`);
  const rows = await ask<Row & { readonly absent: readonly boolean[] }>(
    sql`select g.n::text as n, ${listed("k", keys.length)} as keys, ${listed("a", aggregates.length)} as numbers,
      array[${join(present, sql`, `)}]::boolean[] as absent from (${inner}) g`,
    { once: true },
  );
  const groups: GroupedRow[] = [];
  for (const row of rows) {
    const found = aggregates.map((one, i) => valueOf(one, row.numbers[i] ?? undefined));
    if (found.some((one) => one === undefined)) return undefined;
    groups.push({
      key: keys.map((_, i) => (row.absent[i] === true ? undefined : storedValue(row.keys[i]))),
      count: BigInt(row.n),
      values: found.map((one) => one?.value),
    });
  }
  return groups;
}

/** The numbers among the values of a field. Whole floats, decimals and large ints are objects. */
function aggregated({ function: kindOf, field }: Aggregate): Sql {
  const value = sql`(t.document -> ${field}::text)`;
  const number = sql`(case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end)`;
  const kind = { sum: sql`sum`, mean: sql`sum`, min: sql`min`, max: sql`max` }[kindOf];
  const isObject = sql`jsonb_typeof(${value}) = 'object'`;
  const inexact = kindOf === "min" || kindOf === "max" ? isObject : sql`${isObject} or ${number} % 1 <> 0`;
  return sql`jsonb_build_object('value', ${kind}(${number})::text, 'count', count(${number}), 'size', sum(abs(${number}))::text, 'inexact', bool_or(${inexact}))`;
}

/** The value, wrapped: NONE where there is no number. Undefined where it must be calculated from the records. */
function valueOf({ function: name }: Aggregate, row: AggregateRow | undefined): { readonly value: Value } | undefined {
  if (row === undefined || row.inexact === true) return undefined;
  if (row.value === null) return { value: undefined };
  if (name === "min" || name === "max") return { value: storedValue(JSON.parse(row.value) as unknown) };
  if (Number(row.size) >= largestExact) return undefined;
  return { value: name === "sum" ? BigInt(row.value) : Number(row.value) / row.count };
}
