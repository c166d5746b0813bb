import { afterAll, describe, expect, it } from "@jest/globals";
import { startRelay } from "@loci/e2e/parts/relay";
import type { GraphService } from "@loci/protos";
import { serviceCall, type Call } from "../call/index.ts";
import { connectRpc, plaintext } from "./index.ts";
import { startReplica, tokens } from "./testing/replicas.ts";

const closing: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

describe("a peer that says nothing any more", () => {
  it("is given up within seconds, and another replica asked", async () => {
    const [one, two] = await Promise.all([startReplica(1), startReplica(2)]);
    const line = await startRelay(one.address.port);
    const addresses = [{ host: "127.0.0.1", port: line.port }, two.address];
    const client = connectRpc<GraphService<Call>>("graph", addresses, { tokens, transport: plaintext() });
    const call = () => serviceCall("acme", "trace:1", Date.now() + 240_000);
    const head = async () => (await client.service.head({}, call())).revision;
    closing.push(
      () => one.server.close(0),
      () => two.server.close(0),
      () => line.end(),
      () => client.close(),
    );
    while (new Set(await Promise.all([head(), head()])).size < 2);
    line.hush();
    const from = Date.now();
    const writes = await Promise.allSettled([1, 2].map(() => client.service.noteReturned({} as never, call())));
    expect(writes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(Date.now() - from).toBeLessThan(120_000);
    expect(await Promise.all([head(), head(), head(), head()])).toEqual([2, 2, 2, 2]);
  });
});
