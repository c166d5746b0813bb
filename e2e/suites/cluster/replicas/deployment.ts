/** Loci as two replicas of each service, on one Postgres, under mutual TLS, with a balancer before the two gateways. */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAuthority, type CertificateAuthority } from "@loci/e2e/parts/certificate-authority";
import { startBalancer } from "@loci/e2e/parts/http-balancer";
import { lociServer, startProcess, type RunningProcess } from "@loci/e2e/parts/loci";
import { freePort, startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";

export const services = ["auth", "graph", "ingest", "retrieval"] as const;
export const roles = [...services, "api"] as const;
export type Role = (typeof roles)[number];

export interface Replica {
  readonly role: Role;
  readonly port: number;
  readonly probes: number;
  process: RunningProcess;
  start(): Promise<void>;
}

export interface Deployment {
  /** Of the balancer. */
  readonly url: string;
  readonly managementKey: string;
  /** Of the context acme. */
  readonly contextKey: string;
  readonly database: string;
  readonly postgres: TestPostgres;
  readonly replicas: Readonly<Record<Role, readonly [Replica, Replica]>>;
  readonly tls: Tls;
  stop(): Promise<void>;
}

export interface Tls {
  /** Puts these files where every process looks for its own. */
  use(files: { readonly authorities?: readonly CertificateAuthority[]; readonly by?: CertificateAuthority }): Promise<void>;
  authority(): Promise<CertificateAuthority>;
  /** The one that signed what is there now. */
  current(): CertificateAuthority;
  /** The certificate of a role that is there now, PEM. */
  certificate(role: Role): Promise<string>;
}

const drainSeconds = 5;

/** @param more settings of each process */
export async function startDeployment(more: Readonly<Record<string, string>> = {}): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), "loci-replicas-"));
  const postgres = await startPostgres();
  const tls = await certificates(folder);
  const database = await postgres.createDatabase("loci");
  const own = { DB_CONNECTION: database, SERVICE_SECRETS_DIR: join(folder, "secrets") };
  const made = await lociServer(["bootstrap", "--context-id", "acme"], own);
  if (made.code !== 0) throw new Error(made.err);

  const ports = Object.fromEntries(
    await Promise.all(roles.map(async (role) => [role, [await freePort(), await freePort()]] as const)),
  ) as Record<Role, [number, number]>;
  // One entry is a name and one an address: the certificate is for both.
  const addresses = (role: Role) => `localhost:${ports[role][0]},127.0.0.1:${ports[role][1]}`;
  const settings: Record<string, string> = {
    ...own,
    SERVICE_OBJECT_STORE_URL: `file:${join(folder, "objects")}`,
    SERVICE_DRAIN_SECONDS: String(drainSeconds),
    ...Object.fromEntries(services.map((role) => [`SERVICE_${role.toUpperCase()}_ADDRESS`, addresses(role)])),
    ...more,
  };
  const replica = async (role: Role, port: number): Promise<Replica> => {
    const probes = await freePort();
    const args = role === "api" ? ["api", "--bind-address"] : [role, "start", "--bind"];
    const live = (name: string) => join(folder, "live", name);
    const identity = {
      SERVICE_TLS_CERT: live(`${role}.crt`),
      SERVICE_TLS_KEY: live(`${role}.key`),
      SERVICE_TLS_CA: live("ca.crt"),
    };
    const env = { ...settings, ...identity, SERVICE_METRICS_ADDRESS: `127.0.0.1:${probes}` };
    const run = () => startProcess([...args, `127.0.0.1:${port}`], /serving on/, env);
    const one: Replica = {
      role,
      port,
      probes,
      process: await run(),
      async start() {
        one.process = await run();
      },
    };
    return one;
  };
  const running: Replica[] = [];
  const pair = async (role: Role): Promise<[Role, Replica[]]> => {
    const both = await Promise.all(ports[role].map((port) => replica(role, port)));
    running.push(...both);
    return [role, both];
  };
  const stop = async () => {
    await Promise.all(running.map(({ process }) => process.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  // Some at a time: they would slow each other down, and those further on wait for the others anyway.
  const started: [Role, Replica[]][] = [];
  try {
    for (const group of [["auth", "graph"], ["ingest", "retrieval"], ["api"]] as const) {
      started.push(...(await Promise.all(group.map(pair))));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const replicas = Object.fromEntries(started) as unknown as Deployment["replicas"];
  const balancer = await startBalancer(
    ports.api.map((port) => `http://127.0.0.1:${port}`),
    "/api/v1/ready",
  );
  return {
    url: balancer.url,
    contextKey: /Context key +(\S+)/.exec(made.out)?.[1] ?? "",
    managementKey: /Management key +(\S+)/.exec(made.out)?.[1] ?? "",
    database,
    postgres,
    replicas,
    tls,
    async stop() {
      balancer.close();
      await stop();
    },
  };
}

async function certificates(folder: string): Promise<Tls> {
  const live = (name: string) => join(folder, "live", name);
  await mkdir(live(""));
  let made = 0;
  const authority = async () => {
    const place = join(folder, `authority-${++made}`);
    await mkdir(place);
    return makeAuthority(place);
  };
  let signer = await authority();
  const tls: Tls = {
    authority,
    current: () => signer,
    async use({ authorities, by }) {
      if (authorities !== undefined) {
        const bundle = await Promise.all(authorities.map(({ certificate }) => readFile(certificate, "utf8")));
        await writeFile(live("ca.crt"), bundle.join(""));
      }
      if (by === undefined) return;
      signer = by;
      for (const role of roles) {
        const hosts = ["IP:127.0.0.1", "DNS:localhost", `URI:spiffe://loci/${role}`];
        const files = await by.issue(`loci-${++made}`, { subject: `/CN=${role}`, hosts });
        await copyFile(files.certificate, live(`${role}.crt`));
        await copyFile(files.key, live(`${role}.key`));
      }
    },
    certificate: (role) => readFile(live(`${role}.crt`), "utf8"),
  };
  await tls.use({ authorities: [signer], by: signer });
  return tls;
}
