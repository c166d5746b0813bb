import type { Grants } from "@loci/kernel";
import { jsonParam } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
import { instant } from "./rows.ts";

export interface GrantsChanged {
  readonly principalId: string;
  /** What it holds from now on; undefined when it was deleted. */
  readonly grants: Grants | undefined;
  /** The principal that changed them, "" for management. */
  readonly changedBy: string;
  readonly at: number;
}

/** The history of grants only grows: an auditor asks it what somebody could do on a day. */
export async function insertGrantsChange(tx: Transaction, contextId: string, change: GrantsChanged): Promise<void> {
  await tx.query({
    name: "auth.insert_grants_change",
    text: `insert into auth.grant_changes (ctx, principal_id, grants, changed_by, recorded_at)
      values ($1, $2, $3::jsonb, $4, $5::timestamptz)`,
    values: [
      contextId,
      change.principalId,
      change.grants === undefined ? null : jsonParam(change.grants),
      change.changedBy,
      instant(change.at),
    ],
  });
}

/** What the principal held at that time: nothing before it was made and after it was deleted; undefined where it never was. */
export async function findGrantsAt(
  tx: Transaction,
  contextId: string,
  principalId: string,
  at: number,
): Promise<Grants | undefined> {
  const [row] = await tx.query<{ known: boolean; grants: Grants | null }>({
    name: "auth.find_grants_at",
    text: `select exists (select 1 from auth.grant_changes g where g.ctx = $1 and g.principal_id = $2) as known,
        (select g.grants from auth.grant_changes g where g.ctx = $1 and g.principal_id = $2 and g.recorded_at <= $3::timestamptz
          order by g.position desc limit 1) as grants`,
    values: [contextId, principalId, instant(at)],
  });
  return row?.known === true ? (row.grants ?? {}) : undefined;
}
