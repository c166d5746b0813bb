import { readdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { expect, it } from "@jest/globals";
import type { GraphService } from "@loci/protos";
import { serviceCall, type Call } from "../call/index.ts";
import { connectRpc, plaintext } from "./index.ts";
import { startReplica, tokens } from "./testing/replicas.ts";

/** More than a service has, so that a thousand failures take seconds. */
const replicas = 200;
const failures = 1_000;

const descriptors = () => readdirSync("/proc/self/fd").length;

it("replicas that are away for long cost no descriptor for each time they are looked for", async () => {
  let [refused, standing] = [0, 0];
  const doors = createServer((socket) => {
    refused++;
    standing++;
    socket.on("error", () => undefined).on("close", () => standing--);
    socket.destroy();
  });
  await new Promise<void>((resolve) => doors.listen(0, "0.0.0.0", resolve));
  const { port } = doors.address() as AddressInfo;
  const one = await startReplica(1);
  const away = Array.from({ length: replicas }, (_, i) => ({ host: `127.0.1.${i + 1}`, port }));
  const client = connectRpc<GraphService<Call>>("graph", [one.address, ...away], { tokens, transport: plaintext() });
  const head = async () => (await client.service.head({}, serviceCall("acme", "trace:1", Date.now() + 120_000))).revision;
  const untilRefused = async (times: number) => {
    while (refused < times) expect(await head()).toBe(1);
  };
  const untilQuiet = async () => {
    while (standing > 0) await new Promise((go) => setTimeout(go, 10));
  };
  try {
    await untilRefused(replicas);
    await untilQuiet();
    const before = descriptors();
    await untilRefused(replicas + failures);
    // Those that are looked for at this moment have one each.
    expect(descriptors()).toBeLessThanOrEqual(before + replicas);
    client.close();
    doors.close();
    for (const until = Date.now() + 60_000; descriptors() > before && Date.now() < until;)
      await new Promise((go) => setTimeout(go, 50));
    expect(descriptors()).toBeLessThanOrEqual(before);
  } finally {
    client.close();
    doors.close();
    await one.server.close(0);
  }
});
