/** One MemoryContext under its controller, before a real Loci; its cluster holds this resource and Secrets. Only tests import this file. */
import { LociManagement } from "@loci/client";
import { apiVersion, labels } from "../api/names.ts";
import type { MemoryContext, MemoryContextSpec } from "../api/memory-context.ts";
import { createCluster } from "../apply/cluster.ts";
import { contextReconciler } from "../controllers/context/index.ts";
import { findCondition } from "../desired/conditions.ts";
import type { Outcome } from "../runtime/controller.ts";
import type { KubeClient, KubeRequest } from "../runtime/kube-client.ts";
import { KubeError } from "../runtime/kube-error.ts";

export interface KeptContext {
  readonly loci: LociManagement;
  readonly id: string;
  declare(spec: Partial<MemoryContextSpec>): void;
  /** Has the status tell other versions of the credentials than were written. */
  tellSynced(credentials: Readonly<Record<string, string>>): void;
  writeSecret(name: string, data: Readonly<Record<string, string>>): void;
  status(): MemoryContext["status"];
  ready(): string | undefined;
  /** One visit: the steps that it took. */
  visit(): Promise<readonly string[]>;
  /** How the last visit ended: what it asked for, or threw. */
  ended(): Outcome | Error | undefined;
  /** The providers' keys that Loci was sent so far, and null for each that it was to forget. */
  readonly keysSent: readonly unknown[];
}

export function keepContext(name: string, url: string, managementKey: string): KeptContext {
  const keysSent: unknown[] = [];
  const recording: typeof fetch = (input, init) => {
    if (typeof init?.body === "string") keysSent.push(...keysIn(init.body));
    return fetch(input, init);
  };
  const loci = new LociManagement({ url, managementKey, fetch: recording });
  const spec = { adopt: false, deletionPolicy: "Retain", managementPolicy: "Full", suspend: false } as const;
  const metadata = { namespace: "a", name, uid: name, resourceVersion: "1", generation: 1 };
  let resource: MemoryContext = { apiVersion, kind: "MemoryContext", metadata, spec };
  const secrets = new Map<string, object>();
  let version = 1;
  let steps: string[] = [];
  let end: Outcome | Error | undefined;

  const client: KubeClient = {
    async request<T>({ method, path, body }: KubeRequest): Promise<T> {
      if (method === "PATCH" && path.endsWith(`/memorycontexts/${name}/status`)) {
        resource = { ...resource, status: (body as Required<MemoryContext>).status };
        return resource as T;
      }
      const secret = secrets.get(path.replace("/api/v1/namespaces/a/secrets/", ""));
      if (method !== "GET" || secret === undefined) throw new KubeError(404, "NotFound", "not there");
      return secret as T;
    },
    watch: () => {
      throw new Error("a visit watches nothing");
    },
    close: () => undefined,
  };
  const reconcile = contextReconciler({
    ...{ loci, client, cluster: createCluster(client), clusterName: "c", publicUrl: url },
    ...{ clock: Date.now, random: () => 0, pollMs: 60_000, stateEveryMs: 300_000 },
    record: () => Promise.resolve(),
    checkpoint: (step) => steps.push(step),
    find: () => resource,
    findPart: () => undefined,
  });
  return {
    ...{ loci, id: `a.${name}`, keysSent },
    declare(changes) {
      const generation = (resource.metadata.generation ?? 0) + 1;
      resource = { ...resource, metadata: { ...resource.metadata, generation }, spec: { ...spec, ...changes } };
    },
    tellSynced(credentials) {
      resource = { ...resource, status: { ...resource.status, credentials } };
    },
    writeSecret(secret, data) {
      const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
      secrets.set(secret, {
        metadata: { resourceVersion: String(++version), labels: { [labels.readable]: "true" } },
        data: Object.fromEntries(encoded) as object,
      });
    },
    status: () => resource.status,
    ready: () => findCondition(resource.status?.conditions, "Ready")?.reason,
    async visit() {
      steps = [];
      end = await reconcile(`a/${name}`, new AbortController().signal).catch((thrown: unknown) => thrown as Error);
      return steps;
    },
    ended: () => end,
  };
}

function keysIn(body: string): unknown[] {
  const { config } = JSON.parse(body) as { config?: { stages?: Record<string, { api_key?: unknown } | null> | null } };
  return Object.values(config?.stages ?? {}).flatMap((stage) => (stage?.api_key === undefined ? [] : [stage.api_key]));
}
