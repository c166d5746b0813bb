/** Documents' pipelines and scheduled work on Temporal: a server on PGlite whose durable work is a real Temporal's. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { library, textFile, type Library } from "@loci/e2e/parts/documents";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { memory, succeeded, type Memory } from "@loci/e2e/parts/memory";
import { freePort } from "@loci/e2e/parts/postgres";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";

const longLimitMs = 90_000;

let temporal: TestTemporal;
let temporalPort: number;
let folder: string;
let port: number;
let server: RunningLoci;
let tenant: Memory;
let shelf: Library;

const startServer = async () => {
  server = await startDev(`pglite:${join(folder, "data")}`, port, {
    SERVICE_RUNNER_URL: `temporal://${temporal.address}/default`,
  });
};
const startServerOfWork = async () => {
  temporal = await startTemporal({ port: temporalPort, databaseFile: join(folder, "temporal.db") });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-pipelines-"));
  [port, temporalPort] = await Promise.all([freePort(), freePort()]);
  await startServerOfWork();
  await startServer();
  const keys = printedKeys(server.output());
  tenant = memory(server.url, keys.contextId, keys.contextKey);
  shelf = library(tenant);
}, 180_000);
afterAll(async () => {
  await server.stop();
  await temporal.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("durable work on Temporal", () => {
  it("reads documents, and tells Temporal ids only", async () => {
    const { id, chunks } = await shelf.keep(textFile("boats.md", "# Boats\n\nThe walrus sleeps in the blue boat."));
    expect(chunks).toBeGreaterThan(0);
    const history = await temporal.ask("workflow", "show", "--workflow-id", `document/${tenant.contextId}/${id}/1`);
    expect(history).toContain(id);
    expect(history).not.toMatch(/walrus|boats/i);
  });

  it("has a schedule for each scheduled work", async () => {
    const schedules = await temporal.ask("schedule", "list");
    for (const name of ["decay-daily", "expiry-hourly", "finder-all", "consolidation-hourly"]) expect(schedules).toContain(name);
  });

  it(
    "goes on with a document whose process was killed",
    async () => {
      const { id } = succeeded(
        await shelf.upload(textFile("tide.md", `# Tide\n\n${"The tide reaches four metres. ".repeat(500)}`)),
      );
      await server.kill();
      await startServer();
      expect(await shelf.settled(id, longLimitMs)).toMatchObject({ status: "ready" });
    },
    2 * longLimitMs,
  );

  it(
    "leaves memory as it is while Temporal is away, and goes on afterwards",
    async () => {
      await temporal.stop();
      await tenant.remember("The otter lives in the harbour.");
      expect((await tenant.recall("Where does the otter live?")).hits[0]?.text).toContain("harbour");
      // Kept; what finds unfinished documents submits it some minutes later.
      expect((await shelf.upload(textFile("late.md", "# Late\n\nThe ferry is late."))).status).toBe(202);
      await startServerOfWork();
      const { id } = succeeded(await shelf.upload(textFile("fox.md", "# Fox\n\nThe quokka hides in the cellar.")));
      expect(await shelf.settled(id, longLimitMs)).toMatchObject({ status: "ready" });
    },
    3 * longLimitMs,
  );
});
