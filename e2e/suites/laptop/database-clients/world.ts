/** The database as a server of its own, and the programs that use it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startProcess } from "@loci/e2e/parts/loci";
import { freePort, startPostgres } from "@loci/e2e/parts/postgres";
import { pythonEnvironment, runProgram } from "@loci/e2e/parts/python";

/** How a check of a client ended, as its program prints it. */
export interface Told {
  readonly area: string;
  readonly check: string;
  readonly error?: string | null;
}

export interface DatabaseServer {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** Kills it, and starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const onPglite = (): Promise<DatabaseServer> => serve((folder) => Promise.resolve(`pglite:${folder}`));

export async function onPostgres(): Promise<DatabaseServer> {
  const postgres = await startPostgres();
  const server = await serve(() => postgres.createDatabase("database"));
  return {
    ...server,
    async stop() {
      await server.stop();
      await postgres.stop();
    },
  };
}

async function serve(connectionIn: (folder: string) => Promise<string>): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), "loci-database-"));
  const connection = await connectionIn(join(folder, "data"));
  const address = `127.0.0.1:${await freePort()}`;
  const args = ["database", "start", "--connection-string", connection, "--db-bind", address];
  const settings = { DB_USER: "root", DB_PASS: "secret", SERVICE_SECRETS_DIR: join(folder, "secrets") };
  const start = () => startProcess(args, /Database +http/, settings);
  let running = await start();
  return {
    address,
    async restart() {
      await running.kill();
      running = await start();
    },
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const here = (...path: string[]) => join(import.meta.dirname, ...path);

/** Runs npm's client in a program of its own. */
export const runJavascript = async (url: string): Promise<readonly Told[]> =>
  toldBy(await runProgram(process.execPath, [here("javascript/program.ts"), url], { cwd: here() }));

/** Runs PyPI's client over both schemes. */
export async function runPython(address: string): Promise<readonly Told[]> {
  const python = join(await pythonEnvironment("surrealdb", ["surrealdb==2.0.0"]), "python");
  return toldBy(await runProgram(python, [here("python/program.py"), address], { cwd: here("python") }));
}

function toldBy({ code, out, err }: Awaited<ReturnType<typeof runProgram>>): readonly Told[] {
  if (code !== 0) throw new Error(`the client's program ended with ${code}:\n${err}\n${out}`);
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Told);
}

/** Runs npm's client, and restarts the server under it when it says that it is ready. */
export async function runReconnecting(server: DatabaseServer): Promise<readonly Told[]> {
  const child = spawn(process.execPath, [here("javascript/reconnect.ts"), server.address], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const told: Told[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const one = JSON.parse(line) as Told;
    told.push(one);
    if (one.check === "ready") await server.restart();
  }
  await ended;
  return told;
}
