import { sql, type Sql } from "@loci/ports/database";
import { encodeStored } from "../values/codec/stored.ts";
import type { RecordId } from "../values/value.ts";
import { indexable } from "./bytes.ts";
import { endOf } from "./edges.ts";
import type { LoadedTable } from "./loaded.ts";
import type { FirstPage, Scan, StoredRecord } from "./port.ts";
import { recordOf, type RecordRow } from "./records.ts";
import type { Within } from "./seen.ts";
import { relation } from "./sql.ts";

/** Of each scan so many records at once, of so many scans: together no more than a few megabytes of usual records. */
const firstOfEach = 64;
const atOnce = 100;

/** @param scans of one table, which are alike but for the one value that they look for: an entry of an index, or a record in a field */
export async function scanEach({ ask, seen }: Within, table: LoadedTable, scans: readonly Scan[]): Promise<readonly FirstPage[]> {
  const pages: FirstPage[] = [];
  for (let at = 0; at < scans.length; at += atOnce) {
    const some = scans.slice(at, at + atOnce);
    const rows = await ask<RecordRow & { readonly place: number }>(firstRows(table, some, seen.columns), { once: true });
    seen.note(table.id, rows);
    const records = some.map((): StoredRecord[] => []);
    for (const row of rows) records[row.place - 1]?.push(recordOf(some[0]?.table ?? "", row));
    pages.push(...records.map((own) => ({ records: own, isLast: own.length < firstOfEach })));
  }
  return pages;
}

function firstRows(table: LoadedTable, scans: readonly Scan[], columns: Sql): Sql {
  const target = relation("t", table.id);
  const [first] = scans;
  if (first?.index !== undefined) {
    const index = table.indexes.get(first.index.index);
    if (index === undefined) throw new Error("an index was scanned that is not there");
    const entries = sql`${scans.map((scan) => indexable(scan.index?.from ?? new Uint8Array()))}::bytea[]`;
    return firstOfValues(
      entries,
      sql`select ${columns} from ${relation("i", index.id)} x join ${target} t on t.id = x.id where x.entry = o.value order by x.id`,
    );
  }
  const filters = scans.flatMap(({ filter }) => (filter !== undefined && "is" in filter ? [filter] : []));
  const records = filters.map(({ value }) => value as RecordId);
  const [{ is, field } = { is: "=", field: "" }] = filters;
  if (is === "END") {
    const end = field === "in" ? sql`t."in"` : sql`t."out"`;
    return firstOfValues(
      sql`${records.map(endOf)}::bytea[]`,
      sql`select ${columns} from ${target} t where ${end} = o.value order by t.id`,
    );
  }
  // No index leads to these: the table is read once for all of them.
  return sql`select f.* from (
      select o.place::int as place, ${columns}, row_number() over (partition by o.place order by t.id) as nth
      from unnest(${records.map(encodeStored)}::jsonb[]) with ordinality o(value, place) join ${target} t on t.document -> ${field}::text = o.value
    ) f where nth <= ${firstOfEach}::int order by place, id`;
}

/** @param of finds those of `o.value` in their order */
function firstOfValues(values: Sql, of: Sql): Sql {
  return sql`select o.place::int as place, t.* from unnest(${values}) with ordinality o(value, place)
    cross join lateral (${of} limit ${firstOfEach}::int) t order by o.place, t.id`;
}
