/** What happens to a work between a look at it and what is done about it. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";
import { LociError } from "@loci/kernel";
import type { Work } from "@loci/ports/durable-runner";
import { Client, Connection } from "@temporalio/client";
import { createTemporalRunner } from "./index.ts";
import { rest } from "./testing/rig.ts";
import { workflowId } from "./contracts.ts";
import { createWorks, type Works } from "./works.ts";

const pipeline = "fails";
let temporal: TestTemporal;
let connection: Connection;
let client: Client;
beforeAll(async () => {
  temporal = await startTemporal();
  connection = await Connection.connect({ address: temporal.address });
  client = new Client({ connection, namespace: rest.namespace });
});
afterAll(async () => {
  await connection.close();
  await temporal.stop();
});

describe("a work that comes to its end just after it was seen reporting its failure", () => {
  const acts: [string, (works: Works, work: Work) => Promise<string | undefined>][] = [
    ["submitted again", async (works, work) => (await works.submit(pipeline, work, "", 0)).replaced],
    ["cancelled", (works, work) => works.cancel(pipeline, work)],
  ];

  it.each(acts)("is no longer counted as failed when it is %s", async (_what, act) => {
    const work = { contextId: "acme", id: `work ${_what}` };
    const reported = Promise.withResolvers<undefined>();
    let isBroken = true;
    const runner = createTemporalRunner({ ...rest, address: temporal.address });
    runner.register({
      ...{ name: pipeline, concurrency: 1, onFailed: () => reported.promise },
      stages: [
        {
          ...{ name: "only", timeoutSeconds: 30, maxAttempts: 1 },
          run: async () => {
            if (isBroken) throw new LociError("invalid", "No.");
          },
        },
      ],
    });
    await runner.start();
    await runner.submit(pipeline, work);
    const works = createWorks(client, rest.timings.leaseMs);
    const becomes = async (wanted: string) => {
      while ((await works.state({ workflowId: workflowId(pipeline, work) })) !== wanted) await pause(20);
    };
    await becomes("failing");
    const { runId } = await client.workflow.getHandle(workflowId(pipeline, work)).describe();

    const afterLook = async () => {
      isBroken = false;
      reported.resolve(undefined);
      await becomes("failed");
    };
    expect(await act(createWorks(lookedAt(client, afterLook), rest.timings.leaseMs), work)).toBe(runId);
    await becomes("ended");
    while ((await runner.depth(pipeline)).failed > 0) await pause(100);
    await runner.close(1_000);
  });
});

/** The same client; what follows its first look at a workflow comes before anybody knows what it saw. */
function lookedAt(client: Client, follow: () => Promise<void>): Client {
  let isFirst = true;
  const getHandle: Client["workflow"]["getHandle"] = (...of) => {
    const handle = client.workflow.getHandle(...of);
    const describe = async () => {
      const seen = await handle.describe();
      if (isFirst) {
        isFirst = false;
        await follow();
      }
      return seen;
    };
    return Object.assign(Object.create(handle) as typeof handle, { describe });
  };
  const workflow = Object.assign(Object.create(client.workflow) as Client["workflow"], { getHandle });
  return Object.create(client, { workflow: { value: workflow } }) as Client;
}
