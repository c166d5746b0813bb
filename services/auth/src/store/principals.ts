import type { Grants } from "@loci/kernel";
import { jsonParam } from "@loci/platform/db";
import { sql, type Transaction } from "@loci/ports/database";
import type { Page } from "../domain/page.ts";
import { instant, isUniqueViolation, millis } from "./rows.ts";

export interface PrincipalRecord {
  readonly id: string;
  readonly displayName: string;
  readonly kind: string;
  readonly grants: Grants;
  readonly externalId: string | undefined;
  readonly createdAt: number;
  readonly reserved: boolean;
  /** The principal that made it on the data plane; "" for management. */
  readonly createdBy: string;
}

interface PrincipalRow {
  id: string;
  display_name: string;
  kind: string;
  grants: Grants;
  external_id: string | null;
  created_at: Date;
  reserved: boolean;
  created_by: string;
}

const columns = sql`id, display_name, kind, grants, external_id, created_at, reserved, created_by`;

function toPrincipal(row: PrincipalRow): PrincipalRecord {
  return {
    id: row.id,
    displayName: row.display_name,
    kind: row.kind,
    grants: row.grants,
    externalId: row.external_id ?? undefined,
    createdAt: millis(row.created_at),
    reserved: row.reserved,
    createdBy: row.created_by,
  };
}

/** False when its id, display name or external id is taken. */
export async function insertPrincipal(tx: Transaction, contextId: string, principal: PrincipalRecord): Promise<boolean> {
  const rows = await tx.query(
    sql`insert into auth.principals (ctx, ${columns}) values (${contextId}, ${principal.id}, ${principal.displayName}, ${principal.kind},
          ${jsonParam(principal.grants)}::jsonb, ${principal.externalId ?? null}, ${instant(principal.createdAt)}::timestamptz,
          ${principal.reserved}, ${principal.createdBy})
      on conflict do nothing returning id`,
    { name: "auth.insert_principal" },
  );
  return rows.length > 0;
}

export async function findPrincipal(tx: Transaction, contextId: string, id: string): Promise<PrincipalRecord | undefined> {
  const [row] = await tx.query<PrincipalRow>(sql`select ${columns} from auth.principals where ctx = ${contextId} and id = ${id}`, {
    name: "auth.find_principal",
  });
  return row && toPrincipal(row);
}

export async function findPrincipalByExternalId(
  tx: Transaction,
  contextId: string,
  externalId: string,
): Promise<PrincipalRecord | undefined> {
  const [row] = await tx.query<PrincipalRow>(
    sql`select ${columns} from auth.principals where ctx = ${contextId} and external_id = ${externalId}`,
    { name: "auth.find_principal_by_external_id" },
  );
  return row && toPrincipal(row);
}

/** Holds the row until the transaction's end, as the caller is about to change it. */
export async function lockPrincipal(tx: Transaction, contextId: string, id: string): Promise<PrincipalRecord | undefined> {
  const [row] = await tx.query<PrincipalRow>(
    sql`select ${columns} from auth.principals where ctx = ${contextId} and id = ${id} for no key update`,
    { name: "auth.lock_principal" },
  );
  return row && toPrincipal(row);
}

/** False when another principal has this display name or external id; the transaction can then only be rolled back. */
export async function updatePrincipal(tx: Transaction, contextId: string, principal: PrincipalRecord): Promise<boolean> {
  const { id, displayName, kind, grants, externalId } = principal;
  try {
    await tx.query(
      sql`update auth.principals set display_name = ${displayName}, kind = ${kind}, grants = ${jsonParam(grants)}::jsonb, external_id = ${externalId ?? null}
        where ctx = ${contextId} and id = ${id}`,
      { name: "auth.update_principal" },
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** With its keys. */
export async function deletePrincipal(tx: Transaction, contextId: string, id: string): Promise<void> {
  await tx.query(sql`delete from auth.principals where ctx = ${contextId} and id = ${id}`, { name: "auth.delete_principal" });
}

/** By id, one more than the page holds. */
export async function listPrincipals(tx: Transaction, contextId: string, { limit, after }: Page): Promise<PrincipalRecord[]> {
  const rows = await tx.query<PrincipalRow>(
    sql`select ${columns} from auth.principals where ctx = ${contextId} and id > ${after?.[0] ?? ""} order by id limit ${limit + 1}::int`,
    { name: "auth.list_principals" },
  );
  return rows.map(toPrincipal);
}
