import { labels } from "../api/names.ts";
import type { SecretObject } from "../desired/secret.ts";
import type { KubeClient } from "../runtime/kube-client.ts";
import { isKubeError } from "../runtime/kube-error.ts";
import { isSubdomain, kubePath } from "../runtime/kube-path.ts";

/** A Secret as it stands now, from the API server itself; undefined where there is none, nor can be one of that name. */
export async function readSecret(client: KubeClient, namespace: string, name: string): Promise<SecretObject | undefined> {
  if (!isSubdomain(name)) return undefined;
  try {
    return await client.request<SecretObject>({ method: "GET", path: kubePath`/api/v1/namespaces/${namespace}/secrets/${name}` });
  } catch (thrown) {
    if (isKubeError(thrown, 404)) return undefined;
    throw thrown;
  }
}

/** A Secret of somebody else's, where its label lets the operator read it; undefined where there is none, or it does not. */
export async function readOpenSecret(client: KubeClient, namespace: string, name: string): Promise<SecretObject | undefined> {
  const secret = await readSecret(client, namespace, name);
  return secret?.metadata.labels?.[labels.readable] === "true" ? secret : undefined;
}

/** What stands under a name in the Secret, without the space around it; undefined for nothing. */
export function secretText(secret: SecretObject | undefined, field: string): string | undefined {
  const data = secret?.data ?? {};
  if (!Object.hasOwn(data, field)) return undefined;
  const text = Buffer.from(data[field] ?? "", "base64")
    .toString("utf8")
    .trim();
  return text === "" ? undefined : text;
}
