/** Documents' pipelines and scheduled work on Temporal: a server on PGlite whose durable work is a real Temporal's. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { library, textFile, type Library } from "@loci/e2e/parts/documents";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { memory, succeeded, type Memory } from "@loci/e2e/parts/memory";
import { freePort } from "@loci/e2e/parts/postgres";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";

const longLimitMs = 300_000;

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
});
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
    const names = ["decay-daily", "expiry-hourly", "finder-all", "consolidation-hourly"];
    await until(async () => {
      const schedules = await temporal.ask("schedule", "list");
      return names.every((name) => schedules.includes(name));
    });
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
    "loses nothing and does nothing twice when Temporal goes down and comes up while documents are in flight",
    async () => {
      const names = Array.from({ length: 8 }, (_, i) => `flight-${i}`);
      const text = (name: string) => `# ${name}\n\n${`The ${name} carries salt and lamp oil. `.repeat(200)}`;
      const ids: string[] = [];
      for (const name of names) ids.push(succeeded(await shelf.upload(textFile(`${name}.md`, text(name)))).id);
      await temporal.stop();
      await startServerOfWork();
      const chunks: number[] = [];
      for (const id of ids) {
        const document = await shelf.settled(id, longLimitMs);
        expect(document).toMatchObject({ status: "ready" });
        chunks.push(document.chunks);
      }
      // Texts of the same length have the same number of chunks, however often a stage was delivered.
      expect(new Set(chunks).size).toBe(1);
    },
    3 * longLimitMs,
  );

  it(
    "does a document once when its activity is delivered twice, the second time while the first still runs",
    async () => {
      const text = (word: string) => `# ${word}\n\n${`The ${word} keeper counts ships and storms. `.repeat(1_500)}`;
      const { chunks } = await shelf.keep(textFile("undisturbed.md", text("beacon")));
      const { id } = succeeded(await shelf.upload(textFile("twice.md", text("lights"))));
      const work = `document/${tenant.contextId}/${id}/1`;
      const begun = async () => (await activityOf(work))?.state === "PENDING_ACTIVITY_STATE_STARTED";
      // A stage may have ended between the look and the pause: then the next one is caught.
      for (;;) {
        await until(begun);
        await server.pause();
        if (await begun()) break;
        server.resume();
      }
      // It fell silent for longer than a lease: the server waits to give its work to whoever asks next, which is the same process.
      await until(async () => ((await activityOf(work))?.attempt ?? 2) > 1);
      expect(await activityOf(work)).toBeDefined();
      server.resume();
      expect(await shelf.settled(id, longLimitMs)).toMatchObject({ status: "ready", chunks });
    },
    3 * longLimitMs,
  );

  it(
    "ends the workflow of a document that is deleted",
    async () => {
      const long = textFile("long.md", `# Long\n\n${"The lighthouse keeper counts ships and storms. ".repeat(4_000)}`);
      const { id } = succeeded(await shelf.upload(long));
      expect((await tenant.send("DELETE", `/documents/${id}`)).status).toBeLessThan(300);
      const query = "WorkflowType = 'document' AND ExecutionStatus = 'Running'";
      // Temporal's lists may be some seconds behind.
      await until(async () => !(await temporal.ask("workflow", "list", "--query", query)).includes(id));
    },
    longLimitMs,
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
      // What was not answered in time is found when the schedule looks, some minutes later.
      expect(await shelf.settled(id, 2 * longLimitMs)).toMatchObject({ status: "ready" });
    },
    3 * longLimitMs,
  );
});

interface PendingActivity {
  readonly state: string;
  readonly attempt: number;
}

/** What Temporal says of the activity that a workflow waits for. */
async function activityOf(workflowId: string): Promise<PendingActivity | undefined> {
  const described = await temporal.ask("workflow", "describe", "--workflow-id", workflowId);
  return (JSON.parse(described) as { pendingActivities?: PendingActivity[] }).pendingActivities?.[0];
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) await pause(50);
}
