/** Runs every command and every program in the documentation as a reader would, and compares what it prints with what the page shows. */
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LociManagement } from "@loci/client";
import { loci, printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort, startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { pythonEnvironment, runProgram } from "@loci/e2e/parts/python";
import { pages, root, type Page } from "./testing/markdown.ts";
import { isRun, outputs, scriptOf, shows } from "./testing/script.ts";

const known = new Set(["server", "database", "nothing", "postgres", "python"]);
const withCode = pages().filter((page) => page.blocks.some(isRun));
/** What cannot be run here is to stay the exception. */
const notRunAtMost = 18;

let folder: string;
let server: RunningLoci;
let managementKey: string;
let database: { readonly port: string; readonly password: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-docs-"));
  const databasePort = String(await freePort());
  server = await startDev(`pglite:${join(folder, "data")}`, await freePort(), { DB_BIND: `127.0.0.1:${databasePort}` });
  ({ managementKey } = printedKeys(server.output()));
  database = { port: databasePort, password: await rootPassword() };
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** It is printed last, once the memory is served already. */
async function rootPassword(): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const [, password] = /Root user +root, password (\S+)/.exec(server.output()) ?? [];
    if (password !== undefined) return password;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no password of the database's root user was printed:\n${server.output()}`);
}

describe("the documentation", () => {
  it("says what each page needs, and why a block is not run", () => {
    for (const { path, needs } of withCode) {
      expect([path, needs.size > 0]).toEqual([path, true]);
      expect([...needs].filter((need) => !known.has(need))).toEqual([]);
    }
    const notRun = pages().flatMap((page) => page.blocks.filter((block) => block.notRun !== undefined));
    expect(notRun.length).toBeLessThanOrEqual(notRunAtMost);
  });

  it.each(withCode.map((page) => [page.path, page] as const))("%s does what it says", runPage);
});

async function runPage(path: string, page: Page): Promise<void> {
  const home = await mkdtemp(join(folder, "page-"));
  // The reader stands in the repository's folder: npx, and imports of the client, work there.
  for (const name of ["node_modules", "examples", "clients", "package.json", "scripts"])
    await symlink(join(root, name), join(home, name));
  const postgres = page.needs.has("postgres") ? await startPostgres() : undefined;
  try {
    const port = page.needs.has("server") ? new URL(server.url).port : String(await freePort());
    const ofDatabase = page.needs.has("database") ? database.port : String(await freePort());
    const ports: Readonly<Record<string, string>> = { "9090": port, "9091": String(await freePort()), ":8000": `:${ofDatabase}` };
    // In one pass: a port that was put in may hold the digits of the other.
    const adapt = (text: string) => text.replaceAll(/909[01]|:8000\b/g, (shown) => ports[shown] ?? shown);
    const script = scriptOf(page, adapt);
    for (const [name, text] of Object.entries(script.files)) await writeFile(join(home, name), text);
    await writeFile(join(home, "page.sh"), `exec 2>&1\n${script.text}`);
    const { code, out } = await runProgram("timeout", ["550", "bash", "page.sh"], {
      cwd: home,
      env: await environment(page, home, postgres),
    });
    if (code !== 0) throw new Error(`${path} ended with ${code}:\n${out}`);
    compare(page, outputs(out), adapt);
  } finally {
    await postgres?.stop();
  }
}

/** A text block right below a block that is run is what that one prints. */
function compare({ path, blocks }: Page, printed: ReadonlyMap<number, string>, adapt: (text: string) => string): void {
  for (const [index, block] of blocks.entries()) {
    const expected = blocks[index + 1];
    if (!isRun(block) || expected?.language !== "text") continue;
    const got = printed.get(block.line) ?? "";
    if (!shows(got, adapt(expected.text))) throw new Error(`${path}:${block.line} printed\n${got}\nand not\n${expected.text}`);
  }
}

async function environment(page: Page, home: string, postgres: TestPostgres | undefined): Promise<Record<string, string>> {
  const programs = [join(root, "node_modules/.bin"), ...(page.needs.has("python") ? [await python()] : [])];
  return {
    HOME: home,
    PATH: [...programs, process.env["PATH"] ?? ""].join(delimiter),
    PYTHONPATH: join(root, "clients/python/src"),
    NODE_NO_WARNINGS: "1",
    ...(page.needs.has("server") ? await ownContext(page) : {}),
    ...(page.needs.has("database") ? { DB_PASS: database.password } : {}),
    ...(postgres === undefined ? {} : { DB_CONNECTION: postgres.connectionString }),
  };
}

/** Each page has a context of its own on the one server. */
async function ownContext({ path }: Page): Promise<Record<string, string>> {
  const contextId = path.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const management = { SERVICE_URL: server.url, SERVICE_MANAGEMENT_API_KEY: managementKey };
  await new LociManagement({ url: server.url, managementKey }).call("createContext", { body: { id: contextId } });
  const minted = await loci(["keys", "mint", "docs", "--principal", "admin", "-c", contextId, "--json"], management);
  const { key } = JSON.parse(minted.out) as { key: string };
  return { ...management, SERVICE_CONTEXT_ID: contextId, SERVICE_API_KEY: key };
}

const python = () =>
  pythonEnvironment("docs", ["httpx==0.28.1", "httpx-sse==0.4.3", "typing-extensions==4.16.0", "surrealdb==2.0.0"]);
