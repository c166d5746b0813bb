import { join, sql, type Sql } from "@loci/ports/database";
import { indexKeyBytes } from "../values/codec/key.ts";
import { decodeRecordKey } from "../values/codec/key-decode.ts";
import { encodeStored } from "../values/codec/stored.ts";
import { indexable } from "./bytes.ts";
import { intEntries } from "./int-key.ts";
import type { LoadedIndex, LoadedTable } from "./loaded.ts";
import type { Changed, Meant, SetAll, SetField } from "./port.ts";
import { isMeant } from "./scan.ts";
import { mayMistake } from "./filter.ts";
import type { Within } from "./seen.ts";
import { relation } from "./sql.ts";
import { removeTexts } from "./words.ts";

/** Half of the largest whole number that JSON holds as it is: what is added to it is no larger than that. */
const halfExact = 2 ** 52;

interface Row {
  readonly fits: boolean;
  /** In the order of the table; null where there are none, or nobody wants them. */
  readonly ids: readonly Uint8Array[] | null;
  readonly keys: readonly Uint8Array[] | null;
  readonly n: number;
}

/** Sets fields of records in one statement. Undefined, and nothing is done, where a value is there that SQL compares with or adds to in another way. */
export async function setAll({ ask, seen }: Within, table: LoadedTable, change: SetAll): Promise<Changed | undefined> {
  const { set, replaces, indexes, edges, of, tells } = change;
  const target = relation("t", table.id);
  const meant = isMeant(table, of);
  const written = set.reduce(changed, replaces ? sql`'{}'::jsonb` : sql`t.document`);
  const removes = set.some((one) => "to" in one && one.to === undefined);
  const unfit = [
    sql`t.document ?| '{$object,$entries}'`,
    ...unsureOf(of),
    ...set.flatMap(unfitFor),
    ...(edges && !replaces ? [] : [sql`t."in" is not null`]),
    // One key that begins so would be taken for a tag.
    ...(removes ? [sql`(${written})::text like '{"$%'`] : []),
  ];
  const isNeeded = tells || (of !== undefined && indexes.size > 0);
  const unchanged = seen.checkAll(ask, table.id);
  const asked = ask<Row>(
    sql`with fit as (select not exists (select from ${target} t where ${meant} and (${join(unfit, sql` or `)})) as fits),
        written as (update ${target} t set document = ${written} where ${meant} and (select fits from fit) returning t.id, t.key)
      select fits, ${listed("id", isNeeded)} as ids, ${listed("coalesce", tells)} as keys, (select count(*) from written)::int as n from fit`,
  );
  await unchanged;
  const [row] = await asked;
  if (row?.fits !== true) return undefined;
  const ids = of === undefined ? undefined : (row.ids ?? []);
  await Promise.all([...indexes].map(([name, field]) => writeAll({ ask, seen }, table, name, set, field, ids)));
  return { count: row.n, keys: (row.keys ?? []).map(decodeRecordKey) };
}

/** Takes records away in one statement, and their entries. Undefined, and nothing is done, where a value is there that SQL compares in another way. */
export async function removeAll(
  { ask, seen }: Within,
  table: LoadedTable,
  of: Meant | undefined,
  tells: boolean,
): Promise<Changed | undefined> {
  const target = relation("t", table.id);
  const meant = isMeant(table, of);
  const unsure = unsureOf(of);
  const fits =
    unsure.length === 0 ? sql`true` : sql`not exists (select from ${target} t where ${meant} and (${join(unsure, sql` or `)}))`;
  const indexes = [...table.indexes.values()];
  // Where all records go, all entries go, whosever they are; the words of texts are counted down.
  const isNeeded = of === undefined ? indexes.some(({ isFullText }) => isFullText) : indexes.length > 0;
  const unchanged = seen.checkAll(ask, table.id);
  const asked = ask<Row>(
    sql`with fit as (select ${fits} as fits),
        written as (delete from ${target} t where ${meant} and (select fits from fit) returning t.id, t.key)
      select fits, ${listed("id", isNeeded)} as ids, ${listed("coalesce", tells)} as keys, (select count(*) from written)::int as n from fit`,
  );
  await unchanged;
  const [row] = await asked;
  if (row?.fits !== true) return undefined;
  const ids = row.ids ?? [];
  const entries = indexes.filter((index) => !index.isFullText);
  const removed = entries.map((index) => removeEntries({ ask, seen }, index, of === undefined ? undefined : ids));
  await Promise.all([...removed, ids.length === 0 ? undefined : removeTexts(ask, table, ids)]);
  return { count: row.n, keys: (row.keys ?? []).map(decodeRecordKey) };
}

function listed(what: "id" | "coalesce", isWanted: boolean): Sql {
  if (!isWanted) return sql`null::bytea[]`;
  return what === "id"
    ? sql`(select array_agg(id order by id) from written)`
    : sql`(select array_agg(coalesce(key, id) order by id) from written)`;
}

function unsureOf(of: Meant | undefined): readonly Sql[] {
  return of === undefined ? [] : [mayMistake(of.filter)];
}

/** A value that is no whole number, or too large: a fraction is a float, what is larger is written in another way. */
function unfitFor(one: SetField): readonly Sql[] {
  if ("to" in one) return [];
  const value = sql`t.document -> ${one.of}::text`;
  const number = sql`(${value})::numeric`;
  const absent = one.orNothing ? sql`false` : sql`true`;
  return [
    sql`case when ${value} is null then ${absent} when jsonb_typeof(${value}) <> 'number' then true
      else scale(${number}) > 0 or abs(${number}) > ${String(halfExact)}::numeric end`,
  ];
}

/** All values are of the record as it was. */
function changed(document: Sql, one: SetField): Sql {
  if ("to" in one)
    return one.to === undefined
      ? sql`(${document} - ${one.field}::text)`
      : sql`(${document} || ${`{${JSON.stringify(one.field)}:${encodeStored(one.to)}}`}::jsonb)`;
  const sum = sql`coalesce((t.document -> ${one.of}::text)::numeric, 0) + ${String(one.add)}::numeric`;
  return sql`jsonb_set(${document}, array[${one.field}::text], to_jsonb(${sum}))`;
}

/** Each record has one entry, of the field's new value; the field is NONE where nothing is set, as then all is replaced. */
async function writeAll(
  within: Within,
  table: LoadedTable,
  name: string,
  set: readonly SetField[],
  field: string,
  ids: readonly Uint8Array[] | undefined,
): Promise<void> {
  const loaded = table.indexes.get(name);
  if (loaded === undefined) throw new Error(`an index was to be set that is not there: ${name}`);
  const [index, target] = [relation("i", loaded.id), relation("t", table.id)];
  const one = set.find((other) => other.field === field);
  const which = ids === undefined ? sql`` : sql` where id = any(${ids}::bytea[])`;
  const entries =
    one === undefined || "to" in one
      ? sql`select id, ${indexable(indexKeyBytes([one?.to]))}::bytea as entry from ${target}${which}`
      : intEntries(sql`select id, (document -> ${field}::text)::int8 as a from ${target}${which}`);
  const removed = removeEntries(within, loaded, ids);
  const added = within.ask(
    sql`insert into ${index} (entry, id, exclusive) select entry, id, false from (${entries}) e order by entry, id`,
  );
  await Promise.all([removed, added]);
}

async function removeEntries({ ask }: Within, { id }: LoadedIndex, ids: readonly Uint8Array[] | undefined): Promise<void> {
  await ask(sql`delete from ${relation("i", id)}${ids === undefined ? sql`` : sql` where id = any(${ids}::bytea[])`}`);
}
