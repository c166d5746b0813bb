/** `npm run save-histories -w @loci/workflows`: writes from a real server what ../replay.test.ts replays; after a change of the workflows. */
import { writeFile } from "node:fs/promises";
import { startTemporal } from "@loci/e2e/parts/temporal";
import { Client, Connection } from "@temporalio/client";
import proto from "@temporalio/proto";
import { createTemporalRunner } from "../index.ts";
import { rest } from "./rig.ts";
import { liveStories } from "./stories.ts";

/** What is new in the workflows gets a folder of its own: the older histories must still replay. */
const generation = "2-onward";

const { History } = proto.temporal.api.history.v1;
const server = await startTemporal();
const { address } = server;
await liveStories(() => createTemporalRunner({ address, ...rest }));
const connection = await Connection.connect({ address });
const client = new Client({ connection });
for await (const { type, workflowId, runId, status } of client.workflow.list()) {
  // One that was continued in another is long, and has nothing but the same step again and again.
  if (type.startsWith("temporal-") || status.name === "RUNNING" || status.name === "CONTINUED_AS_NEW") continue;
  const name = type === "story" ? `${workflowId.split("/").at(-1)}` : type;
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  const plain = History.toObject(History.fromObject(history), { enums: String, bytes: String, longs: String });
  await writeFile(new URL(`../histories/${generation}/${name}.json`, import.meta.url), `${JSON.stringify(plain, undefined, 1)}\n`);
}
await connection.close();
await server.stop();
