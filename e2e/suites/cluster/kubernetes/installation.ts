/** Loci as its chart installs it: on a cluster of this machine, with a Postgres, an OpenSearch, a Temporal and an S3 store that stand outside of it. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeAuthority } from "@loci/e2e/parts/certificate-authority";
import { startCluster, type Cluster } from "@loci/e2e/parts/cluster";
import { startMinio, type TestMinio } from "@loci/e2e/parts/minio";
import { startOpenSearch, type TestOpenSearch } from "@loci/e2e/parts/opensearch";
import { startPostgres } from "@loci/e2e/parts/postgres";
import { openLine, startTemporal, type Line } from "@loci/e2e/parts/temporal";

export const namespace = "memory";
const chart = join(import.meta.dirname, "../../../../charts/loci");
const repository = "loci.test/loci";
/** One image under two names: an upgrade replaces every pod. */
const tags = ["1", "2"] as const;
const services = ["auth", "graph", "ingest", "retrieval"];
/** Those between a user and the memory: a second pod answers while one is replaced. */
const answering = [...services, "api"];
/** The role of each pod. */
export const podRoles = [...answering, ...answering, "worker", "scheduler", "management", "operator"];

export interface Installation {
  readonly cluster: Cluster;
  /** As the machine sees it: of the Service that an ingress would lead to. */
  readonly url: string;
  readonly database: string;
  /** The one that runs first. */
  readonly image: string;
  helm(...args: readonly string[]): Promise<string>;
  /** As JSON. */
  get<T>(...what: readonly string[]): Promise<T>;
  apply(...resources: readonly object[]): Promise<void>;
  /** The next revision of the chart, with another image. */
  upgrade(tag: (typeof tags)[number]): Promise<void>;
  /** Its pods, events and last log lines: for the message of what went wrong. */
  told(): Promise<string>;
  stop(): Promise<void>;
}

const longLimit = "900s";

export async function install(): Promise<Installation> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const cluster = await startCluster();
    undo.push(() => cluster.stop());
    const postgres = await startPostgres(undefined, { address: cluster.machine, clients: cluster.clients });
    undo.push(() => postgres.stop());
    const minio = await startMinio(cluster.machine);
    undo.push(() => minio.stop());
    const search = await startOpenSearch({ address: cluster.machine });
    undo.push(() => search.stop());
    const temporal = await startTemporal();
    undo.push(() => temporal.stop());
    const runner = await openLine(temporal.address, cluster.machine);
    undo.push(async () => runner.cut());
    await cluster.provideLoci(tags.map((tag) => `${repository}:${tag}`));
    const database = await postgres.createDatabase("loci");
    const seenByPods = database.replace("127.0.0.1", cluster.machine);
    const apply = async (...items: readonly object[]): Promise<void> => {
      await cluster.kubectl(["apply", "-f", "-"], JSON.stringify({ apiVersion: "v1", kind: "List", items }));
    };
    const restricted = { "pod-security.kubernetes.io/enforce": "restricted" };
    await apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace, labels: restricted } });
    await cluster.kubectl(["config", "set-context", "--current", "--namespace", namespace]);
    await apply(...(await secretsOf(cluster, seenByPods, search, minio)));
    const values = join(cluster.folder, "values.json");
    await writeFile(values, JSON.stringify(valuesFor({ database: seenByPods, search, temporal: runner, minio })));
    const helm = (...args: readonly string[]) => cluster.helm([...args, "--namespace", namespace]);
    const release = async (verb: string, tag: string): Promise<void> => {
      await helm(verb, "loci", chart, "--values", values, "--set-string", `image.tag=${tag}`, "--wait", "--timeout", longLimit);
    };
    const get = async <T>(...what: readonly string[]): Promise<T> =>
      JSON.parse(await cluster.kubectl(["get", ...what, "-o", "json"])) as T;
    await release("install", "1").catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${await told(cluster)}`);
    });
    return {
      cluster,
      url: await cluster.entryTo(namespace, "loci-api"),
      database,
      image: `${repository}:1`,
      helm,
      get,
      apply,
      upgrade: (tag) => release("upgrade", tag),
      told: () => told(cluster),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What pods use, each as they see it. */
interface Surroundings {
  readonly database: string;
  readonly search: TestOpenSearch;
  readonly temporal: Line;
  readonly minio: TestMinio;
}

/** Everything but what pods are named by their roles: those who use the cluster bring it. */
function valuesFor({ database, search, temporal, minio: { endpoint } }: Surroundings): object {
  const runner = `temporal://${temporal.address}/default`;
  const outside = [database, search.url, runner, endpoint].map((url) => ({ port: Number(new URL(url).port), protocol: "TCP" }));
  return {
    image: { repository, pullPolicy: "Never" },
    objectStore: { url: `s3://originals?endpoint=${endpoint}&region=us-east-1`, existingSecret: "loci-object-store" },
    search: { existingSecret: "loci-search" },
    runner: { url: runner },
    // Two processors carry all of it.
    roleDefaults: { replicas: 1, resources: { requests: { cpu: "10m", memory: "64Mi" }, limits: { memory: "1Gi" } } },
    roles: Object.fromEntries(answering.map((role) => [role, { replicas: 2 }])),
    operator: { pollSeconds: 30 },
    // The cluster's name server keeps no answer; on a crowded machine the news that a pod stops takes some seconds to reach all.
    drainSeconds: 20,
    // Where the cluster's network enforces it.
    networkPolicy: { external: [{ ports: outside }] },
  };
}

async function secretsOf({ folder }: Cluster, database: string, search: TestOpenSearch, store: TestMinio): Promise<object[]> {
  const secret = (name: string, content: Readonly<Record<string, string | Buffer>>): object => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace },
    data: Object.fromEntries(Object.entries(content).map(([key, value]) => [key, Buffer.from(value).toString("base64")])),
  });
  const own = join(folder, "authority");
  await mkdir(own);
  const authority = await makeAuthority(own);
  const certificateOf = async (role: string): Promise<object> => {
    const files = await authority.issue(role, { subject: `/CN=${role}`, hosts: [`DNS:loci-${role}.${namespace}.svc`] });
    return secret(`loci-grpc-${role}`, {
      "tls.crt": await readFile(files.certificate),
      "tls.key": await readFile(files.key),
      "ca.crt": await readFile(authority.certificate),
    });
  };
  return [
    ...(await Promise.all(answering.map(certificateOf))),
    secret("loci-database", { url: database }),
    secret("loci-search", { url: search.url }),
    secret("loci-secrets", Object.fromEntries(["pepper.1", "encryption.1", "audit.1"].map((name) => [name, randomBytes(32)]))),
    secret("loci-keys", {
      managementApiKey: randomBytes(36).toString("base64url"),
      contextApiKey: randomBytes(36).toString("base64url"),
    }),
    secret("loci-object-store", { accessKey: store.accessKey, secretKey: store.secretKey }),
  ];
}

/** What a person would look at when pods do not become ready. */
async function told(cluster: Cluster): Promise<string> {
  const looks = [
    ["get", "pods,jobs", "-o", "wide"],
    ["get", "events", "--sort-by=.lastTimestamp"],
    ["logs", "--selector=app.kubernetes.io/instance=loci", "--prefix", "--tail=15", "--max-log-requests=40"],
  ];
  return (await Promise.all(looks.map((look) => cluster.kubectl(look).catch(String)))).join("\n");
}
