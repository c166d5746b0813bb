import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { seed } from "./api-document/seed.ts";
import { settings } from "./api-document/settings.ts";

/**
 * A property-based tester makes thousands of requests out of the API document that a server serves, good ones and bad ones, alone
 * and in chains, and holds each answer against the document.
 */
describe("the API document", () => {
  let folder: string;
  let server: RunningLoci;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-api-document-"));
    // It tries every operation with a wrong key, and is to be told each time that it is wrong.
    server = await startDev(`pglite:${join(folder, "data")}`, await freePort(), { SERVICE_WRONG_KEYS_PER_MINUTE: "0" });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("says what the server does", async () => {
    const { managementKey } = printedKeys(server.output());
    await writeFile(join(folder, "schemathesis.toml"), settings(await seed(server.url, managementKey), managementKey));
    const { code, output } = await schemathesis(folder, `${server.url}/openapi.json`);
    expect(code === 0 ? "" : output).toBe("");
  }, 3_600_000);
});

/** Runs the tester in a folder, which has its settings. */
async function schemathesis(folder: string, document: string): Promise<{ code: number | null; output: string }> {
  const packages = process.env.LOCI_SCHEMATHESIS;
  if (packages === undefined) throw new Error("run this with npm run e2e, which has schemathesis");
  const child = spawn("python3", ["-m", "schemathesis.cli", "run", document, "--no-color"], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(child, "close");
  return { code: child.exitCode, output };
}
