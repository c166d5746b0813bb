import type { Grants } from "@loci/kernel";
import { jsonParam } from "@loci/platform/db";
import { param, sql, type Transaction } from "@loci/ports/database";
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
  await tx.query(
    sql`insert into auth.grant_changes (ctx, principal_id, grants, changed_by, recorded_at)
      values (${contextId}, ${change.principalId}, ${change.grants === undefined ? null : jsonParam(change.grants)}::jsonb,
        ${change.changedBy}, ${instant(change.at)}::timestamptz)`,
    { name: "auth.insert_grants_change" },
  );
}

/** What the principal held at that time: nothing before it was made and after it was deleted; undefined where it never was. */
export async function findGrantsAt(
  tx: Transaction,
  contextId: string,
  principalId: string,
  at: number,
): Promise<Grants | undefined> {
  const ctx = param(contextId);
  const principalIdParam = param(principalId);
  const [row] = await tx.query<{ known: boolean; grants: Grants | null }>(
    sql`select exists (select 1 from auth.grant_changes g where g.ctx = ${ctx} and g.principal_id = ${principalIdParam}) as known,
        (select g.grants from auth.grant_changes g where g.ctx = ${ctx} and g.principal_id = ${principalIdParam} and g.recorded_at <= ${instant(at)}::timestamptz
          order by g.position desc limit 1) as grants`,
    { name: "auth.find_grants_at" },
  );
  return row?.known === true ? (row.grants ?? {}) : undefined;
}
