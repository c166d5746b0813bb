import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import type { IngestService } from "@loci/protos";
import { serviceDefinition } from "@loci/protos/grpc";
import { serviceCall, type Call } from "../call/index.ts";
import { silentLogger } from "../telemetry/index.ts";
import { connectRpc, plaintext, serveRpc, type CallerTokens } from "./index.ts";
import { tokens as own } from "./testing/replicas.ts";

it("a call that is called off while its token is still being read never reaches the service, one called off later is told", async () => {
  const reading = Promise.withResolvers<undefined>();
  const goOn = Promise.withResolvers<undefined>();
  const tokens: CallerTokens = {
    ...own,
    async verify(token) {
      reading.resolve(undefined);
      await goOn.promise;
      return own.verify(token);
    },
  };
  const reached: string[] = [];
  const arrived = Promise.withResolvers<undefined>();
  const heard = Promise.withResolvers<boolean>();
  const names = Object.keys(serviceDefinition("ingest")).map((rpc) => rpc.charAt(0).toLowerCase() + rpc.slice(1));
  const service = {
    ...Object.fromEntries(names.map((name) => [name, () => Promise.reject(new Error("not asked for here"))])),
    async deleteDocument({ id }: { readonly id: string }, { signal }: Call) {
      reached.push(id);
      arrived.resolve(undefined);
      const told = signal.aborted ? true : Promise.race([once(signal, "abort").then(() => true), sleep(5_000, false)]);
      heard.resolve(told);
      return {};
    },
  };
  const transport = plaintext();
  const options = { bind: "127.0.0.1:0", tokens, transport, clock: Date.now, logger: silentLogger() };
  const server = await serveRpc("ingest", service, options);
  const wire = { tokens: own, transport };
  const client = connectRpc<IngestService<Call>>("ingest", [{ host: "127.0.0.1", port: server.port }], wire);
  const asked = (id: string, gone: AbortController) => {
    const call = serviceCall("acme", "trace:1", Date.now() + 120_000, gone.signal);
    return client.service.deleteDocument({ id, operation: null, replies: [], purge: false, dryRun: false }, call);
  };

  const early = new AbortController();
  const first = expect(asked("early", early)).rejects.toMatchObject({ code: "cancelled" });
  await reading.promise;
  early.abort();
  await first;
  // What the client says takes a moment to arrive.
  await sleep(200);
  goOn.resolve(undefined);

  const late = new AbortController();
  const second = expect(asked("late", late)).rejects.toMatchObject({ code: "cancelled" });
  await arrived.promise;
  late.abort();
  await second;
  expect(await heard.promise).toBe(true);
  expect(reached).toEqual(["late"]);
  client.close();
  await server.close(100);
});
