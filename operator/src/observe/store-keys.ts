import type { BackupStore } from "../api/backup-store.ts";
import type { KubeClient } from "../runtime/kube-client.ts";
import { readSecret } from "./secret.ts";

/** The keys to a store of backups. */
export interface StoreKeys {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Another one whenever the Secret changed. */
  readonly version: string;
}

/** undefined where the Secret, or one of the fields, is missing. */
export async function readStoreKeys(
  client: KubeClient,
  namespace: string,
  { name, accessKeyField, secretKeyField }: BackupStore["credentialsSecretRef"],
): Promise<StoreKeys | undefined> {
  const secret = await readSecret(client, namespace, name);
  const field = (key: string) =>
    Buffer.from(secret?.data?.[key] ?? "", "base64")
      .toString("utf8")
      .trim();
  const [accessKey, secretKey] = [field(accessKeyField), field(secretKeyField)];
  if (secret === undefined || accessKey === "" || secretKey === "") return undefined;
  return { accessKey, secretKey, version: secret.metadata.resourceVersion };
}
