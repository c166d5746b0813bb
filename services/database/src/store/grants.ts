import { nothing, sql, type Sql } from "@loci/ports/database";
import { decodeDocument } from "../values/codec/stored-decode.ts";
import { encodeStored } from "../values/codec/stored.ts";
import { toBytes } from "./bytes.ts";
import type { Ask } from "./catalog.ts";
import type { Grant } from "./port.ts";

/** @param place the number of the place that the access method is defined in */
const accessOf = (place: number, access: string): Sql =>
  sql`(select id from database.definition where place = ${place}::bigint and what = 'access' and sha256(name) = sha256(${toBytes(access)}::bytea))`;

/** The grants of an access method, or the one of an id. */
export async function readGrants(ask: Ask, place: number, access: string, id: string | undefined): Promise<readonly Grant[]> {
  const one = id === undefined ? nothing : sql` and id = ${id}`;
  const rows = await ask<{ id: string; document: string }>(
    sql`select id, document::text as document from database.access_grant where access = ${accessOf(place, access)}${one} order by id`,
  );
  return rows.map((row) => ({ id: row.id, document: decodeDocument(row.document) }));
}

/** Makes or replaces a grant. Of an access method that is gone there are none: nothing is written then. */
export async function writeGrant(ask: Ask, place: number, access: string, grant: Grant): Promise<void> {
  await ask(
    sql`insert into database.access_grant (access, id, document)
      select a.id, ${grant.id}, ${encodeStored(grant.document)}::jsonb from ${accessOf(place, access)} a
      on conflict (access, id) do update set document = excluded.document`,
    { name: "database.write_grant" },
  );
}

export async function deleteGrants(ask: Ask, place: number, access: string, ids: readonly string[]): Promise<void> {
  await ask(sql`delete from database.access_grant where access = ${accessOf(place, access)} and id = any(${ids}::text[])`, {
    name: "database.delete_grants",
  });
}
