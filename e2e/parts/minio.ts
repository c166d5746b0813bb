/** Starts a real MinIO, the S3 store that tests run against, in a folder of its own, and removes it afterwards. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./postgres.ts";
import { standStill } from "./stand-still.ts";

export interface TestMinio {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Ends the program; what it keeps stays. */
  down(): Promise<void>;
  /** Starts it again where it was. */
  up(): Promise<void>;
  /** Lets it take connections and answer nothing, until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
  /** How many uploads in parts did not end: what of them is on its disk. */
  unfinished(): Promise<number>;
  /** Ends it for good, with all that it keeps. */
  stop(): Promise<void>;
}

const startLimitMs = 240_000;
const pollMs = 50;

/** @param address of this machine, where it listens */
export async function startMinio(address = "127.0.0.1"): Promise<TestMinio> {
  const program = process.env["LOCI_MINIO"];
  if (program === undefined) throw new Error("LOCI_MINIO must name the program of MinIO; npm run e2e sets it");
  const folder = await mkdtemp(join(tmpdir(), "loci-minio-"));
  const port = await freePort();
  const endpoint = `http://${address}:${port}`;
  const [accessKey, secretKey] = ["loci-test-access", "loci-test-secret-key"];
  const args = ["--quiet", "--address", `${address}:${port}`, "--certs-dir", join(folder, "certs"), join(folder, "data")];
  const start = async () => {
    const env = { PATH: process.env["PATH"], HOME: folder, MINIO_BROWSER: "off", MINIO_UPDATE: "off" };
    const server = spawn(program, ["server", ...args], {
      env: { ...env, MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey },
      stdio: ["ignore", "pipe", "pipe"],
    });
    await untilHealthy(server, endpoint);
    return server;
  };
  let server = await start();
  const down = () => ended(server);
  return {
    endpoint,
    accessKey,
    secretKey,
    down,
    async up() {
      server = await start();
    },
    freeze: () => standStill(server),
    thaw: () => void server.kill("SIGCONT"),
    async unfinished() {
      const uploads = await readdir(join(folder, "data/.minio.sys/multipart"), { recursive: true, withFileTypes: true });
      return uploads.filter(({ name }) => name === "xl.meta").length;
    },
    async stop() {
      await down();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(server: ChildProcess, endpoint: string): Promise<void> {
  let log = "";
  for (const output of [server.stdout, server.stderr]) output?.setEncoding("utf8").on("data", (text: string) => (log += text));
  let failed: Error | undefined;
  server.once("error", (error) => (failed = error));
  server.once("exit", (code) => (failed ??= new Error(`minio ended with ${code}:\n${log}`)));
  const until = Date.now() + startLimitMs;
  for (;;) {
    // Ready, and not only alive: it takes requests of objects.
    const answer = await fetch(`${endpoint}/minio/health/cluster`).catch(() => undefined);
    if (answer?.ok) return;
    if (failed) throw failed;
    if (Date.now() > until) {
      server.kill("SIGKILL");
      throw new Error(`minio is not ready after ${startLimitMs} ms:\n${log}`);
    }
    await pause(pollMs);
  }
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.kill("SIGCONT");
  server.kill("SIGTERM");
  await exit;
}
