import { join, sql, type Sql } from "@loci/ports/database";
import { recordKeyBytes } from "../values/codec/key.ts";
import { encodeStored } from "../values/codec/stored.ts";
import type { RecordId } from "../values/value.ts";
import { indexable, textOfBytes } from "./bytes.ts";
import type { Ask } from "./catalog.ts";
import { endOf } from "./edges.ts";
import { filterCondition, mayMistake, ofDocument } from "./filter.ts";
import type { LoadedIndex, LoadedTable } from "./loaded.ts";
import type { Filter, Meant, Referring, Scan, StoredRecord } from "./port.ts";
import { recordOf, type RecordRow } from "./records.ts";
import type { Within } from "./seen.ts";
import { name, relation } from "./sql.ts";

/** Records of the first page and of those after it: who stops soon has read little, who reads all asks seldom. A hundred records are one page. */
const firstPage = 256;
const laterPages = 1_000;

/** One end of what is scanned, in the bytes of an index. */
interface End {
  readonly bytes: Uint8Array;
  readonly inclusive: boolean;
}

interface Range {
  readonly from: End | undefined;
  readonly to: End | undefined;
}

export async function* scanRecords({ ask, seen }: Within, table: LoadedTable, scan: Scan): AsyncGenerator<readonly StoredRecord[]> {
  let left = scan.limit ?? Infinity;
  let skipped = scan.start ?? 0;
  const read = scan.index === undefined ? byKey({ ask, seen }, table, scan) : byIndex({ ask, seen }, table, scan, scan.index);
  for (let size = firstPage; left > 0; size = laterPages) {
    const { rows: page, isLast } = await read(Math.min(size, left), skipped);
    skipped = 0;
    left -= page.length;
    if (page.length > 0) yield page.map((row) => recordOf(scan.table, row));
    if (isLast) return;
  }
}

/** Reads the next so many after some that are skipped; or fewer. */
type Reader = (size: number, skipped: number) => Promise<{ readonly rows: readonly RecordRow[]; readonly isLast: boolean }>;

function byKey({ ask, seen }: Within, { id }: LoadedTable, scan: Scan): Reader {
  const range = keyRange(scan);
  const isReverse = scan.reverse === true;
  let last: Uint8Array | undefined;
  return async (size, skipped) => {
    const conditions = within(sql`t.id`, range);
    if (scan.filter !== undefined) conditions.push(filterCondition(scan.filter));
    if (last !== undefined) conditions.push(isReverse ? sql`t.id < ${last}::bytea` : sql`t.id > ${last}::bytea`);
    const rows = await ask<RecordRow>(
      sql`select ${seen.columns} from ${relation("t", id)} t${where(conditions)}
        order by t.id ${direction(isReverse)} limit ${size}::int offset ${skipped}::bigint`,
      { once: true },
    );
    seen.note(id, rows);
    last = rows.at(-1)?.id;
    return { rows, isLast: rows.length < size };
  };
}

function byIndex({ ask, seen }: Within, table: LoadedTable, scan: Scan, bounds: NonNullable<Scan["index"]>): Reader {
  const index = table.indexes.get(bounds.index);
  if (index === undefined) throw new Error("an index was scanned that is not there");
  const isReverse = scan.reverse === true;
  const range = indexRange(bounds);
  // All stand at one entry: it need not be told, and the ids alone have an order.
  const one = isOne(range);
  const entry = one ? sql`` : sql`x.entry ${direction(isReverse)}, `;
  const entryColumn = one ? sql`` : sql`x.entry, `;
  // The plan that finds some records by one entry serves for all entries.
  const mayKeepPlan = one && scan.filter === undefined && !isReverse;
  /** A record stands in an index several times, at one entry each, where that is over the items of an array. */
  const given = new Set<string>();
  let last: { readonly entry?: Uint8Array; readonly id: Uint8Array } | undefined;
  const next = async (size: number) => {
    const conditions = within(sql`x.entry`, range);
    if (scan.filter !== undefined) conditions.push(filterCondition(scan.filter));
    if (last !== undefined) {
      const after = isReverse ? sql`<` : sql`>`;
      const { entry: lastEntry, id } = last;
      conditions.push(
        lastEntry === undefined
          ? sql`x.id ${after} ${id}::bytea`
          : sql`(x.entry, x.id) ${after} (${lastEntry}::bytea, ${id}::bytea)`,
      );
    }
    const rows = await ask<RecordRow & { readonly entry?: Uint8Array }>(
      sql`select ${entryColumn}${seen.columns} from ${relation("i", index.id)} x join ${relation("t", table.id)} t on t.id = x.id${where(conditions)}
        order by ${entry}x.id ${direction(isReverse)} limit ${size}::int`,
      { once: true, ...(mayKeepPlan && last === undefined && { name: `database.found.${seen.plans}.${index.id}` }) },
    );
    seen.note(table.id, rows);
    last = rows.at(-1);
    return rows;
  };
  const unseen = (rows: readonly RecordRow[]) => rows.filter((row) => given.size < given.add(textOfBytes(row.id)).size);
  return async (size, skipped) => {
    const found: RecordRow[] = [];
    for (let toSkip = skipped; ;) {
      const rows = await next(size);
      const isLast = rows.length < size;
      const fresh = one ? rows : unseen(rows);
      found.push(...fresh.slice(toSkip));
      toSkip = Math.max(0, toSkip - fresh.length);
      if (found.length > 0 || isLast) return { rows: found, isLast };
    }
  };
}

export async function countRecords(ask: Ask, table: LoadedTable, scan: Scan): Promise<number> {
  const [row] = await ask<{ n: number }>(counting(table, scan), { once: true });
  return Math.min(Math.max(0, (row?.n ?? 0) - (scan.start ?? 0)), scan.limit ?? Infinity);
}

function counting(table: LoadedTable, scan: Scan): Sql {
  if (scan.index === undefined)
    return sql`select count(*) as n from ${relation("t", table.id)}${where(within(sql`id`, keyRange(scan)))}`;
  const index = table.indexes.get(scan.index.index);
  if (index === undefined) throw new Error("an index was counted that is not there");
  return sql`select count(distinct id) as n from ${relation("i", index.id)}${where(within(sql`entry`, indexRange(scan.index)))}`;
}

export async function countFiltered(ask: Ask, table: LoadedTable, scan: Scan, filter: Filter): Promise<number | undefined> {
  const { index: bounds } = scan;
  const index = bounds === undefined ? undefined : table.indexes.get(bounds.index);
  const [row] = await ask<{ n: number; unsure: number }>(
    bounds === undefined || index === undefined ? countedOnce(table, scan, filter) : countedBy(index, table, bounds, filter),
    { once: true },
  );
  return row?.unsure === 0 ? row.n : undefined;
}

/** A record stands in an index several times where that is over the items of an array. */
function countedBy({ id }: LoadedIndex, table: LoadedTable, bounds: NonNullable<Scan["index"]>, filter: Filter): Sql {
  return sql`select count(distinct t.id) as n, count(*) filter (where ${mayMistake(filter)}) as unsure
    from ${relation("i", id)} x join ${relation("t", table.id)} t on t.id = x.id${where([...within(sql`x.entry`, indexRange(bounds)), filterCondition(filter)])}`;
}

/** All are read anyway: what is asked of a field several times is taken out of its document once, which OFFSET keeps apart. */
function countedOnce(table: LoadedTable, scan: Scan, filter: Filter): Sql {
  const columns = new Map<string, Sql>();
  const column = (taken: Sql, key: string): Sql => {
    const before = columns.get(key);
    if (before !== undefined) return name("f", [...columns.keys()].indexOf(key));
    columns.set(key, taken);
    return name("f", columns.size - 1);
  };
  const meant = filterCondition(filter, {
    json: (field) => column(ofDocument.json(field), `json ${field}`),
    text: (field) => column(ofDocument.text(field), `text ${field}`),
  });
  // Asked of those that are meant alone.
  const unsure = mayMistake(filter, {
    ...ofDocument,
    json: (field) => (columns.has(`json ${field}`) ? column(sql``, `json ${field}`) : ofDocument.json(field)),
  });
  const taken = [...columns.values()].map((one, i) => sql`${one} as ${name("f", i)}`);
  const rows = sql`select ${join([sql`t.document`, sql`t."in"`, sql`t."out"`, ...taken])}
    from ${relation("t", table.id)} t${where(within(sql`t.id`, keyRange(scan)))} offset 0`;
  return sql`select count(*) as n, count(*) filter (where ${unsure}) as unsure from (${rows}) t where ${meant}`;
}

/** One statement for all of them, which reads the table once where no ends are asked for. */
export async function countReferring(
  ask: Ask,
  table: LoadedTable,
  { field, is }: Pick<Referring, "field" | "is">,
  to: readonly RecordId[],
): Promise<readonly number[]> {
  const end = field === "in" ? sql`t."in"` : sql`t."out"`;
  const wanted = is === "END" ? sql`${to.map(endOf)}::bytea[]` : sql`${to.map(encodeStored)}::jsonb[]`;
  const value = is === "END" ? end : sql`t.document -> ${field}::text`;
  const rows = await ask<{ n: number }>(
    sql`select count(t.id)::int as n from unnest(${wanted}) with ordinality o(value, place)
      left join ${relation("t", table.id)} t on ${value} = o.value group by o.place order by o.place`,
    { once: true },
  );
  return rows.map(({ n }) => n);
}

/** Whether a record of the table `t` is one of those that are meant, as far as SQL knows; see `mayMistake`. */
export function isMeant(table: LoadedTable, of: Meant | undefined): Sql {
  if (of === undefined) return sql`true`;
  const { scan, filter } = of;
  const index = scan.index === undefined ? undefined : table.indexes.get(scan.index.index);
  if (scan.index === undefined || index === undefined)
    return join([...within(sql`t.id`, keyRange(scan)), filterCondition(filter)], sql` and `);
  const entries = sql`select x.id from ${relation("i", index.id)} x${where(within(sql`x.entry`, indexRange(scan.index)))}`;
  return sql`t.id in (${entries}) and ${filterCondition(filter)}`;
}

function keyRange({ keys }: Scan): Range {
  const end = (bound: NonNullable<Scan["keys"]>["begin"]): End | undefined =>
    bound && { bytes: recordKeyBytes(bound.value), inclusive: bound.inclusive };
  return { from: end(keys?.begin), to: end(keys?.end) };
}

function indexRange({ from, fromInclusive = true, to, toInclusive = true }: NonNullable<Scan["index"]>): Range {
  return {
    from: from && { bytes: from, inclusive: fromInclusive },
    to: to && { bytes: to, inclusive: toInclusive },
  };
}

function within(column: Sql, { from, to }: Range): Sql[] {
  if (isOne({ from, to })) return [sql`${column} = ${indexable(from?.bytes ?? new Uint8Array())}::bytea`];
  const conditions: Sql[] = [];
  if (from) conditions.push(sql`${column} ${from.inclusive ? sql`>=` : sql`>`} ${indexable(from.bytes)}::bytea`);
  if (to) conditions.push(sql`${column} ${to.inclusive ? sql`<=` : sql`<`} ${indexable(to.bytes)}::bytea`);
  return conditions;
}

function isOne({ from, to }: Range): boolean {
  if (from === undefined || to === undefined || !from.inclusive || !to.inclusive) return false;
  return textOfBytes(from.bytes) === textOfBytes(to.bytes);
}

function where(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql` where ${join(conditions, sql` and `)}`;
}

function direction(isReverse: boolean): Sql {
  return isReverse ? sql`desc` : sql`asc`;
}
