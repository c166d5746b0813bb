import { identifier, literal, sql, type Transaction } from "@loci/ports/database";
import type { common } from "@loci/protos";
import { timeText } from "./values.ts";

/** The deeds of one schema, which has a table `deed`. */
export interface DeedStore {
  /** As the last statement of the transaction that does it. */
  note(tx: Transaction, deed: common.Deed): Promise<void>;
  /** Of all contexts, the oldest first; needs a transaction across contexts. @param before RFC 3339 */
  list(tx: Transaction, before: string): Promise<common.Deed[]>;
  drop(tx: Transaction, ids: readonly string[]): Promise<void>;
}

const listedAtOnce = 500;

export function deedStore(schema: "auth" | "graph"): DeedStore {
  const table = identifier(schema, "deed");
  return {
    async note(tx, { id, contextId, at, operation, path, principal, delegated, keyId, traceId, region }) {
      await tx.query(
        sql`insert into ${table} (ctx, id, noted_at, operation, path, principal, delegated, key_id, trace_id, region)
          values (${contextId}, ${id}, ${at}::timestamptz, ${operation}, ${path}, ${principal}, ${delegated}, ${keyId},
            ${traceId}, ${region}::text[])`,
        { name: `${schema}.note_deed` },
      );
    },
    async list(tx, before) {
      const rows = await tx.query<
        Omit<common.Deed, "at"> & { noted: Date }
      >(sql`select ctx as "contextId", id, noted_at as noted, operation, path, principal, delegated, key_id as "keyId",
            trace_id as "traceId", region
          from ${table} where noted_at < ${before}::timestamptz order by noted_at, id limit ${literal(listedAtOnce)}`);
      return rows.map(({ noted, ...deed }) => ({ ...deed, at: timeText(noted) }));
    },
    async drop(tx, ids) {
      await tx.query(sql`delete from ${table} where id = any(${ids}::text[])`);
    },
  };
}
