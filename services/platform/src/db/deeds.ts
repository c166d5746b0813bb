import type { Transaction } from "@loci/ports/database";
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
  return {
    async note(tx, { id, contextId, at, operation, path, principal, delegated, keyId, traceId, region }) {
      await tx.query({
        name: `${schema}.note_deed`,
        text: `insert into ${schema}.deed (ctx, id, noted_at, operation, path, principal, delegated, key_id, trace_id, region)
          values ($1, $2, $3::timestamptz, $4, $5, $6, $7, $8, $9, $10::text[])`,
        values: [contextId, id, at, operation, path, principal, delegated, keyId, traceId, region],
      });
    },
    async list(tx, before) {
      const rows = await tx.query<Omit<common.Deed, "at"> & { noted: Date }>({
        text: `select ctx as "contextId", id, noted_at as noted, operation, path, principal, delegated, key_id as "keyId",
            trace_id as "traceId", region
          from ${schema}.deed where noted_at < $1::timestamptz order by noted_at, id limit ${listedAtOnce}`,
        values: [before],
      });
      return rows.map(({ noted, ...deed }) => ({ ...deed, at: timeText(noted) }));
    },
    async drop(tx, ids) {
      await tx.query({ text: `delete from ${schema}.deed where id = any($1::text[])`, values: [ids] });
    },
  };
}
