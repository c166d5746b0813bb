import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";

const apiKey = "loci-test-context-key-000001";
let folder: string;
let server: RunningLoci;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-examples-"));
  server = await startDev(`pglite:${folder}`, await freePort(), { SERVICE_API_KEY: apiKey });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What an example prints, run as its reader would. */
async function output(example: string): Promise<string> {
  const env = { PATH: process.env["PATH"], SERVICE_URL: server.url, SERVICE_API_KEY: apiKey };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, example)], { env });
  expect(stderr).toBe("");
  return stdout;
}

describe("the examples", () => {
  it("typescript/quickstart.ts remembers, recalls, chats, uploads", async () => {
    const printed = await output("typescript/quickstart.ts");
    expect(printed).toMatch(/^\d\.\d\d {2}Mina residence: Bergen$/m);
    expect(printed).toContain("ferry captain [S");
    expect(printed).toMatch(/^\[S\d\] /m);
    expect(printed).toContain("timetable.md: ready");
    expect(printed).toContain("23:40");
    expect(printed).toContain("Nobody is known");
  });

  it("ai-sdk/agent.ts knows in one conversation what it learned in another", async () => {
    const printed = await output("ai-sdk/agent.ts");
    expect(printed).toContain('remember {"text":"I am Mina, and I live in Bergen."}');
    expect(printed.split("> Where does Mina live?")[1]).toContain("Bergen");
  });

  it("langgraph/store.ts keeps, replaces, finds and deletes", async () => {
    const printed = await output("langgraph/store.ts");
    expect(printed).toContain("mina prefers a window seat");
    expect(printed).toContain("{ text: 'prefers an aisle seat', strength: 4 }\n2 values so far\nstrong: meal");
    expect(printed).toContain("[ [ 'users', 'mina', 'preferences' ] ]");
    expect(printed).toContain("meal: null");
  });
});
