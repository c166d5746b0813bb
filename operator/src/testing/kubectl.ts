/** kubectl's part against a real control plane, and what the operator may do in it. Only tests import this file. */
import {
  ApiextensionsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  type CoreV1Event,
  type V1CustomResourceDefinition,
  type V1Secret,
} from "@kubernetes/client-node";
import { apiVersion, group, version } from "../api/names.ts";
import type { Condition } from "../api/words.ts";
import { createKubeClient } from "../runtime/kube-client.ts";
import { kubeconfigFile } from "../runtime/kube-config.ts";
import { operatorRights } from "./rights.ts";
import { until } from "./until.ts";

export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
  };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: { readonly conditions?: readonly Condition[]; readonly [field: string]: unknown };
}

const plural = (kind: string) => `${kind.toLowerCase()}s`;

/** A resource to apply. */
export const resource = (kind: string, namespace: string, name: string, spec: object, annotations = {}): Resource => ({
  apiVersion,
  kind,
  metadata: { namespace, name, annotations },
  spec: { ...spec },
});

/** Played by the official client: it must see what the operator's own client writes. */
export function kubectl(kubeconfig: string) {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig);
  const core = config.makeApiClient(CoreV1Api);
  const custom = config.makeApiClient(CustomObjectsApi);
  const objects = KubernetesObjectApi.makeApiClient(config);
  const definitions = config.makeApiClient(ApiextensionsV1Api);
  const plain = createKubeClient(kubeconfigFile(kubeconfig));
  const named = ({ kind, metadata: { namespace, name } }: Resource) => ({
    group,
    version,
    namespace,
    plural: plural(kind),
    name,
  });

  const get = async (wanted: Resource): Promise<Resource | undefined> => {
    try {
      return (await custom.getNamespacedCustomObject(named(wanted))) as Resource;
    } catch (thrown) {
      if (isMissing(thrown)) return undefined;
      throw thrown;
    }
  };
  const secret = async (namespace: string, name: string): Promise<V1Secret | undefined> => {
    try {
      return await core.readNamespacedSecret({ namespace, name });
    } catch (thrown) {
      if (isMissing(thrown)) return undefined;
      throw thrown;
    }
  };
  return {
    core,
    plain,
    objects,
    get,
    secret,
    async define(definition: object) {
      const wanted = definition as V1CustomResourceDefinition;
      // As it is: the official client knows some of its fields by other names, and leaves them out.
      const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
      await plain.request({ method: "POST", path, body: definition });
      await until(`${wanted.spec.names.kind} is served`, async () => {
        const found = await definitions.readCustomResourceDefinition({ name: wanted.metadata?.name ?? "" });
        return found.status?.conditions?.some(({ type, status }) => type === "Established" && status === "True") ?? false;
      });
    },
    /** Lets this user do what the operator needs, and nothing more: no test passes that needs more. */
    async permit(user: string): Promise<void> {
      const path = "/apis/rbac.authorization.k8s.io/v1";
      const role = { metadata: { name: user }, rules: permissions };
      await plain.request({ method: "POST", path: `${path}/clusterroles`, body: role });
      const binding = {
        metadata: { name: user },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: user },
        subjects: [{ kind: "User", name: user, apiGroup: "rbac.authorization.k8s.io" }],
      };
      await plain.request({ method: "POST", path: `${path}/clusterrolebindings`, body: binding });
    },
    async namespace(name: string): Promise<string> {
      await core.createNamespace({ body: { metadata: { name } } });
      return name;
    },
    /** kubectl apply */
    async apply(...wanted: readonly Resource[]): Promise<void> {
      for (const one of wanted) {
        const { namespace, plural: kinds, name } = named(one);
        const path = `/apis/${group}/${version}/namespaces/${namespace}/${kinds}/${name}`;
        const query = { fieldManager: "kubectl", force: "true" };
        await plain.request({ method: "PATCH", path, query, body: one, contentType: "application/apply-patch+yaml" });
      }
    },
    async remove(wanted: Resource): Promise<void> {
      await custom.deleteNamespacedCustomObject(named(wanted));
    },
    /** The key's text in the Secret. */
    async apiKey(namespace: string, name: string): Promise<string | undefined> {
      const encoded = (await secret(namespace, name))?.data?.["apiKey"];
      return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("utf8");
    },
    async condition(wanted: Resource, type = "Ready"): Promise<Condition | undefined> {
      return (await get(wanted))?.status?.conditions?.find((one) => one.type === type);
    },
    /** How many of a kind are ready. */
    async countReady(kind: string, namespace: string): Promise<number> {
      const list: unknown = await custom.listNamespacedCustomObject({ group, version, namespace, plural: plural(kind) });
      const isReady = ({ status }: Resource) => status?.conditions?.some((one) => one.type === "Ready" && one.status === "True");
      return (list as { items: Resource[] }).items.filter(isReady).length;
    },
    async events(namespace: string): Promise<CoreV1Event[]> {
      return (await core.listNamespacedEvent({ namespace })).items;
    },
    /** Every resource's version in the namespace: what is written shows in it. */
    async versions(namespace: string): Promise<Readonly<Record<string, string>>> {
      const kinds = ["MemoryContext", "MemoryPrincipal", "MemoryKey", "MemoryBackup", "MemoryRestore"];
      const lists = await Promise.all(
        kinds.map(async (kind) => {
          const list: unknown = await custom.listNamespacedCustomObject({ group, version, namespace, plural: plural(kind) });
          return (list as { items: Resource[] }).items;
        }),
      );
      const secrets = (await core.listNamespacedSecret({ namespace })).items;
      const events = (await core.listNamespacedEvent({ namespace })).items;
      const all = [...lists.flat(), ...secrets, ...events];
      return Object.fromEntries(
        all.map(({ kind, metadata }) => [`${kind ?? ""}/${metadata?.name ?? ""}`, metadata?.resourceVersion ?? ""]),
      );
    },
  };
}

/** The Lease too, which the chart grants in one namespace and by its name. */
const permissions = [
  ...operatorRights,
  { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] },
];

const isMissing = (thrown: unknown) => thrown instanceof Error && "code" in thrown && thrown.code === 404;
