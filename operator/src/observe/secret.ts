import type { SecretObject } from "../desired/secret.ts";
import type { KubeClient } from "../runtime/kube-client.ts";
import { isKubeError } from "../runtime/kube-error.ts";

/** A Secret as it stands now, from the API server itself; undefined where there is none. */
export async function readSecret(client: KubeClient, namespace: string, name: string): Promise<SecretObject | undefined> {
  try {
    return await client.request<SecretObject>({ method: "GET", path: `/api/v1/namespaces/${namespace}/secrets/${name}` });
  } catch (thrown) {
    if (isKubeError(thrown, 404)) return undefined;
    throw thrown;
  }
}
