/** A real server for a measurement: its own process, data folder and port; gone afterwards. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface BenchServer {
  readonly url: string;
  readonly contextKey: string;
  readonly managementKey: string;
  /** Milliseconds from the start of the process to the first healthy answer. */
  readonly startMs: number;
  /** Resident memory in MB. */
  residentMb(): Promise<number>;
  call<T>(method: string, path: string, body?: unknown, key?: string): Promise<T>;
  stop(): Promise<void>;
}

const contextKey = "loci-bench-context-key-0001";
const managementKey = "loci-bench-management-key-01";

/** @param folder a data folder to reuse; without one a temporary folder is made and removed */
export async function startServer(folder?: string, env: Record<string, string> = {}): Promise<BenchServer> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), "loci-bench-")));
  const port = await freePort();
  const started = performance.now();
  const main = join(import.meta.dirname, "../../services/server/bin/loci-server.js");
  const child = spawn(process.execPath, ["--max-semi-space-size=4", main, "dev", "start", "--bootstrap", "--bind-address", `127.0.0.1:${port}`], {
    env: {
      ...process.env,
      DB_CONNECTION: `pglite:${data}`,
      SERVICE_API_KEY: contextKey,
      SERVICE_MANAGEMENT_API_KEY: managementKey,
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}/api/v1`;
  await untilHealthy(url, child);
  const startMs = performance.now() - started;
  return {
    url,
    contextKey,
    managementKey,
    startMs,
    async residentMb() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    async call<T>(method: string, path: string, body?: unknown, key = contextKey) {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text) as T;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      if (folder === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const ok = await fetch(`${url}/health`).then((response) => response.ok, () => false);
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server did not become healthy");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
