import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { loci, lociServer, printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";

const shell = promisify(execFile);

describe("Loci on a laptop", () => {
  let folder: string;
  let port: number;
  let server: RunningLoci;
  let env: Record<string, string>;
  let first: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-laptop-"));
    port = await freePort();
    server = await startDev(`pglite:${folder}`, port);
    first = server.output();
    const { contextId, contextKey } = printedKeys(first);
    env = { SERVICE_URL: server.url, SERVICE_CONTEXT_ID: contextId, SERVICE_API_KEY: contextKey, XDG_CONFIG_HOME: folder };
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("prints a context, its keys and where its data lies", () => {
    const { contextId, contextKey, managementKey } = printedKeys(first);
    expect(contextId).toBe("dev");
    expect(contextKey).toMatch(/^loci_ck_/);
    expect(managementKey).toMatch(/^loci_mk_/);
    expect(first).toContain(folder);
  });

  it("is healthy and ready", async () => {
    for (const path of ["health", "ready"]) expect((await fetch(`${server.url}/api/v1/${path}`)).status).toBe(200);
  });

  it("remembers and recalls by the very lines that it printed", async () => {
    const lines = first.split("\n").filter((line) => /^(export|npx|curl) /.test(line));
    expect(lines.map((line) => line.split(" ")[0])).toEqual(["export", "npx", "npx", "curl", "curl"]);
    const { stdout } = await shell("bash", ["-e", "-o", "pipefail", "-c", lines.join("\n")], {
      cwd: join(import.meta.dirname, "../../.."),
    });
    expect(stdout).toContain("Lisbon");
    expect(stdout).toMatch(/Danish/);
  });

  it("answers a question with the fact and the text it came from", async () => {
    expect((await loci(["remember", "Tariq's favourite colour is teal."], env)).code).toBe(0);
    const { code, out } = await loci(["recall", "What is Tariq's favourite colour?", "--json"], env);
    expect(code).toBe(0);
    const { hits } = JSON.parse(out) as { hits: { text: string }[] };
    expect(hits.map((hit) => hit.text).join("\n")).toContain("teal");
  });

  it("keeps its secrets to their owner", async () => {
    expect((await stat(join(folder, "secrets"))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, "secrets", "pepper.1"))).mode & 0o077).toBe(0);
  });

  it("refuses a wrong key with exit code 4, and is found missing with exit code 3", async () => {
    const wrong = await loci(["recall", "anything"], { ...env, SERVICE_API_KEY: "loci_ck_nobody" });
    expect(wrong).toMatchObject({ code: 4, out: "" });
    expect(wrong.err).toContain("401");
    const nobody = await loci(["recall", "anything"], { ...env, SERVICE_URL: `http://127.0.0.1:${await freePort()}` });
    expect(nobody).toMatchObject({ code: 3, err: expect.stringContaining("nothing listens there") });
  });

  it("stores a login that works, and shows its key masked", async () => {
    const profile = { XDG_CONFIG_HOME: folder };
    const { SERVICE_URL: url = "", SERVICE_API_KEY: key = "", SERVICE_CONTEXT_ID: context = "" } = env;
    expect((await loci(["login", "--url", url, "--api-key", key, "--context-id", context], profile)).code).toBe(0);
    expect((await stat(join(folder, "loci", "config.toml"))).mode & 0o777).toBe(0o600);
    expect((await loci(["scopes", "create", "org/acme"], profile)).code).toBe(0);
    expect((await loci(["config", "get", "api_key"], profile)).out).not.toContain(key);
    expect((await loci(["config", "get", "api_key", "--reveal"], profile)).out.trim()).toBe(key);
  });

  it("gives a principal a key that reaches only its own scope", async () => {
    const management = { ...env, SERVICE_MANAGEMENT_API_KEY: printedKeys(first).managementKey };
    const grants = ["memory:read", "memory:write"].flatMap((verb) => ["--grant", `${verb}=org/acme`]);
    const made = await loci(["principals", "create", "bot", "--kind", "agent", ...grants, "--json"], management);
    expect(made).toMatchObject({ code: 0 });
    const { id } = JSON.parse(made.out) as { id: string };
    const minted = await loci(["keys", "mint", "bot-key", "--principal", id, "--json"], management);
    const { key } = JSON.parse(minted.out) as { key: string };
    const bot = { ...env, SERVICE_API_KEY: key };
    expect((await loci(["remember", "The launch code word is heron.", "--scope", "org/acme"], bot)).code).toBe(0);
    expect((await loci(["recall", "launch code word", "--json"], bot)).out).toContain("heron");
    expect((await loci(["recall", "Where does Mina live?", "--json"], bot)).out).not.toContain("Lisbon");
  });

  it("is refused a port that is taken, with one line that says so", async () => {
    const other = await mkdtemp(join(tmpdir(), "loci-port-"));
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const address = taken.address();
    const busy = typeof address === "object" && address ? address.port : 0;
    const failed = await lociServer([
      "dev",
      "start",
      "--bootstrap",
      "--connection-string",
      `pglite:${other}`,
      "--bind-address",
      `127.0.0.1:${busy}`,
    ]);
    expect(failed).toMatchObject({
      code: 1,
      err: expect.stringMatching(new RegExp(`^loci-server: .*127\\.0\\.0\\.1:${busy} is in use.*\\n$`)),
    });
    taken.close();
    await rm(other, { recursive: true, force: true });
  });

  it("is refused a data folder that is in use, and one that cannot be written", async () => {
    const address = `127.0.0.1:${await freePort()}`;
    const locked = await lociServer(["dev", "start", "--connection-string", `pglite:${folder}`, "--bind-address", address]);
    expect(locked).toMatchObject({ code: 1, err: expect.stringMatching(/^loci-server: .*in use by another process.*\n$/) });
    const unwritable = await lociServer([
      "dev",
      "start",
      "--connection-string",
      "pglite:/dev/null/loci",
      "--bind-address",
      address,
    ]);
    expect(unwritable).toMatchObject({ code: 1, err: expect.stringMatching(/^loci-server: .*cannot be written.*\n$/) });
  });

  it.each([
    [["--connection-string", "mysql://x"], /DB_CONNECTION .*must be postgres/],
    [["--connection-string", "postgres://nobody:secret@127.0.0.1:9/loci"], /does not answer.*127\.0\.0\.1:9\/loci/],
    [["--bind-address", "nonsense"], /SERVICE_BIND_ADDRESS .*must be host:port/],
    [["--max-query-k", "51"], /SERVICE_MAX_QUERY_K .*at most 50/],
  ])("is refused with one line and no stack: %j", async (args, message) => {
    const { code, out, err } = await lociServer(["dev", "start", ...args]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(message);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).not.toContain("secret");
  });

  it("loses nothing that it acknowledged when it is killed, and reuses its data at the next start", async () => {
    const acknowledged = Array.from({ length: 12 }, (_, i) => `Locker ${i} holds item number ${i * 37 + 11}.`);
    for (const text of acknowledged) {
      const answer = await fetch(`${server.url}/api/v1/dev/facts`, {
        method: "POST",
        headers: { authorization: `Bearer ${env["SERVICE_API_KEY"] ?? ""}`, "content-type": "application/json" },
        body: JSON.stringify({ text, infer: "none" }),
      });
      expect(answer.status).toBe(200);
    }
    await server.kill();

    server = await startDev(`pglite:${folder}`, port);
    expect(server.output()).toContain("reused");
    expect(server.output()).not.toContain("loci_ck_");
    for (const text of acknowledged) {
      const { out } = await loci(["recall", text, "--mode", "bm25", "--limit", "5", "--json"], env);
      expect(out).toContain(text);
    }
  });

  it("stops when it is asked to, with exit code 0", async () => {
    expect(await server.stop()).toBe(0);
  });

  it("makes a new secret for a lost key", async () => {
    const { code, out } = await lociServer(["keys", "rotate", "dev", "default", "--connection-string", `pglite:${folder}`]);
    expect({ code, key: out.trim() }).toEqual({ code: 0, key: expect.stringMatching(/^loci_ck_/) });
    const none = await lociServer(["keys", "rotate", "dev", "nothing", "--connection-string", `pglite:${folder}`]);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("There is no key 'nothing'") });
  });
});
