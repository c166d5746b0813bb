import { sql, type Transaction } from "@loci/ports/database";
import type { Verifier } from "../domain/verifier.ts";
import { instant, maybeMillis } from "./rows.ts";

/** Keys of the control plane. All of these need a transaction across contexts. */
export interface ManagementKey {
  readonly id: string;
  readonly verifier: Verifier;
  readonly lastUsedAt: number | undefined;
}

/** The key under one of these ids, unless it was revoked. */
export async function findManagementKey(tx: Transaction, ids: readonly string[]): Promise<ManagementKey | undefined> {
  const [row] = await tx.query<{ id: string; pepper_version: number; verifier: Uint8Array; last_used_at: Date | null }>(
    sql`select id, pepper_version, verifier, last_used_at from auth.management_keys
      where ctx = '*' and id = any(${ids}::text[]) and revoked_at is null`,
    { name: "auth.find_management_key" },
  );
  if (row === undefined) return undefined;
  const verifier = { pepperVersion: row.pepper_version, bytes: row.verifier };
  return { id: row.id, verifier, lastUsedAt: maybeMillis(row.last_used_at) };
}

export async function hasManagementKey(tx: Transaction): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from auth.management_keys where ctx = '*' and revoked_at is null limit 1`, {
    name: "auth.has_management_key",
  });
  return rows.length > 0;
}

/**
 * Makes the key, or leaves the one that is there under this id.
 * @returns false where that one was revoked: it stays so
 */
export async function insertManagementKey(tx: Transaction, id: string, verifier: Verifier, at: number): Promise<boolean> {
  const rows = await tx.query(
    sql`insert into auth.management_keys as k (id, pepper_version, verifier, created_at) values (${id}, ${verifier.pepperVersion},
          ${verifier.bytes}, ${instant(at)}::timestamptz)
      on conflict (ctx, id) do update set id = k.id where k.revoked_at is null returning id`,
    { name: "auth.insert_management_key" },
  );
  return rows.length > 0;
}

/** Ends all keys but this one. @returns how many ended */
export async function revokeOtherManagementKeys(tx: Transaction, id: string, at: number): Promise<number> {
  const rows = await tx.query(
    sql`update auth.management_keys set revoked_at = ${instant(at)}::timestamptz where ctx = '*' and id <> ${id} and revoked_at is null returning id`,
    { name: "auth.revoke_other_management_keys" },
  );
  return rows.length;
}

export async function touchManagementKey(tx: Transaction, id: string, at: number): Promise<void> {
  await tx.query(
    sql`update auth.management_keys set last_used_at = greatest(last_used_at, ${instant(at)}::timestamptz) where ctx = '*' and id = ${id}`,
    { name: "auth.touch_management_key" },
  );
}
