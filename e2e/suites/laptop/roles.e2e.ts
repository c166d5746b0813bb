import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { loci, lociServer, startProcess, type RunningProcess } from "@loci/e2e/parts/loci";
import { freePort, startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { Client } from "pg";

describe("Loci as roles that share one Postgres: api, worker, scheduler, management", () => {
  let postgres: TestPostgres;
  let folder: string;
  let settings: Record<string, string>;
  let env: Record<string, string>;
  let management: string;
  let managementKey: string;
  const running: RunningProcess[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), "loci-roles-"));
    settings = {
      DB_CONNECTION: await postgres.createDatabase("loci"),
      SERVICE_SECRETS_DIR: folder,
      SERVICE_OBJECT_STORE_URL: `file:${join(folder, "objects")}`,
    };
    const made = await lociServer(["bootstrap", "--context-id", "acme"], settings);
    expect(made).toMatchObject({ code: 0, err: "" });
    managementKey = /Management key +(\S+)/.exec(made.out)?.[1] ?? "";
    const [api, control] = await Promise.all([freePort(), freePort()]);
    management = `http://127.0.0.1:${control}`;
    env = {
      ...settings,
      SERVICE_URL: `http://127.0.0.1:${api}`,
      SERVICE_CONTEXT_ID: "acme",
      SERVICE_API_KEY: /Context key +(\S+)/.exec(made.out)?.[1] ?? "",
      XDG_CONFIG_HOME: folder,
    };
    const start = async (...args: string[]) =>
      void running.push(await startProcess(args, /serving on|working on|doing the/, settings));
    const started = await Promise.allSettled([
      start("api", "--bind-address", `127.0.0.1:${api}`),
      start("worker"),
      start("scheduler"),
      start("management", "--bind-address", `127.0.0.1:${control}`),
    ]);
    expect(started.filter((one) => one.status === "rejected")).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all(running.map((process) => process.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const asked = (url: string, key: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });

  it("remembers and recalls through the api role", async () => {
    expect((await loci(["remember", "Mina works as an architect at Acme."], env)).code).toBe(0);
    expect((await loci(["recall", "Who works at Acme?", "--json"], env)).out).toContain("Mina");
  });

  it("reads a document in the worker", async () => {
    const documents = `${env["SERVICE_URL"] ?? ""}/api/v1/acme/documents`;
    const key = env["SERVICE_API_KEY"] ?? "";
    const form = new FormData();
    form.set("file", new Blob(["# Runbook\n\nA rollback takes five minutes.\n"], { type: "text/markdown" }), "runbook.md");
    const uploaded = await asked(documents, key, { method: "POST", body: form });
    const { id } = (await uploaded.json()) as { id: string };
    expect(uploaded.status).toBe(202);
    for (let status = ""; status !== "ready"; await sleep(100)) {
      ({ status } = (await (await asked(`${documents}/${id}`, key)).json()) as { status: string });
      expect(status).not.toBe("failed");
    }
  });

  it("extracts in the worker what a request did not wait for", async () => {
    const api = `${env["SERVICE_URL"] ?? ""}/api/v1/acme`;
    const key = env["SERVICE_API_KEY"] ?? "";
    const headers = { "content-type": "application/json", prefer: "respond-async" };
    const body = JSON.stringify({ text: "Tomas lives in Aarhus." });
    expect((await asked(`${api}/facts`, key, { method: "POST", headers, body })).status).toBe(202);
    for (let status = 404; status !== 200; await sleep(200)) {
      ({ status } = await asked(`${api}/entities/Person/Tomas`, key));
    }
  });

  it("serves the management API, and nothing else, in the management role", async () => {
    expect((await asked(`${management}/api/v1/contexts/acme`, managementKey)).status).toBe(200);
    const refused = await asked(`${management}/api/v1/acme/me`, env["SERVICE_API_KEY"] ?? "");
    expect(refused.status).toBe(404);
  });

  it("sets the schedules in the scheduler", async () => {
    const client = new Client({ connectionString: settings["DB_CONNECTION"] });
    await client.connect();
    const { rows } = await client.query<{ count: number }>("select count(*)::int as count from queue.schedule");
    await client.end();
    expect(rows[0]?.count).toBeGreaterThan(10);
  });

  it("makes principals and keys straight in the database", async () => {
    const grants = ["--grant", "memory:read=/", "--grant", "memory:write=/"];
    const made = await lociServer(["principals", "create", "acme", "support-bot", "--kind", "agent", ...grants], settings);
    const id = made.out.trim();
    expect(made).toMatchObject({ code: 0, err: "" });
    expect((await lociServer(["principals", "list", "acme"], settings)).out).toContain(`${id}  agent  support-bot`);
    const minted = await lociServer(["keys", "mint", "acme", id, "laptop"], settings);
    expect((await asked(`${env["SERVICE_URL"] ?? ""}/api/v1/acme/me`, minted.out.trim())).status).toBe(200);
    const rotated = await lociServer(["keys", "rotate", "acme", "laptop", "--expires-in", "60"], settings);
    expect(rotated.out.trim()).not.toBe(minted.out.trim());
    // Another process may know a key for some seconds more.
    for (let status = 200; status !== 401; await sleep(200)) {
      ({ status } = await asked(`${env["SERVICE_URL"] ?? ""}/api/v1/acme/me`, minted.out.trim()));
    }
  });

  it.each(["api", "worker", "scheduler", "management"])("says that the role %s needs a Postgres server", async (role) => {
    const refused = await lociServer([role], {
      DB_CONNECTION: `pglite:${join(folder, "embedded")}`,
      SERVICE_SECRETS_DIR: folder,
    });
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^loci-server: DB_CONNECTION .* must be postgres:.*dev start/);
  });
});
