import { join, sql, type Sql } from "@loci/ports/database";
import { storedValue } from "../values/codec/stored-decode.ts";
import type { Value } from "../values/value.ts";
import type { Ask } from "./catalog.ts";
import type { LoadedTable } from "./loaded.ts";
import type { Aggregate, GroupedRow, Grouping } from "./port.ts";
import { name, relation } from "./sql.ts";

/** Sums of whole numbers that are not beyond it in between are the same as floats, in any order. */
export const largestExact = 2 ** 53;

/** A text that is the `->>` of nothing but that text: no number, list, object, true, false or null has it. */
const onlyText = /^(?!true$|false$|null$)[^-\d[{]/u;

/**
 * The groups where each record has a number in every field that is calculated with: no kind is asked for and no object made of each row, which would
 * be most of the time. Undefined where that is not so, or where texts and other values could be taken for each other.
 */
export async function groupNumbers(ask: Ask, table: LoadedTable, grouping: Grouping): Promise<readonly GroupedRow[] | undefined> {
  const { keys, aggregates } = grouping;
  const fields = [...new Set(aggregates.map(({ field }) => field))];
  const from = relation("t", table.id);
  const isText = await likelyTexts(ask, from, keys);
  const keyTexts = keys.map((key, i) =>
    isText[i] === true
      ? sql`document ->> ${key}::text as ${name("k", i)}`
      : sql`(document -> ${key}::text)::text as ${name("k", i)}`,
  );
  // Once for each row: without OFFSET they were calculated anew wherever they are used.
  const values = fields.map((field, i) => sql`document -> ${field}::text as ${name("v", i)}`);
  const numbers = fields.map((_, i) => {
    const value = name("v", i);
    return sql`case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end as ${name("f", i)}`;
  });
  const raw = sql`select ${join([sql`document`, ...values], sql`, `)} from ${from} offset 0`;
  const rows = sql`select ${join([...keyTexts, ...numbers, sql`1 as one`], sql`, `)} from (${raw}) raw offset 0`;
  // Each aggregate is a tenth of the time: what is not asked for is left out.
  const hasMax = new Set(aggregates.filter((one) => one.function === "max").map(({ field }) => field));
  const sums = fields.map((field, i) => {
    const value = name("f", i);
    const max = hasMax.has(field) ? sql`max(${value})::text` : sql`null`;
    return sql`count(${value})::text, sum(${value})::text, min(${value})::text, ${max}`;
  });
  const by =
    keys.length === 0
      ? sql``
      : sql` group by ${join(
          keys.map((_, i) => name("k", i)),
          sql`, `,
        )}`;
  const listed = (list: readonly Sql[], of: Sql): Sql => sql`array[${join(list, sql`, `)}]::${of}[]`;
  const found = await ask<Row>(
    sql`select count(*)::text as n, ${listed(
      keys.map((_, i) => name("k", i)),
      sql`text`,
    )} as keys,
      ${listed(sums, sql`text`)} as numbers from (${rows}) g${by}`,
    { once: true },
  );
  return groupsOf(found, isText, aggregates, fields);
}

/** Of each key whether the first record has a text there: so keys are likely to look. The answer tells whether they do. */
async function likelyTexts(ask: Ask, from: Sql, keys: readonly string[]): Promise<readonly (boolean | null)[]> {
  if (keys.length === 0) return [];
  const kinds = keys.map((key) => sql`jsonb_typeof(document -> ${key}::text) = 'string'`);
  const [row] = await ask<{ texts: readonly (boolean | null)[] }>(
    sql`select array[${join(kinds, sql`, `)}]::boolean[] as texts from ${from} limit 1`,
    { once: true },
  );
  return row?.texts ?? [];
}

interface Row {
  readonly n: string;
  readonly keys: readonly (string | null)[];
  readonly numbers: readonly (string | null)[];
}

function groupsOf(
  rows: readonly Row[],
  isText: readonly (boolean | null)[],
  aggregates: readonly Aggregate[],
  fields: readonly string[],
): readonly GroupedRow[] | undefined {
  const groups: GroupedRow[] = [];
  for (const { n, keys, numbers } of rows) {
    if (keys.some((key, i) => isText[i] === true && (key === null || !onlyText.test(key)))) return undefined;
    const key = keys.map((text, i) => keyOf(text, isText[i] === true));
    const values: Value[] = [];
    for (const { function: kind, field } of aggregates) {
      const at = fields.indexOf(field) * 4;
      const [count, sum, min, max] = numbers.slice(at, at + 4);
      if (count !== n || typeof sum !== "string" || typeof min !== "string") return undefined;
      const value = valueOf(kind, { count: Number(n), sum, min, max: max ?? "" });
      if (value === undefined) return undefined;
      values.push(value);
    }
    groups.push({ key, count: BigInt(n), values });
  }
  return groups;
}

function keyOf(text: string | null, isPlain: boolean): Value {
  if (text === null) return undefined;
  return isPlain ? text : storedValue(JSON.parse(text));
}

interface Numbers {
  readonly count: number;
  readonly sum: string;
  readonly min: string;
  /** Empty where it is not asked for. */
  readonly max: string;
}

/** A sum that has a fraction had one among its numbers, and may depend on their order. */
function valueOf(kind: Aggregate["function"], { count, sum, min, max }: Numbers): Value {
  if (kind === "min" || kind === "max") return storedValue(JSON.parse(kind === "min" ? min : max));
  // What the numbers are without their signs, at most: the sum, and twice what is negative.
  const size = Math.abs(Number(sum)) + 2 * count * Math.max(0, -Number(min));
  if (sum.includes(".") || size >= largestExact) return undefined;
  return kind === "sum" ? BigInt(sum) : Number(sum) / count;
}
