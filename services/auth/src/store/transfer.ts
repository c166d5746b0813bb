import { jsonParam } from "@loci/platform/db";
import type { Grants } from "@loci/kernel";
import { param, sql, type Transaction } from "@loci/ports/database";
import type { GrantsChanged } from "./grant-changes.ts";
import type { PrincipalRecord } from "./principals.ts";
import { instant, maybeInstant, millis } from "./rows.ts";
import type { ScopeRecord } from "./scopes.ts";

export interface PlacedChange extends GrantsChanged {
  readonly position: number;
}

/** The history of grants in its order, without the reserved principals' own. */
export async function listGrantsChanges(tx: Transaction, contextId: string, after: number, limit: number): Promise<PlacedChange[]> {
  const ctx = param(contextId);
  const rows = await tx.query<{
    principal_id: string;
    grants: Grants | null;
    changed_by: string;
    recorded_at: Date;
    position: number;
  }>(sql`select g.principal_id, g.grants, g.changed_by, g.recorded_at, g.position from auth.grant_changes g
      where g.ctx = ${ctx} and g.position > ${after}
        and not exists (select 1 from auth.principals p where p.ctx = ${ctx} and p.id = g.principal_id and p.reserved)
      order by g.position limit ${limit}`);
  return rows.map((row) => ({
    principalId: row.principal_id,
    grants: row.grants ?? undefined,
    changedBy: row.changed_by,
    at: millis(row.recorded_at),
    position: row.position,
  }));
}

/** Paths that are there already stay as they are. @returns how many were added */
export async function addScopes(tx: Transaction, contextId: string, scopes: readonly ScopeRecord[]): Promise<number> {
  const rows = await tx.query(sql`insert into auth.scopes (ctx, path, display_name, description, created_at, tombstoned_at)
      select ${contextId}, x.path, x.name, x.description, x.created_at::timestamptz, x.tombstoned_at::timestamptz
      from unnest(${scopes.map((one) => one.path)}::text[], ${scopes.map((one) => one.displayName)}::text[],
        ${scopes.map((one) => one.description)}::text[], ${scopes.map((one) => instant(one.createdAt))}::text[],
        ${scopes.map((one) => maybeInstant(one.tombstonedAt))}::text[]) as x (path, name, description, created_at, tombstoned_at)
      on conflict (ctx, path) do nothing returning 1`);
  return rows.length;
}

/** Principals without any history. Fails with a unique violation where another principal has a name or external id of theirs. */
export async function addPrincipals(tx: Transaction, contextId: string, principals: readonly PrincipalRecord[]): Promise<string[]> {
  const rows = await tx.query<{
    id: string;
  }>(sql`insert into auth.principals (ctx, id, display_name, kind, grants, external_id, created_at, reserved, created_by)
      select ${contextId}, x.id, x.name, x.kind, x.grants::jsonb, x.external_id, x.created_at::timestamptz, false, x.created_by
      from unnest(${principals.map((one) => one.id)}::text[], ${principals.map((one) => one.displayName)}::text[],
        ${principals.map((one) => one.kind)}::text[], ${principals.map((one) => jsonParam(one.grants))}::text[],
        ${principals.map((one) => one.externalId ?? null)}::text[], ${principals.map((one) => instant(one.createdAt))}::text[],
        ${principals.map((one) => one.createdBy)}::text[])
        as x (id, name, kind, grants, external_id, created_at, created_by)
      on conflict (ctx, id) do nothing returning id`);
  return rows.map((row) => row.id);
}

/** Of these principals those that are there, with the time of their making. */
export async function principalsMadeAt(tx: Transaction, contextId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; created_at: Date }>(
    sql`select id, created_at from auth.principals where ctx = ${contextId} and id = any(${ids})`,
  );
  return new Map(rows.map((row) => [row.id, millis(row.created_at)]));
}

/**
 * Changes that stand there already stay alone, and so does the history of whom anything was decided here, or was brought in by
 * somebody else: nobody adds to what another answers for.
 * @param importedBy a principal, or "" for management
 * @returns how many were added
 */
export async function addGrantsChanges(
  tx: Transaction,
  contextId: string,
  changes: readonly GrantsChanged[],
  importedBy: string,
): Promise<number> {
  const ctx = param(contextId);
  const importedByParam = param(importedBy);
  const rows = await tx.query(sql`insert into auth.grant_changes (ctx, principal_id, grants, changed_by, recorded_at, imported_by)
      select ${ctx}, x.id, x.grants::jsonb, x.changed_by, x.at::timestamptz, ${importedByParam}
      from unnest(${changes.map((one) => one.principalId)}::text[],
        ${changes.map((one) => (one.grants === undefined ? null : jsonParam(one.grants)))}::text[],
        ${changes.map((one) => one.changedBy)}::text[],
        ${changes.map((one) => instant(one.at))}::text[]) with ordinality as x (id, grants, changed_by, at, place)
      where not exists (select 1 from auth.grant_changes g where g.ctx = ${ctx} and g.principal_id = x.id
        and g.recorded_at = x.at::timestamptz and g.grants is not distinct from x.grants::jsonb and g.changed_by = x.changed_by)
        and not exists (select 1 from auth.grant_changes g where g.ctx = ${ctx} and g.principal_id = x.id
          and g.imported_by is distinct from ${importedByParam})
      order by x.place returning 1`);
  return rows.length;
}
