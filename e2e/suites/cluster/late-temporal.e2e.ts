/** Roles that are started before Temporal is: they wait, say what for, and begin by themselves. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { library, textFile } from "@loci/e2e/parts/documents";
import { lociServer, printedKeys, startDev, startProcess, type RunningProcess } from "@loci/e2e/parts/loci";
import { memory } from "@loci/e2e/parts/memory";
import { freePort, startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";

const limitMs = 300_000;
/** Sooner than the longest pause between two tries. */
const atOnceMs = 10_000;
const waiting = /cannot begin yet/;

let postgres: TestPostgres;
let folder: string;
let settings: Readonly<Record<string, string>>;
let key: string;
let temporal: TestTemporal | undefined;
const running: { stop(): Promise<unknown> }[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), "loci-late-temporal-"));
  settings = {
    DB_CONNECTION: await postgres.createDatabase("loci"),
    SERVICE_SECRETS_DIR: join(folder, "secrets"),
    SERVICE_OBJECT_STORE_URL: `file:${join(folder, "objects")}`,
  };
  const made = await lociServer(["bootstrap", "--context-id", "acme"], settings);
  key = /Context key +(\S+)/.exec(made.out)?.[1] ?? made.err;
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.stop()));
  await temporal?.stop();
  temporal = undefined;
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Probed {
  readonly status: number;
  readonly parts: Readonly<Record<string, string>>;
}

interface Waiting {
  readonly process: RunningProcess;
  /** What it says of itself to the machinery around it. */
  readonly probe: (path: "/healthz" | "/readyz") => Promise<Probed>;
}

/** Starts a role that has to wait for Temporal. */
async function started(args: readonly string[], runnerUrl: string): Promise<Waiting> {
  const port = await freePort();
  const own = { SERVICE_RUNNER_URL: runnerUrl, SERVICE_METRICS_ADDRESS: `127.0.0.1:${port}` };
  const process = await startProcess(args, waiting, { ...settings, ...own });
  running.push(process);
  return {
    process,
    async probe(path) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, parts: ((await answer.json()) as { parts?: Record<string, string> }).parts ?? {} };
    },
  };
}

async function untilReady({ probe, process }: Waiting): Promise<void> {
  for (const end = Date.now() + limitMs; (await probe("/readyz")).status !== 200; await pause(100))
    if (Date.now() > end) throw new Error(`not ready:\n${process.output()}`);
}

describe("a role that is started while Temporal is away", () => {
  it(
    "is alive and not ready, says why, and begins when Temporal comes",
    async () => {
      const port = await freePort();
      const url = `temporal://127.0.0.1:${port}/default`;
      const roles = [await started(["worker"], url), await started(["scheduler"], url)] as const;
      for (const { probe } of roles) {
        expect((await probe("/healthz")).status).toBe(200);
        const why = expect.stringMatching(/^starting: The workflow service does not answer: nothing listens at its address/);
        expect(await probe("/readyz")).toEqual({ status: 503, parts: { server: why, database: "ok" } });
      }
      temporal = await startTemporal({ port });
      for (const role of roles) await untilReady(role);
      const [worker, scheduler] = roles;
      expect(worker.process.output()).toContain("working on the queue");
      expect(scheduler.process.output()).toContain("doing the scheduled work");
      // The list may be some seconds behind.
      while (!(await temporal.ask("schedule", "list")).includes("decay-daily")) await pause(250);

      const http = await freePort();
      const api = ["api", "--bind-address", `127.0.0.1:${http}`];
      running.push(await startProcess(api, /serving on/, { ...settings, SERVICE_RUNNER_URL: url }));
      const shelf = library(memory(`http://127.0.0.1:${http}`, "acme", key));
      expect((await shelf.keep(textFile("tide.md", "# Tide\n\nThe tide reaches four metres."))).chunks).toBeGreaterThan(0);
    },
    2 * limitMs,
  );

  it("serves all the same where it has users, and does its background work later", async () => {
    const [port, http] = [await freePort(), await freePort()];
    const server = await startDev(`pglite:${join(folder, "data")}`, http, {
      SERVICE_RUNNER_URL: `temporal://127.0.0.1:${port}/default`,
    });
    running.push(server);
    const keys = printedKeys(server.output());
    const tenant = memory(server.url, keys.contextId, keys.contextKey);
    await tenant.remember("The otter lives in the harbour.");
    temporal = await startTemporal({ port });
    const { chunks } = await library(tenant).keep(textFile("fox.md", "# Fox\n\nThe quokka hides in the cellar."));
    expect(chunks).toBeGreaterThan(0);
  });

  it("ends at once when it is asked to while it waits", async () => {
    // One is refused, and pauses between its tries; the other is heard, and waits for an answer.
    const silent = createServer((socket) => socket.on("error", () => socket.destroy()));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const ports = [await freePort(), (silent.address() as AddressInfo).port];
    for (const port of ports) {
      const { process } = await started(["scheduler"], `temporal://127.0.0.1:${port}/default`);
      const asked = performance.now();
      expect(await process.stop()).toBe(0);
      expect(performance.now() - asked).toBeLessThan(atOnceMs);
      expect(process.output()).not.toContain("doing the scheduled work");
    }
    silent.close();
  });

  it("says that a namespace is missing, and begins when it was made", async () => {
    temporal = await startTemporal();
    const worker = await started(["worker"], `temporal://${temporal.address}/of-loci`);
    const why = "starting: The workflow service has no namespace of-loci. Make it there, or correct SERVICE_RUNNER_URL.";
    expect((await worker.probe("/readyz")).parts).toMatchObject({ server: why });
    await temporal.ask("operator", "namespace", "create", "--namespace", "of-loci");
    await untilReady(worker);
    expect(worker.process.output()).toContain("working on the queue");
  });

  it.each(["worker", "scheduler"])("ends where the %s's certificate cannot be read", async (role) => {
    const file = join(folder, "not-a-certificate.pem");
    await writeFile(file, "-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n");
    const secure = { SERVICE_RUNNER_URL: "temporals://127.0.0.1:7233/default", SERVICE_RUNNER_TLS_CA: file };
    const { code, err } = await lociServer([role], { ...settings, ...secure });
    expect(code).toBe(1);
    expect(err).toMatch(/SERVICE_RUNNER_TLS_CERT, _KEY and _CA .*: the files cannot be read as PEM/);
  });
});
