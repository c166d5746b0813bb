import { type DatabaseSession, join, sql, type Sql } from "@loci/ports/database";
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

/** What can be undone of a transaction: a cast of what is no number fails its statement. */
export type Savepoints = Pick<DatabaseSession, "savepoint" | "rollbackTo" | "release">;

/** "cannot cast jsonb string to type numeric". */
const noNumber = "22023";

/**
 * The groups where each record has a number in every field that is calculated with: the kind of no value is asked for and no object made of each row,
 * which would be most of the time. Undefined where that is not so, or where texts and other values could be taken for each other.
 */
export async function groupNumbers(
  ask: Ask,
  table: LoadedTable,
  grouping: Grouping,
  savepoints: Savepoints,
): Promise<readonly GroupedRow[] | undefined> {
  const { keys, aggregates } = grouping;
  const fields = [...new Set(aggregates.map(({ field }) => field))];
  const { areTexts: isText, areNumbers } = await likelyKinds(ask, relation("t", table.id), keys, fields);
  if (!areNumbers) return undefined;
  const savepoint = await savepoints.savepoint();
  const rows = await ask<Row>(statement(table, grouping, fields, isText), { once: true }).catch(async (thrown: unknown) => {
    if (!(thrown instanceof Error && "code" in thrown && thrown.code === noNumber)) throw thrown;
    await savepoints.rollbackTo(savepoint);
    return undefined;
  });
  await savepoints.release(savepoint);
  return rows && groupsOf(rows, isText, aggregates, fields);
}

function statement(table: LoadedTable, { keys, aggregates }: Grouping, fields: readonly string[], isText: readonly boolean[]): Sql {
  const keyTexts = keys.map((key, i) =>
    isText[i] === true
      ? sql`document ->> ${key}::text as ${name("k", i)}`
      : sql`(document -> ${key}::text)::text as ${name("k", i)}`,
  );
  const numbers = fields.map((field, i) => sql`(document -> ${field}::text)::numeric as ${name("f", i)}`);
  // Once for each row: without OFFSET they were calculated anew wherever they are used.
  const rows = sql`select ${join([...keyTexts, ...numbers, sql`1 as one`], sql`, `)} from ${relation("t", table.id)} offset 0`;
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
  return sql`select count(*)::text as n, ${listed(
    keys.map((_, i) => name("k", i)),
    sql`text`,
  )} as keys,
      ${listed(sums, sql`text`)} as numbers from (${rows}) g${by}`;
}

/** Which keys the first record has as texts, and whether it has numbers to calculate with: so all are likely to look. The answer tells whether they do. */
async function likelyKinds(
  ask: Ask,
  from: Sql,
  keys: readonly string[],
  fields: readonly string[],
): Promise<{ readonly areTexts: readonly boolean[]; readonly areNumbers: boolean }> {
  const listed = (names: readonly string[], kind: Sql): Sql =>
    sql`array[${join(
      names.map((one) => sql`coalesce(jsonb_typeof(document -> ${one}::text) = ${kind}, false)`),
      sql`, `,
    )}]::boolean[]`;
  const [row] = await ask<{ texts: readonly boolean[]; numbers: readonly boolean[] }>(
    sql`select ${listed(keys, sql`'string'`)} as texts, ${listed(fields, sql`'number'`)} as numbers from ${from} limit 1`,
    { once: true },
  );
  return { areTexts: row?.texts ?? [], areNumbers: row?.numbers.every(Boolean) ?? true };
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
