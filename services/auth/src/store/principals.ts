import type { Grants } from "@loci/kernel";
import { jsonParam } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
import { instant, listLimit, millis } from "./rows.ts";

export interface PrincipalRecord {
  readonly id: string;
  readonly displayName: string;
  readonly kind: string;
  readonly grants: Grants;
  readonly externalId: string | undefined;
  readonly createdAt: number;
  readonly reserved: boolean;
}

interface PrincipalRow {
  id: string;
  display_name: string;
  kind: string;
  grants: Grants;
  external_id: string | null;
  created_at: Date;
  reserved: boolean;
}

const columns = "id, display_name, kind, grants, external_id, created_at, reserved";

function toPrincipal(row: PrincipalRow): PrincipalRecord {
  return {
    id: row.id,
    displayName: row.display_name,
    kind: row.kind,
    grants: row.grants,
    externalId: row.external_id ?? undefined,
    createdAt: millis(row.created_at),
    reserved: row.reserved,
  };
}

/** False when its id, display name or external id is taken. */
export async function insertPrincipal(tx: Transaction, contextId: string, principal: PrincipalRecord): Promise<boolean> {
  const rows = await tx.query({
    name: "auth.insert_principal",
    text: `insert into auth.principals (ctx, ${columns}) values ($1, $2, $3, $4, $5::jsonb, $6, $7::timestamptz, $8)
      on conflict do nothing returning id`,
    values: [
      contextId,
      principal.id,
      principal.displayName,
      principal.kind,
      jsonParam(principal.grants),
      principal.externalId ?? null,
      instant(principal.createdAt),
      principal.reserved,
    ],
  });
  return rows.length > 0;
}

export async function findPrincipal(tx: Transaction, contextId: string, id: string): Promise<PrincipalRecord | undefined> {
  const [row] = await tx.query<PrincipalRow>({
    name: "auth.find_principal",
    text: `select ${columns} from auth.principals where ctx = $1 and id = $2`,
    values: [contextId, id],
  });
  return row && toPrincipal(row);
}

export async function findPrincipalByExternalId(
  tx: Transaction,
  contextId: string,
  externalId: string,
): Promise<PrincipalRecord | undefined> {
  const [row] = await tx.query<PrincipalRow>({
    name: "auth.find_principal_by_external_id",
    text: `select ${columns} from auth.principals where ctx = $1 and external_id = $2`,
    values: [contextId, externalId],
  });
  return row && toPrincipal(row);
}

/** By id. */
export async function listPrincipals(tx: Transaction, contextId: string): Promise<PrincipalRecord[]> {
  const rows = await tx.query<PrincipalRow>({
    name: "auth.list_principals",
    text: `select ${columns} from auth.principals where ctx = $1 order by id limit ${listLimit}`,
    values: [contextId],
  });
  return rows.map(toPrincipal);
}
