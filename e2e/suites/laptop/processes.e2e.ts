import { copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { loci, lociServer, startProcess, type RunningProcess } from "@loci/e2e/parts/loci";
import { freePort, startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";

/** A folder with what this role needs of the secrets that bootstrap has made, and nothing else. */
async function secretsOf(role: string, folder: string): Promise<string> {
  const needs = (file: string) => {
    if (file.endsWith(".pub")) return role !== "api";
    return file.startsWith(`token-${role}.`) || (role === "auth" && !file.startsWith("token-"));
  };
  const [made, own] = [join(folder, "made"), join(folder, `secrets-of-${role}`)];
  await mkdir(own);
  const files = (await readdir(made)).filter(needs);
  await Promise.all(files.map((file) => copyFile(join(made, file), join(own, file))));
  return own;
}

describe("Loci as one process for each service, on a real Postgres", () => {
  let postgres: TestPostgres;
  let folder: string;
  let env: Record<string, string>;
  const running: RunningProcess[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), "loci-processes-"));
    const settings = {
      DB_CONNECTION: await postgres.createDatabase("loci"),
      SERVICE_SECRETS_DIR: join(folder, "made"),
      SERVICE_OBJECT_STORE_URL: `file:${join(folder, "objects")}`,
    };
    const made = await lociServer(["bootstrap", "--context-id", "acme"], settings);
    expect(made).toMatchObject({ code: 0, err: "" });

    const [auth, graph, ingest, retrieval, api] = await Promise.all(Array.from({ length: 5 }, () => freePort()));
    const at = (port: number | undefined) => `127.0.0.1:${port ?? 0}`;
    const addresses = ["--auth-address", at(auth), "--graph-address", at(graph)];
    const start = async (...args: string[]) => {
      const own = { ...settings, SERVICE_SECRETS_DIR: await secretsOf(args[0] ?? "", folder) };
      running.push(await startProcess(args, /serving on/, own));
    };
    const service = (name: string, port: number | undefined, ...args: string[]) =>
      start(name, "start", "--bind", at(port), ...args);
    const started = await Promise.allSettled([
      service("auth", auth),
      service("graph", graph),
      service("ingest", ingest, ...addresses, "--retrieval-address", at(retrieval)),
      service("retrieval", retrieval, ...addresses, "--ingest-address", at(ingest)),
      start("api", "--bind-address", at(api), ...addresses, "--ingest-address", at(ingest), "--retrieval-address", at(retrieval)),
    ]);
    expect(started.filter((one) => one.status === "rejected")).toEqual([]);
    const key = /Context key +(\S+)/.exec(made.out)?.[1] ?? "";
    env = {
      SERVICE_URL: `http://${at(api)}`,
      SERVICE_CONTEXT_ID: "acme",
      SERVICE_API_KEY: key,
      XDG_CONFIG_HOME: folder,
      ...settings,
    };
  });
  afterAll(async () => {
    await Promise.all(running.map((process) => process.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("is ready when each of them answers", async () => {
    const ask = () => fetch(`${env["SERVICE_URL"] ?? ""}/api/v1/ready`);
    let answer = await ask();
    // Each has a second to say so, which a busy machine may take for itself.
    while (!answer.ok) answer = await ask();
    expect(await answer.json()).toMatchObject({ parts: { auth: "ok", graph: "ok", ingest: "ok", retrieval: "ok" } });
  });

  it("remembers, recalls and shows what it knows", async () => {
    expect((await loci(["remember", "Mina works as an architect at Acme."], env)).code).toBe(0);
    expect((await loci(["recall", "Who works at Acme?", "--json"], env)).out).toContain("Mina");
    const trace = /trace:[0-9a-z]{26}/.exec((await loci(["recall", "What does Mina do?"], env)).out)?.[0] ?? "";
    expect((await loci(["traces", "show", trace], env)).out).toContain("What does Mina do?");
    expect((await loci(["entities", "show", "Person/Mina"], env)).out).toContain("architect");
  });

  it("reads a document, and streams an answer that cites it", async () => {
    const api = `${env["SERVICE_URL"] ?? ""}/api/v1/acme`;
    const headers = { authorization: `Bearer ${env["SERVICE_API_KEY"] ?? ""}` };
    const form = new FormData();
    form.set("file", new Blob(["# Runbook\n\nA rollback takes five minutes.\n"], { type: "text/markdown" }), "runbook.md");
    const uploaded = await fetch(`${api}/documents`, { method: "POST", headers, body: form });
    const { id } = (await uploaded.json()) as { id: string };
    expect(uploaded.status).toBe(202);
    for (let status = ""; status !== "ready"; await sleep(100)) {
      ({ status } = (await (await fetch(`${api}/documents/${id}`, { headers })).json()) as { status: string });
      expect(status).not.toBe("failed");
    }
    const original = await fetch(`${api}/documents/${id}/raw`, { headers });
    expect(await original.text()).toContain("five minutes");
    const asked = { message: "How long does a rollback take?", stream: true };
    const body = JSON.stringify(asked);
    const chat = await fetch(`${api}/chat`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    const frames = await chat.text();
    expect(frames).toContain("event: delta");
    expect(frames.split("event: done")[1]).toMatch(/five minutes.*"documentTitle":"/);
  });

  it("refuses what is not allowed in every process alike", async () => {
    const failed = await loci(["remember", "x", "--scope", "not/registered"], env);
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining("400") });
  });

  it("refuses to make the first context twice", async () => {
    expect(await lociServer(["bootstrap", "--context-id", "acme"], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("exists already"),
    });
  });
});
