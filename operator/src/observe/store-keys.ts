import type { BackupStore } from "../api/backup-store.ts";
import type { KubeClient } from "../runtime/kube-client.ts";
import { readOpenSecret, secretText } from "./secret.ts";

/** The keys to a store of backups. */
export interface StoreKeys {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Another one whenever the Secret changed. */
  readonly version: string;
}

/** undefined where the Secret, its label, or one of the fields is missing. */
export async function readStoreKeys(
  client: KubeClient,
  namespace: string,
  { name, accessKeyField, secretKeyField }: BackupStore["credentialsSecretRef"],
): Promise<StoreKeys | undefined> {
  const secret = await readOpenSecret(client, namespace, name);
  const [accessKey, secretKey] = [secretText(secret, accessKeyField), secretText(secret, secretKeyField)];
  if (secret === undefined || accessKey === undefined || secretKey === undefined) return undefined;
  return { accessKey, secretKey, version: secret.metadata.resourceVersion };
}
