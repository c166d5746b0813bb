/** A real server for a measurement: its own process, data folder and port; gone afterwards. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@loci/e2e/parts/postgres";

export interface BenchServer {
  /** What a client is given. */
  readonly origin: string;
  /** The API below it. */
  readonly url: string;
  readonly contextKey: string;
  readonly managementKey: string;
  /** Milliseconds from the start of the process to the first healthy answer. */
  readonly startMs: number;
  /** Where the database and the originals lie. */
  readonly folder: string;
  /** Resident memory in MB. */
  residentMb(): Promise<number>;
  /** What of the processors' time it took so far, in milliseconds: other load does not change it. */
  processorMs(): Promise<number>;
  /** What the main thread's objects take of it in MB, their garbage collected. */
  heapMb(): Promise<number>;
  call<T>(method: string, path: string, body?: unknown, key?: string): Promise<T>;
  /** The same for what is not answered in JSON, or not asked in it. */
  send(method: string, path: string, init: SendOptions): Promise<Response>;
  stop(): Promise<void>;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

const contextKey = "loci-bench-context-key-0001";
const managementKey = "loci-bench-management-key-01";

/** @param folder a data folder to reuse; without one a temporary folder is made and removed */
export async function startServer(folder?: string, env: Record<string, string> = {}): Promise<BenchServer> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), "loci-bench-")));
  const port = await freePort();
  const started = performance.now();
  const main = join(import.meta.dirname, "../../services/server/bin/loci-server.js");
  const inspectPort = await freePort();
  const flags = ["--max-semi-space-size=4", `--inspect=127.0.0.1:${inspectPort}`, "--inspect-publish-uid=http"];
  const start = ["dev", "start", "--bootstrap", "--bind-address", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, [...flags, main, ...start], {
    env: {
      ...process.env,
      DB_CONNECTION: `pglite:${data}`,
      SERVICE_API_KEY: contextKey,
      SERVICE_MANAGEMENT_API_KEY: managementKey,
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  const url = `${origin}/api/v1`;
  await untilHealthy(url, child);
  const startMs = performance.now() - started;
  const send = (method: string, path: string, { headers = {}, body }: SendOptions, key: string) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  return {
    ...{ origin, url, contextKey, managementKey, startMs, folder: data },
    async residentMb() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    processorMs: () => processorMsOf(child.pid ?? 0),
    heapMb: async () => (await heapAfterCollection(inspectPort)) / 1024 ** 2,
    send: (method, path, init) => send(method, path, init, contextKey),
    async call<T>(method: string, path: string, body?: unknown, key = contextKey) {
      const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const response = await send(method, path, body === undefined ? {} : json, key);
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

/** What a process took of the processors' time so far, in milliseconds. */
export async function processorMsOf(pid: number): Promise<number> {
  // Behind the name, which may hold anything: fields 14 and 15, in hundredths of a second.
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * Collects the garbage of the main thread of an inspected process and tells what is left, in bytes (Chrome DevTools protocol): what is
 * not collected yet says nothing about what is kept.
 */
async function heapAfterCollection(inspectPort: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectPort}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? "");
  const answers = new Map<number, (result: { usedSize: number }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: { usedSize: number } };
    answers.get(id)?.(result);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("the server's inspector does not answer")), { once: true });
  });
  const ask = (id: number, method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      answers.set(id, resolve);
      socket.send(JSON.stringify({ id, method }));
    });
  await ask(1, "HeapProfiler.collectGarbage");
  const { usedSize } = await ask(2, "Runtime.getHeapUsage");
  socket.close();
  return usedSize;
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 6_000; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const ok = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server did not become healthy");
}
