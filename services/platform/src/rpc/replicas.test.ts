import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { Client, credentials, Metadata, Server as GrpcServer, ServerCredentials, status } from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";
import { startRelay } from "@loci/e2e/parts/relay";
import type { GraphService } from "@loci/protos";
import { serviceDefinition } from "@loci/protos/grpc";
import { serviceCall, type Call } from "../call/index.ts";
import { maxMessageBytes } from "./channel.ts";
import { connectRpc, plaintext, type ServiceAddress } from "./index.ts";
import { startReplica, tokens, type Replica } from "./testing/replicas.ts";

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function replica(position: number, delay: number | (() => Promise<unknown>) = 0): Promise<Replica> {
  const made = await startReplica(position, delay);
  closing.push(() => made.server.close(0));
  return made;
}

async function relay(to: number) {
  const made = await startRelay(to);
  closing.push(() => made.end());
  return made;
}

function connected(...addresses: ServiceAddress[]) {
  const client = connectRpc<GraphService<Call>>("graph", addresses, { tokens, transport: plaintext() });
  closing.push(() => client.close());
  return client;
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
const never = new Promise<void>(() => undefined);
const call = (ms = 120_000) => serviceCall("acme", "trace:1", Date.now() + ms);
const heads = (graph: GraphService<Call>, count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await graph.head({}, call())).revision));
const write = async (graph: GraphService<Call>, operationId: string) =>
  (await graph.writeMemory({ operationId } as never, call())).sessionId;
const until = async (met: () => boolean | Promise<boolean>) => {
  for (const end = Date.now() + 120_000; !(await met()); await sleep(25))
    if (Date.now() > end) throw new Error("it did not happen");
};
const untilHealed = (graph: GraphService<Call>) => until(async () => new Set(await heads(graph, 4)).size === 2);

describe("replicas of a service", () => {
  it("share the calls", async () => {
    const [one, two] = [await replica(1), await replica(2)];
    const { service } = connected(one.address, two.address);
    await untilHealed(service);
    const answers = await heads(service, 40);
    expect(answers.filter((position) => position === 1)).toHaveLength(20);
  });

  it("are found behind a name, and a name that nobody knows takes nothing from the others", async () => {
    const one = await replica(1);
    const { service } = connected({ host: "nowhere.invalid", port: 1 }, { host: "localhost", port: one.address.port });
    expect(await heads(service, 3)).toEqual([1, 1, 1]);
  });

  it("stand in for one that stops: no call fails while it drains, whether or not it may be repeated", async () => {
    const [one, two] = [await replica(1, 20), await replica(2, 20)];
    const { service } = connected(one.address, two.address);
    await untilHealed(service);
    let stopped = false;
    const asking = async () => {
      while (!stopped) await service.noteReturned({} as never, call());
    };
    const askers = Array.from({ length: 20 }, asking);
    const count = ({ asked }: Replica) => asked.get("noteReturned") ?? 0;
    await until(() => count(one) > 20 && count(two) > 20);
    one.server.leave();
    await one.server.close(60_000);
    const left = [one, two].map(count);
    await until(() => count(two) > (left[1] ?? 0) + 20);
    stopped = true;
    await Promise.all(askers);
    expect(count(one)).toBe(left[0]);
  });

  it("are exchanged one after the other without a call that fails", async () => {
    const pair = [await replica(1, 1), await replica(2, 1)];
    const { service } = connected(...pair.map(({ address }) => address));
    await untilHealed(service);
    let stopped = false;
    const asking = async (text: string, restMs: number) => {
      for (; !stopped; await sleep(restMs)) await service.noteReturned({ texts: [text], kind: "recall", scopes: [] }, call());
    };
    // One is longer than what gRPC holds for a second try by default.
    const askers = Promise.all([asking("long".repeat(300_000), 10), ...Array.from({ length: 10 }, () => asking("short", 0))]);
    for (let exchanged = 0; exchanged < 4; exchanged++) {
      const at = exchanged % 2;
      const old = pair[at];
      if (old === undefined) throw new Error("no replica");
      await old.server.close(60_000);
      const next = await startReplica(at, 1, plaintext(), old.address.port);
      closing.push(() => next.server.close(0));
      pair[at] = next;
      await Promise.race([until(() => next.asked.has("noteReturned")), askers]);
    }
    stopped = true;
    await askers;
  });

  it("are waited for while all are being exchanged, by whatever was not sent yet", async () => {
    const first = await replica(1);
    const { service } = connected(first.address);
    await service.noteReturned({} as never, call());
    // A machine that stalls for longer than a call waits spoils a round, and not all of them.
    let waited = false;
    for (let round = 0, last = first; !waited && round < 20; round++) {
      await last.server.close(0);
      await until(async () => !(await isListening(first.address.port)));
      const asked = service.noteReturned({} as never, call()).then(
        () => true,
        () => false,
      );
      last = await startReplica(2, 0, plaintext(), first.address.port);
      const { server } = last;
      closing.push(() => server.close(0));
      waited = await asked;
    }
    expect(waited).toBe(true);
  });

  it("stand in for one that is gone in the middle of a call, where it may be repeated", async () => {
    let answering = Promise.resolve();
    const [one, two] = [await replica(1, () => answering), await replica(2)];
    const line = await relay(one.address.port);
    const { service } = connected({ host: "127.0.0.1", port: line.port }, two.address);
    await untilHealed(service);
    answering = never;
    const before = one.asked.get("head") ?? 0;
    const asked = heads(service, 6);
    const writes = Promise.allSettled([1, 2].map(() => service.noteReturned({} as never, call())));
    await until(() => one.asked.get("head") === before + 3 && one.asked.get("noteReturned") === 1);
    line.end();
    expect(await asked).toEqual([2, 2, 2, 2, 2, 2]);
    const refused = (await writes).flatMap((write) => (write.status === "rejected" ? [write.reason as unknown] : []));
    expect(refused).toEqual([expect.objectContaining({ code: "unavailable" })]);
  });

  it("stand in for one that stops before its calls are done, where they may be repeated", async () => {
    let answering = Promise.resolve();
    const [one, two] = [await replica(1, () => answering), await replica(2)];
    const { service } = connected(one.address, two.address);
    await untilHealed(service);
    answering = never;
    const before = one.asked.get("head") ?? 0;
    const asked = heads(service, 6);
    await until(() => one.asked.get("head") === before + 3);
    await one.server.close(0);
    expect(await asked).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it("are not asked again by who called it off", async () => {
    const one = await replica(1, () => never);
    const { service } = connected(one.address);
    const abort = new AbortController();
    const asked = service.head({}, { ...call(), signal: abort.signal });
    await until(() => one.asked.get("head") === 1);
    abort.abort();
    await expect(asked).rejects.toMatchObject({ code: "cancelled" });
    await sleep(300);
    expect(one.asked.get("head")).toBe(1);
  });

  it("stand in for one that is gone in the middle of a write, where that names its operation", async () => {
    const [one, two] = [await replica(1, () => never), await replica(2)];
    const line = await relay(one.address.port);
    const { service } = connected({ host: "127.0.0.1", port: line.port }, two.address);
    const writes: Promise<string>[] = [];
    while (!one.asked.has("writeMemory")) {
      writes.push(write(service, "order-7"));
      await Promise.race([writes.at(-1), until(() => one.asked.has("writeMemory"))]);
    }
    line.end();
    expect(new Set(await Promise.all(writes))).toEqual(new Set(["2"]));
  });

  it("that cut a call off are no fault of whoever asked", async () => {
    const one = await replica(1, () => never);
    const { service } = connected(one.address);
    const asked = service.noteReturned({} as never, call());
    await until(() => one.asked.has("noteReturned"));
    await one.server.close(0);
    await expect(asked).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("a call that fails", () => {
  it("as the service said is not made again, in no layer", async () => {
    const one = await replica(1);
    const { service } = connected(one.address);
    await expect(service.getState({} as never, call())).rejects.toMatchObject({
      code: "unavailable",
      message: "The database is away.",
    });
    expect(one.asked.get("getState")).toBe(1);
  });

  it("because it is too long says so, and is not taken for a service that is away", async () => {
    const one = await replica(1);
    const { service } = connected(one.address);
    const told = service.noteReturned({ texts: ["x".repeat(maxMessageBytes)], kind: "recall", scopes: [] }, call());
    await expect(told).rejects.toMatchObject({ code: "too_large", message: expect.stringContaining("in one message") });
    expect(one.asked.has("noteReturned")).toBe(false);
  });

  it("on its way is made again if that is safe, with pauses, never past its deadline, and rarely once all fail", async () => {
    // A peer that cuts every call off without a word of ours.
    const asked: string[] = [];
    const definition = serviceDefinition("graph");
    const server = new GrpcServer();
    const refuse = (name: string) => (_call: unknown, respond: (error: { code: status }) => void) => {
      asked.push(name);
      respond({ code: status.UNAVAILABLE });
    };
    server.addService(definition, Object.fromEntries(Object.keys(definition).map((name) => [name, refuse(name)])));
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    closing.push(() => server.forceShutdown());
    const { service } = connected({ host: "127.0.0.1", port });
    const unavailable = { code: "unavailable" };

    await expect(service.writeMemory({} as never, call())).rejects.toMatchObject(unavailable);
    expect(asked.splice(0)).toEqual(["WriteMemory"]);
    await expect(service.writeMemory({ operationId: "order-7" } as never, call())).rejects.toMatchObject(unavailable);
    expect(asked.splice(0)).toEqual(["WriteMemory", "WriteMemory"]);
    const from = Date.now();
    await expect(service.head({}, call())).rejects.toMatchObject(unavailable);
    expect(asked).toHaveLength(4);
    expect(Date.now() - from).toBeGreaterThan(400);
    await expect(service.head({}, call(60))).rejects.toMatchObject({ code: "deadline_exceeded" });
    asked.length = 0;
    const many = await Promise.allSettled(Array.from({ length: 300 }, () => service.head({}, call())));
    expect(many.every(({ status: how }) => how === "rejected")).toBe(true);
    expect(asked.length).toBeLessThan(400);
  });
});

describe("the health of a server", () => {
  const check = (port: number, service: string) => {
    const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    closing.push(() => client.close());
    const method = healthService["Check"];
    if (method === undefined) throw new Error("no Check");
    return new Promise((resolve, reject) => {
      const { path, requestSerialize, responseDeserialize } = method;
      client.makeUnaryRequest(
        path,
        requestSerialize as never,
        responseDeserialize,
        { service } as never,
        new Metadata(),
        {},
        (error, answer) => (error ? reject(error) : resolve(answer)),
      );
    });
  };

  it("is said for it and for its service, without a token, and turns before it stops", async () => {
    const one = await replica(1);
    const client = connected(one.address);
    for (const name of ["", "loci.graph.v1.Graph"]) expect(await check(one.address.port, name)).toEqual({ status: "SERVING" });
    await expect(check(one.address.port, "loci.auth.v1.Auth")).rejects.toMatchObject({ code: status.NOT_FOUND });
    expect(await client.answers(Date.now() + 120_000)).toBe(true);
    one.server.leave();
    expect(await check(one.address.port, "")).toEqual({ status: "NOT_SERVING" });
    expect(await client.answers(Date.now() + 120_000)).toBe(false);
    expect(await heads(client.service, 1)).toEqual([1]);
    await one.server.close(60_000);
    expect(await client.answers(Date.now() + 500)).toBe(false);
  });

  it("is good for as long as one replica serves", async () => {
    const [one, two] = [await replica(1), await replica(2)];
    const client = connected(one.address, two.address);
    await untilHealed(client.service);
    one.server.leave();
    const looks = await Promise.all([1, 2, 3, 4].map(() => client.answers(Date.now() + 120_000)));
    expect(looks).toEqual([true, true, true, true]);
    two.server.leave();
    expect(await client.answers(Date.now() + 120_000)).toBe(false);
  });
});
