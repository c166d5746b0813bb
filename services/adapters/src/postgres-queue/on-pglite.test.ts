import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Database } from "@loci/ports/database";
import type { StageFailure, StageRun } from "@loci/ports/durable-runner";
import { durableRunnerContract } from "@loci/ports/durable-runner/contract";
import { openPglite } from "../pglite/index.ts";
import { createPostgresQueue } from "./index.ts";
import { mortal, rest, rigOver } from "./testing/rig.ts";

durableRunnerContract("a queue on PGlite", async () => rigOver(await openPglite({ folder: undefined })));

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await what());) {
    if (Date.now() > end) throw new Error("still not so after a minute");
    await new Promise((go) => setTimeout(go, 10));
  }
}

describe("a queue that this process alone works on", () => {
  let database: Database;
  beforeAll(async () => void (database = await openPglite({ folder: undefined })));
  afterAll(() => database.close());

  const line = (run: () => Promise<void>) => ({
    name: "line",
    concurrency: 1,
    stages: [{ name: "only", timeoutSeconds: 30, maxAttempts: 3, run }],
    onFailed: async () => undefined,
  });

  it("takes left work at its start, long before a lease would end", async () => {
    const begun = Promise.withResolvers<undefined>();
    const life = mortal(database);
    const first = await createPostgresQueue({ database: life.database, exclusive: true, ...rest });
    first.register(line(() => (begun.resolve(undefined), new Promise<void>(() => undefined))));
    await first.start();
    await first.submit("line", { contextId: "a", id: "d" });
    await begun.promise;
    life.die();
    void first.close(0);

    const done = Promise.withResolvers<undefined>();
    const second = await createPostgresQueue({ database, exclusive: true, ...rest });
    second.register(line(async () => done.resolve(undefined)));
    await second.start();
    await done.promise;
    await second.close(1_000);
    expect(await second.depth("line")).toEqual({ queued: 0, running: 0, failed: 0 });
  });

  it("gives up work of which three processes died, says so, and begins it anew when asked", async () => {
    const failures: StageFailure[] = [];
    let begun = 0;
    let isDeadly = true;
    const work = { contextId: "a", id: "deadly" };
    const process = async (own: Database) => {
      const runner = await createPostgresQueue({ database: own, exclusive: true, ...rest });
      const run = () => (begun++, isDeadly ? new Promise<void>(() => undefined) : Promise.resolve());
      const stage = { name: "only", timeoutSeconds: 30, maxAttempts: 5, maxAttemptsAway: 16, run };
      const onFailed = async (_: unknown, failure: StageFailure) => void failures.push(failure);
      runner.register({ name: "deadly", concurrency: 1, stages: [stage], onFailed });
      await runner.start();
      return runner;
    };
    for (let deaths = 0; deaths < 3; deaths++) {
      const life = mortal(database);
      const runner = await process(life.database);
      await runner.submit("deadly", work);
      await until(() => begun === deaths + 1);
      life.die();
      void runner.close(0);
    }
    const last = await process(database);
    await until(async () => (await last.depth("deadly")).failed === 1 && failures.length > 0);
    expect(failures).toEqual([{ stage: "only", reason: "The process ended while the stage only ran.", attempts: 3 }]);
    expect(begun).toBe(3);
    isDeadly = false;
    await last.submit("deadly", work);
    await until(async () => !(await last.isActive("deadly", work)));
    expect({ begun, failures: failures.length }).toEqual({ begun: 4, failures: 1 });
    await last.close(1_000);
  });

  it("does not count it as a death that a process was stopped", async () => {
    const attempts: number[] = [];
    const work = { contextId: "a", id: "stopped" };
    for (let stops = 0; stops < 5; stops++) {
      const runner = await createPostgresQueue({ database, exclusive: true, ...rest });
      const stage = line(() => new Promise<void>(() => undefined)).stages.map((one) => ({
        ...one,
        run: async (_: unknown, { attempt }: StageRun) => (attempts.push(attempt), new Promise<void>(() => undefined)),
      }));
      runner.register({ ...line(async () => undefined), name: "stopped", stages: stage });
      await runner.start();
      await runner.submit("stopped", work);
      await until(() => attempts.length === stops + 1);
      await runner.close(0);
    }
    expect(attempts).toEqual([1, 1, 1, 1, 1]);
  });

  it("asks the database nothing while there is nothing to do", async () => {
    let asked = 0;
    const counting: Database = {
      ...database,
      acrossContexts: (work) => {
        asked++;
        return database.acrossContexts(work);
      },
    };
    const runner = await createPostgresQueue({ database: counting, exclusive: true, ...rest });
    runner.register(line(async () => undefined));
    await runner.start();
    // Until it has begun it asks, and not once in the second that comes after.
    let before: number;
    do {
      before = asked;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    } while (asked !== before && asked < 100);
    expect(asked - before).toBe(0);
    await runner.close(0);
  });
});

describe("a process that is killed", () => {
  it("loses nothing of what it had queued or begun", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loci-queue-"));
    const script = new URL("./testing/killed.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] });
    await new Promise<void>((resolve) => {
      let said = "";
      child.stdout.on("data", (text) => {
        said += String(text);
        if (said.split("holds").length === 3) resolve();
      });
    });
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;

    const database = await openPglite({ folder });
    const runner = await createPostgresQueue({ database, exclusive: true, ...rest });
    const log: string[] = [];
    const stage = (name: string) => ({
      name,
      timeoutSeconds: 60,
      maxAttempts: 3,
      run: async ({ id }: { id: string }) => void log.push(`${name} ${id}`),
    });
    runner.register({ name: "line", concurrency: 1, stages: [stage("first"), stage("second")], onFailed: async () => undefined });
    await runner.start();
    while (log.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    await runner.close(1_000);
    expect(log.sort()).toEqual(["first d3", "second d1", "second d2", "second d3"]);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
});
