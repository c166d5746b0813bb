import { indexKeyBytes } from "../values/codec/key.ts";
import { encodeStored } from "../values/codec/stored.ts";
import { indexable } from "./bytes.ts";
import { intEntries } from "./int-key.ts";
import type { LoadedTable } from "./loaded.ts";
import type { SetAll, SetField } from "./port.ts";
import type { Within } from "./seen.ts";
import { join, relation, sql, type Sql } from "./sql.ts";

/** Half of the largest whole number that JSON holds as it is: what is added to it is no larger than that. */
const halfExact = 2 ** 52;

/** Sets fields of all records in one statement. @returns false, and nothing is done, where a value is there to which SQL adds in another way */
export async function setAll({ ask, seen }: Within, table: LoadedTable, { set, indexes, edges }: SetAll): Promise<boolean> {
  const target = relation("t", table.id);
  const unfit = [sql`document ?| '{$object,$entries}'`, ...set.flatMap(unfitFor), ...(edges ? [] : [sql`"in" is not null`])];
  const unchanged = seen.checkAll(ask, table.id);
  const written = ask<{ fits: boolean }>(
    sql`with fit as (select not exists (select from ${target} where ${join(unfit, sql` or `)}) as fits),
        written as (update ${target} set document = ${set.reduce(changed, sql`document`)} where (select fits from fit) returning 1)
      select fits, (select count(*) from written)::int as n from fit`,
  );
  await unchanged;
  const [row] = await written;
  if (row?.fits !== true) return false;
  await Promise.all([...indexes].map(([index, field]) => writeAll({ ask, seen }, table, index, set, field)));
  return true;
}

/** A value that is no whole number, or too large: a fraction is a float, what is larger is written in another way. */
function unfitFor(one: SetField): readonly Sql[] {
  if ("to" in one) return [];
  const value = sql`document -> ${one.field}::text`;
  const number = sql`(${value})::numeric`;
  return [
    sql`case when ${value} is null then false when jsonb_typeof(${value}) <> 'number' then true
      else scale(${number}) > 0 or abs(${number}) > ${String(halfExact)}::numeric end`,
  ];
}

/** What is not there yet counts as nothing. */
function changed(document: Sql, one: SetField): Sql {
  if ("to" in one) return sql`${document} || ${`{${JSON.stringify(one.field)}:${encodeStored(one.to)}}`}::jsonb`;
  const sum = sql`coalesce((document -> ${one.field}::text)::numeric, 0) + ${String(one.add)}::numeric`;
  return sql`jsonb_set(${document}, array[${one.field}::text], to_jsonb(${sum}))`;
}

/** Each record has one entry, of the field's new value. */
async function writeAll({ ask }: Within, table: LoadedTable, name: string, set: readonly SetField[], field: string): Promise<void> {
  const loaded = table.indexes.get(name);
  const one = set.find((other) => other.field === field);
  if (loaded === undefined || one === undefined) throw new Error(`an index was to be set that is not there: ${name}`);
  const [index, target] = [relation("i", loaded.id), relation("t", table.id)];
  const entries =
    "to" in one
      ? sql`select id, ${indexable(indexKeyBytes([one.to]))}::bytea as entry from ${target}`
      : intEntries(sql`select id, (document -> ${field}::text)::int8 as a from ${target}`);
  const removed = ask(sql`delete from ${index}`);
  const added = ask(
    sql`insert into ${index} (entry, id, exclusive) select entry, id, false from (${entries}) e order by entry, id`,
  );
  await Promise.all([removed, added]);
}
