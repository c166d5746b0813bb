import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "@jest/globals";
import { publicOnly, readHostPolicy, type HostPolicy } from "@loci/platform/outbound";
import { boundedFetch, guardedFetch, isRefusedAddress, type Fetch, type Resolve } from "./index.ts";

const opened: Server[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A server that notes by which address it was reached. */
async function serve(answer: RequestListener = (_request, response) => void response.end("{}")) {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(request.socket.localAddress ?? "");
    answer(request, response);
  });
  // Each request has a connection of its own.
  server.keepAliveTimeout = 1;
  server.maxRequestsPerSocket = 1;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push(server);
  return { port: (server.address() as AddressInfo).port, reached };
}

function allowing(list: string): HostPolicy {
  const read = readHostPolicy(list);
  if ("wrong" in read) throw new Error(read.wrong);
  return read.policy;
}

/** A name server that gives these answers in turn, the last one for ever; and how often it was asked. */
function nameServer(...answers: readonly (readonly string[])[]): Resolve & { readonly asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = async (host) => {
    const answer = answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
    return answer.map((address) => ({ address, family: 4 }));
  };
  return Object.assign(resolve, { asked });
}

const isRefused = (fetch: Fetch, url: string) =>
  fetch(url).then(
    () => false,
    (thrown: unknown) => isRefusedAddress(thrown),
  );

describe("a request to an address that a tenant named", () => {
  it("goes to the address that was checked, by one look at the name for one connection", async () => {
    const { port, reached } = await serve();
    const names = nameServer(["127.0.0.1"], ["127.0.0.2"]);
    const url = `http://model.test:${port}/v1`;
    const fetch = guardedFetch(url, allowing("127.0.0.1"), names);
    expect(await (await fetch(url)).text()).toBe("{}");
    expect([reached, names.asked]).toEqual([["127.0.0.1"], ["model.test"]]);
    // The name server has changed its mind (DNS rebinding).
    expect(await isRefused(fetch, url)).toBe(true);
    expect([reached.length, names.asked.length]).toEqual([1, 2]);
  });

  it("is refused where the name leads to this machine or its networks alone", async () => {
    const { port, reached } = await serve();
    const url = `http://model.test:${port}/v1`;
    expect(await isRefused(guardedFetch(url, publicOnly, nameServer(["127.0.0.1", "10.0.0.1", "fd00::1"])), url)).toBe(true);
    expect(reached).toEqual([]);
  });

  it.each(["127.0.0.1", "127.1", "0x7f000001", "[::ffff:127.0.0.1]", "0.0.0.0", "localhost"])(
    "does not reach this machine as %s",
    async (host) => {
      const { port, reached } = await serve();
      const url = `http://${host}:${port}/v1`;
      expect(await isRefused(guardedFetch(url, publicOnly), url)).toBe(true);
      expect(reached).toEqual([]);
    },
  );

  it("reaches what the operator lists, by the port that it lists", async () => {
    const { port, reached } = await serve();
    const url = `http://localhost:${port}/v1`;
    expect(await isRefused(guardedFetch(url, allowing(`localhost:${port + 1}`)), url)).toBe(true);
    await guardedFetch(url, allowing(`localhost:${port}`), nameServer(["127.0.0.1"]))(url);
    expect(reached).toEqual(["127.0.0.1"]);
  });

  it("goes to no other host or port, whoever asks for it", async () => {
    const { port, reached } = await serve();
    const fetch = guardedFetch("http://model.test/v1", allowing("127.0.0.0/8"), nameServer(["127.0.0.1"]));
    expect(await isRefused(fetch, `http://127.0.0.1:${port}/`)).toBe(true);
    expect(reached).toEqual([]);
  });
});

describe("every request to a provider", () => {
  const plenty = { maxBytes: 1_000_000, maxMs: 60_000 };

  it("follows no redirect", async () => {
    const inner = await serve();
    const outer = await serve((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/latest/meta-data` }).end();
    });
    const answer = await boundedFetch(fetch, plenty)(`http://127.0.0.1:${outer.port}/`, { method: "POST", body: "{}" });
    expect(answer.status).toBe(307);
    expect([outer.reached.length, inner.reached.length]).toEqual([1, 0]);
  });

  it("reads no longer an answer than it may be, packed though it came", async () => {
    const packed = gzipSync(Buffer.alloc(10_000_000));
    expect(packed.length).toBeLessThan(100_000);
    const { port } = await serve((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(packed);
    });
    const answer = await boundedFetch(fetch, plenty)(`http://127.0.0.1:${port}/`);
    await expect(answer.text()).rejects.toThrow("longer than 1000000 bytes");
  });

  it("waits no longer for an answer's end than it may take, though a byte comes now and then", async () => {
    const { port } = await serve((_request, response) => {
      const drip = setInterval(() => response.write("x"), 20);
      response.once("close", () => clearInterval(drip));
    });
    const answer = await boundedFetch(fetch, { ...plenty, maxMs: 300 })(`http://127.0.0.1:${port}/`);
    await expect(answer.text()).rejects.toThrow("did not end in time");
  });

  it("takes no stream of one event without an end, and no more values than it may hold", async () => {
    const endless = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: ok\n\n");
      const drip = setInterval(() => response.write("x".repeat(50_000)), 1);
      response.once("close", () => clearInterval(drip));
    });
    const answer = await boundedFetch(fetch, { ...plenty, maxBytes: 50_000_000 })(`http://127.0.0.1:${endless.port}/`);
    await expect(answer.text()).rejects.toThrow("an event of more than");
    const full = await serve((_request, response) => void response.end(`["\\",{,", ${"{},".repeat(50)}{}]`));
    const asked = (maxValues: number) => boundedFetch(fetch, { ...plenty, maxValues })(`http://127.0.0.1:${full.port}/`);
    expect(await (await asked(103)).text()).toContain("{}");
    await expect((await asked(102)).text()).rejects.toThrow("more values");
  });
});
