/** A real S3 store beside the cluster, and backups as somebody would declare them. Only tests import this file. */
import { afterAll, afterEach, beforeAll } from "@jest/globals";
import { openS3Store } from "@loci/adapters/s3-store";
import { startMinio } from "@loci/e2e/parts/minio";
import { labels } from "../api/names.ts";
import { declared } from "./declared.ts";
import { resource, startWorld, type Resource, type World } from "./world.ts";

export const bucket = "backups";

export type BackupWorld = Awaited<ReturnType<typeof startBackupWorld>>;

/** A world with a store for backups, for all tests of a file; no operator outlives the test that began it. */
export function withBackups(use: (started: { readonly world: World; readonly backups: BackupWorld }) => void): void {
  let world: World | undefined;
  let backups: BackupWorld | undefined;
  beforeAll(async () => {
    world = await startWorld();
    backups = await startBackupWorld(world);
    use({ world, backups });
  });
  afterEach(() => world?.stopOperators());
  afterAll(async () => {
    await world?.stop();
    await backups?.stop();
  });
}

async function startBackupWorld(world: World) {
  const minio = await startMinio();
  const { endpoint, accessKey, secretKey } = minio;
  const open = () => openS3Store({ endpoint, accessKey, secretKey, bucket });
  /** All of the bucket, as its owner sees it. */
  const store = await open();
  const place = { endpoint, bucket, credentialsSecretRef: { name: "store-keys" } };

  const readable = { [labels.readable]: "true" };
  const putKeys = async (namespace: string, keys = { accessKey, secretKey }) => {
    const body = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { namespace, name: "store-keys", labels: readable },
      stringData: keys,
    };
    const path = `/api/v1/namespaces/${namespace}/secrets/store-keys`;
    const query = { fieldManager: "kubectl", force: "true" };
    await world.plain.request({ method: "PATCH", path, query, body, contentType: "application/apply-patch+yaml" });
  };
  const lastOf = async (backup: Resource) => (await world.get(backup))?.status?.["last"] as Last | undefined;
  const holder = async (namespace: string) =>
    world.holder(`${namespace}.brain`, (await world.apiKey(namespace, "helper-key")) ?? "");

  return {
    minio,
    store,
    place,
    putKeys,
    holder,
    /** A namespace with a context, a key to it and the store's keys; an operator has to run. */
    async memory(name: string, facts: readonly string[] = [], context: object = {}) {
      const namespace = await world.namespace(name);
      await putKeys(namespace);
      const all = declared(namespace, {}, context);
      await world.apply(all.context, all.principal, all.key);
      await world.ready(all.key);
      const loci = await holder(namespace);
      for (const fact of facts) await loci.remember(fact);
      return { ...all, namespace, loci };
    },
    backup: (namespace: string, spec: object = {}) =>
      resource("MemoryBackup", namespace, "nightly", { contextRef: { name: "brain" }, store: place, ...spec }),
    restore: (namespace: string, source: object, spec: object = {}) =>
      resource("MemoryRestore", namespace, "back", { contextRef: { name: "brain" }, source, ...spec }),
    /** The newest whole backup, as the status tells. */
    async last(backup: Resource): Promise<Last> {
      const last = await lastOf(backup);
      if (last === undefined) throw new Error("there is no backup yet");
      return last;
    },
    lastOf,
    async keys(prefix = ""): Promise<string[]> {
      const found: string[] = [];
      for await (const key of store.list(prefix)) found.push(key);
      return found.sort();
    },
    /** Keys by which the operator could still enter the context. */
    async openKeys(contextId: string): Promise<number> {
      let count = 0;
      for await (const key of world.loci.keys.all(contextId))
        if (key.principalId === "admin" && key.name.endsWith("/transfer") && key.state === "active") count++;
      return count;
    },
    async stop() {
      await store.close();
      await minio.stop();
    },
  };
}

export interface Last {
  readonly run: string;
  readonly startedAt: string;
  readonly bytes: number;
  readonly records: number;
  readonly checksum: string;
  readonly location: string;
}

export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** The key of a manifest in the bucket. */
export const manifestKey = ({ location }: Last): string => location.replace(`s3://${bucket}/`, "");
