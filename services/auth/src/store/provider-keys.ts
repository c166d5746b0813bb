import type { Stage } from "../domain/config.ts";
import type { SealedSecret } from "../domain/sealing.ts";
import type { Transaction } from "@loci/ports/database";

export async function findProviderKey(tx: Transaction, contextId: string, stage: Stage): Promise<SealedSecret | undefined> {
  const [row] = await tx.query<{ secret_version: number; sealed: Uint8Array }>({
    name: "auth.find_provider_key",
    text: "select secret_version, sealed from auth.provider_keys where ctx = $1 and stage = $2",
    values: [contextId, stage],
  });
  return row && { secretVersion: row.secret_version, bytes: row.sealed };
}

export async function putProviderKey(tx: Transaction, contextId: string, stage: Stage, key: SealedSecret): Promise<void> {
  await tx.query({
    name: "auth.put_provider_key",
    text: `insert into auth.provider_keys (ctx, stage, secret_version, sealed) values ($1, $2, $3, $4)
      on conflict (ctx, stage) do update set secret_version = excluded.secret_version, sealed = excluded.sealed`,
    values: [contextId, stage, key.secretVersion, key.bytes],
  });
}

export async function deleteProviderKeys(tx: Transaction, contextId: string, stages: readonly Stage[]): Promise<void> {
  await tx.query({
    name: "auth.delete_provider_keys",
    text: "delete from auth.provider_keys where ctx = $1 and stage = any($2::text[])",
    values: [contextId, stages],
  });
}
