/** Loci as a process for each role, on a real Postgres, OpenSearch, S3 and Temporal; each process can be made to die at one point. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lociServer, startProcess, type Finished, type RunningProcess } from "@loci/e2e/parts/loci";
import { startMinio } from "@loci/e2e/parts/minio";
import { mortality, type Mortality } from "@loci/e2e/parts/mortal";
import { startOpenSearch } from "@loci/e2e/parts/opensearch";
import { freePort, startPostgres } from "@loci/e2e/parts/postgres";
import { skewed } from "@loci/e2e/parts/skewed";
import { startTemporal } from "@loci/e2e/parts/temporal";

export const roles = ["auth", "graph", "retrieval", "ingest", "api"] as const;
export type Role = (typeof roles)[number];

export interface Deployment {
  readonly url: string;
  readonly managementKey: string;
  readonly database: string;
  readonly mortality: Mortality;
  /** From its next start on, each process has these settings beside its others. */
  readonly configure: (changed: Readonly<Record<string, string>>) => void;
  /** Runs `loci-server <command>` with these settings to its end, or to its death: its points are those of the role `command`. */
  readonly run: (command: string, changed?: Readonly<Record<string, string>>) => Promise<Finished>;
  /** Ends the process of a role, if it has not ended, and starts it again; with its clock ahead by `skewMs`. */
  restart(role: Role, skewMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startDeployment(): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), "loci-crash-points-"));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const one of undo.toReversed()) await one();
  };
  const opened = async <Part extends { stop: () => Promise<unknown> }>(part: Promise<Part>): Promise<Part> => {
    const started = await part;
    undo.push(() => started.stop());
    return started;
  };
  try {
    const postgres = await opened(startPostgres());
    const minio = await opened(startMinio());
    const search = await opened(startOpenSearch());
    const temporal = await opened(startTemporal());
    const place = (url: string) => new URL(url).host;
    const signals = join(folder, "signals");
    await mkdir(signals);
    const mortal = mortality(signals, { [place(minio.endpoint)]: "the object store", [place(search.url)]: "the index" });

    const ports = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await freePort()] as const)));
    const address = (role: Role) => `127.0.0.1:${ports[role] ?? 0}`;
    const database = await postgres.createDatabase("loci");
    const settings: Record<string, string> = {
      DB_CONNECTION: database,
      SERVICE_SECRETS_DIR: join(folder, "secrets"),
      SERVICE_OBJECT_STORE_URL: `s3://originals?endpoint=${encodeURIComponent(minio.endpoint)}`,
      SERVICE_OBJECT_STORE_ACCESS_KEY: minio.accessKey,
      SERVICE_OBJECT_STORE_SECRET_KEY: minio.secretKey,
      SERVICE_SEARCH_URL: search.url,
      SERVICE_RUNNER_URL: `temporal://${temporal.address}/default`,
    };
    for (const role of roles) if (role !== "api") settings[`SERVICE_${role.toUpperCase()}_ADDRESS`] = address(role);
    const made = await lociServer(["bootstrap", "--context-id", "first"], settings);
    if (made.code !== 0) throw new Error(made.err);

    const running = new Map<Role, RunningProcess>();
    const start = async (role: Role, skewMs = 0) => {
      const args = role === "api" ? ["api", "--bind-address"] : [role, "start", "--bind"];
      const environment = { ...settings, ...skewed(skewMs, mortal.environment(role)) };
      running.set(role, await startProcess([...args, address(role)], /serving on/, environment));
    };
    const again = async (role: Role, skewMs?: number) => {
      await running.get(role)?.kill();
      // Another process that looks for a free port may have taken this one for a moment.
      for (let tries = 1; ; tries++) {
        try {
          return await start(role, skewMs);
        } catch (error) {
          process.stdout.write(`${role} did not start: ${error instanceof Error ? error.message : String(error)}\n`);
          if (tries === 5) throw error;
        }
      }
    };
    // Who finds it dead and who starts it for another reason must not do so at once.
    const restarts = new Map<Role, Promise<void>>();
    undo.push(() => Promise.all([...running.values()].map((process) => process.stop())));
    // Two at a time: all at once would slow each other down, and some wait for others anyway.
    for (const group of [["auth", "graph"], ["ingest", "retrieval"], ["api"]] as const)
      await Promise.all(group.map((role) => start(role)));
    return {
      url: `http://${address("api")}`,
      managementKey: /Management key +(\S+)/.exec(made.out)?.[1] ?? "",
      database,
      mortality: mortal,
      configure: (changed) => void Object.assign(settings, changed),
      run: (command, changed = {}) => lociServer([command], { ...settings, ...changed, ...mortal.environment("command") }),
      restart(role, skewMs) {
        const next = (restarts.get(role) ?? Promise.resolve()).catch(() => undefined).then(() => again(role, skewMs));
        restarts.set(role, next);
        return next;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
