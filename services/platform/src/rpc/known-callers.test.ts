import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client, credentials, Metadata, status } from "@grpc/grpc-js";
import { serviceDefinition, type ServiceName } from "@loci/protos/grpc";
import { silentLogger } from "../telemetry/index.ts";
import { plaintext, serveRpc, type RpcServer } from "./index.ts";
import { startReplica, tokens, type Replica } from "./testing/replicas.ts";

let graph: Replica;
let auth: RpcServer;
const clients = new Map<ServiceName, Client>();

beforeAll(async () => {
  graph = await startReplica(1);
  const names = Object.keys(serviceDefinition("auth")).map((rpc) => rpc.charAt(0).toLowerCase() + rpc.slice(1));
  const service = Object.fromEntries(names.map((name) => [name, async () => ({ token: "of the one who asked" })]));
  auth = await serveRpc("auth", service, {
    bind: "127.0.0.1:0",
    tokens,
    transport: plaintext(),
    clock: Date.now,
    logger: silentLogger(),
  });
  for (const [name, port] of [["graph", graph.address.port] as const, ["auth", auth.port] as const])
    clients.set(name, new Client(`127.0.0.1:${port}`, credentials.createInsecure()));
});
afterAll(async () => {
  for (const client of clients.values()) client.close();
  await Promise.all([graph.server.close(0), auth.close(0)]);
});

/** @returns the status that comes back for these bytes */
async function statusFor(name: ServiceName, path: string, bytes: Buffer, token?: string): Promise<status> {
  const metadata = new Metadata();
  if (token !== undefined) metadata.set("authorization", token);
  return new Promise((resolve) => {
    clients.get(name)?.makeUnaryRequest(
      path,
      (sent: Buffer) => sent,
      (answer) => answer,
      bytes,
      metadata,
      { deadline: Date.now() + 120_000 },
      (error) => resolve(error?.code ?? status.OK),
    );
  });
}

/** No message begins with this: the kind of a field that there is not. */
const unreadable = Buffer.alloc(100, 0xff);
/** Empty texts or messages in the field of that number, two bytes each: eight megabytes of messages take seconds to decode. */
const emptyParts = (bytes: number, field = 1) => Buffer.alloc(bytes, Buffer.from([field * 8 + 2, 0x00]));
const turnsField = 6;
const eightMegabytes = 8 * 1024 * 1024;
const writeMemory = "/loci.graph.v1.Graph/WriteMemory";
const upload = "/loci.graph.v1.Graph/WriteSections";
const tokenOf = () => tokens.forward({ caller: { kind: "service", contextId: "acme" } });

describe("a message over gRPC", () => {
  it("is decoded for no one who shows no token, or one that is not valid", async () => {
    for (const path of [writeMemory, upload]) {
      expect(await statusFor("graph", path, unreadable)).toBe(status.UNAUTHENTICATED);
      expect(await statusFor("graph", path, unreadable, "forged")).toBe(status.UNAUTHENTICATED);
    }
    expect(await statusFor("graph", writeMemory, unreadable, await tokenOf())).toBe(status.INTERNAL);
    expect(await statusFor("auth", "/loci.auth.v1.Auth/ListContexts", unreadable)).toBe(status.UNAUTHENTICATED);
    expect([...graph.asked.keys()]).toEqual([]);
  });

  it("of eight megabytes of empty parts holds nobody up where its sender is not known", async () => {
    const from = performance.now();
    const flood = Array.from({ length: 8 }, () => statusFor("graph", writeMemory, emptyParts(eightMegabytes, turnsField)));
    expect(await Promise.all(flood)).toEqual(flood.map(() => status.UNAUTHENTICATED));
    expect(performance.now() - from).toBeLessThan(5_000);
  });

  it("that anybody may send is a short one", async () => {
    for (const rpc of ["Authenticate", "AuthenticateManagement", "RenewToken"]) {
      const path = `/loci.auth.v1.Auth/${rpc}`;
      expect(await statusFor("auth", path, emptyParts(64))).toBe(status.OK);
      expect(await statusFor("auth", path, emptyParts(eightMegabytes))).toBe(status.INTERNAL);
    }
    const check = "/grpc.health.v1.Health/Check";
    expect(await statusFor("graph", check, Buffer.alloc(0))).toBe(status.OK);
    expect(await statusFor("graph", check, emptyParts(64))).toBe(status.OK);
    expect(await statusFor("graph", check, emptyParts(eightMegabytes))).toBe(status.INTERNAL);
  });
});
