/** Writes to the cluster: server-side apply under one field manager, and only where something differs. */
import { apiVersion, fieldManager, finalizer, group, version } from "../api/names.ts";
import type { MemoryKey } from "../api/memory-key.ts";
import { isEqual } from "../desired/context-settings.ts";
import { secretClaim, type desiredSecret, type SecretObject } from "../desired/secret.ts";
import type { KubeClient } from "../runtime/kube-client.ts";
import { isKubeError } from "../runtime/kube-error.ts";
import type { KubeObject } from "../runtime/kube-object.ts";
import { kubePath } from "../runtime/kube-path.ts";

export interface Cluster {
  /** Gives whether anything was written. */
  writeStatus(resource: KubeObject, status: object): Promise<boolean>;
  /** The same, but only where the resource is as it was seen: of two who write so, one is refused. @throws KubeError 409 */
  recordStatus<R extends KubeObject>(resource: R, status: object): Promise<R>;
  /** The resource as it stands now; undefined where it is gone, and its name perhaps another's. */
  read<R extends KubeObject>(resource: R): Promise<R | undefined>;
  /** What stands under a name, from the API server itself. */
  find(kind: string, place: { readonly namespace: string; readonly name: string }): Promise<KubeObject | undefined>;
  /** Makes a resource, or has it say what is given; as a writer of its own, whose fields no other write takes away. */
  declare(resource: Declared): Promise<void>;
  remove(resource: KubeObject): Promise<void>;
  setFinalizer(resource: KubeObject, isPresent: boolean): Promise<KubeObject>;
  /** @throws KubeError 409 where a Secret of this name is there. */
  claimSecret(key: MemoryKey): Promise<void>;
  /** @throws KubeError 409 where the Secret is not `before` any more. */
  writeSecret(key: MemoryKey, before: SecretObject, desired: ReturnType<typeof desiredSecret>): Promise<void>;
}

/** A resource that is another one's part. */
export interface Declared {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly namespace: string; readonly name: string };
  readonly spec: unknown;
}

const applying = { fieldManager, force: "true" };
const contentType = "application/apply-patch+yaml";
const mergePatch = "application/merge-patch+json";

export const pluralOf = (kind: string): string => `${kind.toLowerCase()}s`;

export function createCluster(client: KubeClient): Cluster {
  const pathOf = ({ kind, metadata }: Pick<Declared, "kind" | "metadata">) =>
    kubePath`/apis/${group}/${version}/namespaces/${metadata.namespace}/${pluralOf(kind)}/${metadata.name}`;
  /** With the uid, so that a write never reaches another resource of the same name, nor makes one. */
  const identity = ({ kind, metadata: { namespace, name, uid } }: KubeObject) => ({
    apiVersion,
    kind,
    metadata: { namespace, name, uid },
  });
  const read = async <R extends KubeObject>(resource: R): Promise<R | undefined> => {
    try {
      const found = await client.request<R>({ method: "GET", path: pathOf(resource) });
      return found.metadata.uid === resource.metadata.uid ? found : undefined;
    } catch (thrown) {
      if (isKubeError(thrown, 404)) return undefined;
      throw thrown;
    }
  };
  const addFinalizer = (resource: KubeObject): Promise<KubeObject> => {
    const { metadata, ...rest } = identity(resource);
    const body = { ...rest, metadata: { ...metadata, finalizers: [finalizer] } };
    return client.request({ method: "PATCH", path: pathOf(resource), query: applying, contentType, body });
  };
  /**
   * An apply takes away only what its manager owns, and a resource brought back from a file has its finalizers from whoever applied that.
   * @throws KubeError 409 where the resource changed meanwhile
   */
  const dropFinalizer = async (resource: KubeObject): Promise<KubeObject> => {
    const now = await read(resource);
    // It has gone already: what was seen of it is older than that.
    if (now === undefined) return resource;
    const { uid, resourceVersion, finalizers = [] } = now.metadata;
    if (!finalizers.includes(finalizer)) return now;
    const body = { metadata: { uid, resourceVersion, finalizers: finalizers.filter((one) => one !== finalizer) } };
    try {
      const path = pathOf(resource);
      return await client.request({ method: "PATCH", path, query: { fieldManager }, contentType: mergePatch, body });
    } catch (thrown) {
      if (isKubeError(thrown, 404)) return now;
      throw thrown;
    }
  };
  return {
    async writeStatus(resource, status) {
      if (isEqual(status, resource.status)) return false;
      const body = { ...identity(resource), status };
      await client.request({ method: "PATCH", path: `${pathOf(resource)}/status`, query: applying, contentType, body });
      return true;
    },

    async recordStatus<R extends KubeObject>(resource: R, status: object) {
      const { metadata, ...rest } = identity(resource);
      const seen = { ...metadata, resourceVersion: resource.metadata.resourceVersion };
      const path = `${pathOf(resource)}/status`;
      const body = { ...rest, metadata: seen, status };
      return client.request<R>({ method: "PATCH", path, query: applying, contentType, body });
    },

    read,

    async find(kind, metadata) {
      try {
        return await client.request<KubeObject>({ method: "GET", path: pathOf({ kind, metadata }) });
      } catch (thrown) {
        if (isKubeError(thrown, 404)) return undefined;
        throw thrown;
      }
    },

    async declare(resource) {
      const query = { ...applying, fieldManager: `${fieldManager}-declares` };
      await client.request({ method: "PATCH", path: pathOf(resource), query, contentType, body: resource });
    },

    async remove(resource) {
      const { uid } = resource.metadata;
      const body = { apiVersion: "v1", kind: "DeleteOptions", preconditions: { uid } };
      await client.request({ method: "DELETE", path: pathOf(resource), body }).catch((thrown: unknown) => {
        if (!isKubeError(thrown, 404, 409)) throw thrown;
      });
    },

    setFinalizer: (resource, isPresent) => (isPresent ? addFinalizer(resource) : dropFinalizer(resource)),

    async claimSecret(key) {
      const metadata = { name: key.spec.secretTemplate.name, ...secretClaim(key) };
      const body = { apiVersion: "v1", kind: "Secret", type: "Opaque", metadata };
      await client.request({
        method: "POST",
        path: kubePath`/api/v1/namespaces/${key.metadata.namespace}/secrets`,
        query: { fieldManager },
        body,
      });
    },

    async writeSecret(key, before, { data, ...marks }) {
      const { name } = key.spec.secretTemplate;
      const metadata = { name, resourceVersion: before.metadata.resourceVersion, ...marks };
      const body = { apiVersion: "v1", kind: "Secret", type: "Opaque", metadata, data };
      const path = kubePath`/api/v1/namespaces/${key.metadata.namespace}/secrets/${name}`;
      await client.request({ method: "PATCH", path, query: applying, contentType, body });
    },
  };
}
