import type { Stage } from "../domain/config.ts";
import type { SealedSecret } from "../domain/sealing.ts";
import { sql, type Transaction } from "@loci/ports/database";

export async function findProviderKey(tx: Transaction, contextId: string, stage: Stage): Promise<SealedSecret | undefined> {
  const [row] = await tx.query<{ secret_version: number; sealed: Uint8Array }>(
    sql`select secret_version, sealed from auth.provider_keys where ctx = ${contextId} and stage = ${stage}`,
    { name: "auth.find_provider_key" },
  );
  return row && { secretVersion: row.secret_version, bytes: row.sealed };
}

export async function putProviderKey(tx: Transaction, contextId: string, stage: Stage, key: SealedSecret): Promise<void> {
  await tx.query(
    sql`insert into auth.provider_keys (ctx, stage, secret_version, sealed) values (${contextId}, ${stage}, ${key.secretVersion},
          ${key.bytes})
      on conflict (ctx, stage) do update set secret_version = excluded.secret_version, sealed = excluded.sealed`,
    { name: "auth.put_provider_key" },
  );
}

export async function deleteProviderKeys(tx: Transaction, contextId: string, stages: readonly Stage[]): Promise<void> {
  await tx.query(sql`delete from auth.provider_keys where ctx = ${contextId} and stage = any(${stages}::text[])`, {
    name: "auth.delete_provider_keys",
  });
}
