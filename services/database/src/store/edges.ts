import { join, sql, type Sql } from "@loci/ports/database";
import { keyAfter, recordKeyBytes } from "../values/codec/key.ts";
import type { RecordId } from "../values/value.ts";
import { indexable, isKeptBeginning } from "./bytes.ts";
import type { Ask } from "./catalog.ts";
import type { LoadedTable } from "./loaded.ts";
import type { EdgesOf, StoredRecord } from "./port.ts";
import { chunks, keyOf, recordOf, type RecordRow } from "./records.ts";
import type { Within } from "./seen.ts";
import { name, relation } from "./sql.ts";

/** A record of any table, as the end of an edge. */
export function endOf(record: RecordId): Uint8Array {
  return indexable(recordKeyBytes([record.table, keyOf(record)]));
}

export async function readEdges(
  { ask, seen }: Within,
  tableName: string,
  { id }: LoadedTable,
  direction: "out" | "in",
  of: readonly RecordId[],
): Promise<readonly StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (const ends of chunks(of.map(endOf))) {
    const rows = await ask<RecordRow>(
      sql`select ${seen.columns} from unnest(${ends}::bytea[]) with ordinality o(id, place)
        join ${relation("t", id)} t on ${endColumn(direction)} = o.id order by o.place, t.id`,
      { once: true },
    );
    seen.note(id, rows);
    for (const row of rows) found.push(recordOf(tableName, row));
  }
  return found;
}

/** Which tables hold an edge at all: the index over the ends has nothing but edges, its first entry tells. */
export async function tablesOfEdges(
  ask: Ask,
  tables: readonly { readonly table: string; readonly loaded: LoadedTable }[],
): Promise<ReadonlySet<string>> {
  const found = tables.map(
    ({ loaded }, i) =>
      sql`exists (select from (select from ${relation("t", loaded.id)} t where t."in" is not null order by t."in", t.id limit 1) first) as ${name("e", i)}`,
  );
  const [row] = await ask<Readonly<Record<string, boolean>>>(sql`select ${join(found)}`, { once: true });
  return new Set(tables.filter((_, i) => row?.[`e${i}`] === true).map(({ table }) => table));
}

/** All ends in one table begin alike, and stand together in the index over the ends: one look at each tells. */
export async function tablesWithEdges(
  ask: Ask,
  tables: readonly { readonly table: string; readonly loaded: LoadedTable }[],
  of: string,
): Promise<readonly EdgesOf[]> {
  const asked = tables.flatMap(({ table, loaded }) =>
    (["out", "in"] as const).map((direction) => ({ table, direction, from: relation("t", loaded.id) })),
  );
  // What begins an array with this text, without the byte that ends it.
  const start = recordKeyBytes([of]).slice(0, -1);
  if (!isKeptBeginning(start)) return asked;
  const [first, behind] = [sql`${start}::bytea`, sql`${keyAfter(start)}::bytea`];
  const found = asked.map(({ direction, from }, i) => {
    const end = endColumn(direction);
    return sql`exists (select from ${from} t where ${end} >= ${first} and ${end} < ${behind}) as ${name("e", i)}`;
  });
  const [row] = await ask<Readonly<Record<string, boolean>>>(sql`select ${join(found)}`, { once: true });
  return asked.filter((_, i) => row?.[`e${i}`] === true);
}

/** An edge has the record that it leaves in its field `in`. */
function endColumn(direction: "out" | "in"): Sql {
  return direction === "out" ? sql`t."in"` : sql`t."out"`;
}
