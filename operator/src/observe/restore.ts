import type { MemoryBackup } from "../api/memory-backup.ts";
import type { MemoryRestore } from "../api/memory-restore.ts";
import type { BackupStore } from "../api/backup-store.ts";
import { manifestLocation } from "../desired/backup-place.ts";
import type { StoreKeys } from "./store-keys.ts";

/** Where the backup lies that is restored. */
export interface RestoreSource {
  /** The manifest's, as s3://bucket/…/manifest.json. */
  readonly location: string;
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  readonly credentialsSecretRef: BackupStore["credentialsSecretRef"];
}

export interface ObservedRestore {
  readonly resource: MemoryRestore;
  /** undefined while the context is not provisioned. */
  readonly contextId: string | undefined;
  /** undefined while there is no such backup, or none of it is whole. */
  readonly source: RestoreSource | undefined;
  /** undefined where the Secret lacks them. */
  readonly credentials: StoreKeys | undefined;
}

/** A run that was chosen once stays chosen, also when the backup makes newer ones. */
export function sourceOf({ spec, status }: MemoryRestore, backup: MemoryBackup | undefined): RestoreSource | undefined {
  const { location, backup: named } = spec.source;
  if (location !== undefined) {
    const { manifest, endpoint, region, credentialsSecretRef } = location;
    return { location: manifest, endpoint, region, credentialsSecretRef };
  }
  if (backup === undefined) return undefined;
  const chosen = named?.run === undefined ? backup.status?.last?.location : manifestLocation(backup, named.run);
  const found = status?.location ?? chosen;
  const { endpoint, region, credentialsSecretRef } = backup.spec.store;
  return found === undefined ? undefined : { location: found, endpoint, region, credentialsSecretRef };
}
