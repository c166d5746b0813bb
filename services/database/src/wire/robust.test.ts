import { connect as connectTcp, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { WebSocket } from "ws";
import { openPglite } from "@loci/adapters/pglite";
import { ensureRootUser, openDatabases, openStore, type Store } from "../index.ts";
import { hashPassword } from "../catalog/passwords.ts";
import { listenDatabase } from "./listen.ts";
import { RpcSockets, socketLimits, type SocketLimits } from "./rpc/websocket.ts";
import { httpApp } from "./http/app.ts";
import { createServer, type Server } from "node:http";
import { root, served } from "./testing/served.ts";
import { SocketClient } from "./testing/socket-client.ts";

const database = served({ allowGuests: false });

/** Sends bytes to the listener as they are. @returns what it answers, once it ends the connection or the time is over */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connectTcp(Number(new URL(database.url()).port), "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (data) => (answer += data.toString("latin1")));
    socket.on("error", () => undefined).on("close", () => resolve(answer));
    setTimeout(() => socket.destroy(), 1000);
  });

describe("what cannot be read", () => {
  it.each([
    ["an address that is none", "GET // HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "404"],
    ["a WebSocket elsewhere", "GET /sql HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "404"],
    ["a WebSocket without a key", "GET /rpc HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "400"],
    ["no HTTP", "\x00\x01\x02\r\n\r\n", "400"],
    ["an escape that is none", "GET /key/%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "400"],
  ])("%s is refused, and the listener stays", async (_, bytes, status) => {
    expect(await raw(bytes)).toContain(`HTTP/1.1 ${status}`);
    expect((await database.send("/status")).status).toBe(200);
  });

  it.each([
    ["bytes", "cbor", new Uint8Array([0xff, 0x00])],
    ["lists that promise more than there is", "cbor", new Uint8Array([0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ["a text that promises gigabytes", "cbor", new Uint8Array([0x7a, 0xff, 0xff, 0xff, 0xff])],
    ["lists in lists in lists", "cbor", new Uint8Array(50_000).fill(0x81)],
    ["braces", "json", "{{{{"],
    ["bytes", "flatbuffers", new Uint8Array([0xff, 0x00])],
    ["an offset that leads beyond the end", "flatbuffers", new Uint8Array([0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0])],
    ["a text", "flatbuffers", "{}"],
    ["lists in lists in lists", "json", "[".repeat(50_000)],
    ["nothing", "json", ""],
  ] as const)("%s in %s are answered by an error, and the connection lives", async (_, format, bytes) => {
    const client = await database.asRoot("robust", format);
    client.socket.send(bytes);
    while (client.strays.length === 0) await new Promise((go) => setTimeout(go, 5));
    expect(client.strays).toMatchObject([{ error: { code: expect.any(Number) } }]);
    expect(await client.query("RETURN 1")).toEqual([1]);
  });

  it("deep values and programs are refused, as is a program of a megabyte of brackets", async () => {
    const client = await database.asRoot("robust");
    for (const open of ["[", "(", "{ a: ", "!", "-", "IF 1 { ", "fn::f("]) {
      await expect(client.query(`RETURN ${open.repeat(1_000_000 / open.length)}`)).rejects.toThrow();
    }
    const long = await client.query(`RETURN [${"1,".repeat(100_000)}].len(); RETURN '${"x".repeat(1_000_000)}'.len()`);
    expect(long).toEqual([100_000, 1_000_000]);
  }, 60_000);
});

describe("floods", () => {
  it("of calls are refused one by one, each with its id", async () => {
    const client = await database.asRoot("flood");
    const calls = Array.from({ length: 3000 }, async (_, n) =>
      client.query("RETURN $n", { n }).then(
        ([value]) => value === n,
        (error: unknown) => messageOf(error),
      ),
    );
    const results = await Promise.all(calls);
    expect(new Set(results)).toEqual(new Set([true, "Too many calls wait for an answer"]));
    expect(results.filter((result) => result === true).length).toBeGreaterThanOrEqual(1024);
    expect(await client.query("RETURN 1")).toEqual([1]);
  }, 60_000);

  it("of live queries, sessions and variables end at a limit that is named", async () => {
    const client = await database.asRoot("flood");
    await client.query("DEFINE TABLE t");
    const refused = async (count: number, call: (n: number) => Promise<unknown>): Promise<string[]> => {
      const messages: string[] = [];
      for (let n = 0; n < count; n++) await call(n).catch((error: unknown) => messages.push(messageOf(error)));
      return messages;
    };
    const live = await client.query("LIVE SELECT * FROM t;".repeat(513));
    expect(live.at(-1)).toBe("A connection may have 512 live queries: KILL one first");
    expect(live.at(-2)).toMatch(/-/);
    const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    expect(await refused(65, (n) => client.callIn({ session: id(n) }, "attach"))).toEqual([
      "A connection may have 64 sessions: detach one first",
    ]);
    expect(await refused(1025, (n) => client.call("let", `v${n}`, n))).toEqual([
      "A session may have 1024 variables: unset one first",
    ]);
  }, 60_000);

  it("of strangers' data are cut off", async () => {
    const client = await database.connect();
    void client.call("let", "x", "x".repeat(100_000)).catch(() => undefined);
    expect(await client.closed()).toBe(1009);
  });

  it("of strangers' data are cut off while they come, however many parts they come in", async () => {
    const client = await database.connect();
    for (let n = 0; n < 100 && client.closeCode === undefined; n++) {
      client.socket.send("x".repeat(10_000), { fin: false });
      await new Promise((go) => setTimeout(go, 5));
    }
    expect(await client.closed()).toBe(1009);
  });

  it("of strangers' bodies are refused", async () => {
    const call = JSON.stringify({ id: 1, method: "signin", params: [{ user: "x".repeat(100_000) }] });
    const rpc = { method: "POST", as: "", headers: { "content-type": "application/json" } };
    expect((await database.send("/rpc", { ...rpc, body: call })).status).toBe(413);
    expect((await database.send("/rpc", { ...rpc, body: call, as: root })).status).toBe(200);
    expect((await database.send("/sql", { method: "POST", as: "", body: "x".repeat(1_000_000) })).status).toBe(403);
  });

  it("of small values in one message are refused, in both formats", async () => {
    for (const [format, bytes] of [
      ["cbor", new Uint8Array(3_000_000).fill(0xa0).fill(0x9a, 0, 1).fill(0x7f, 1, 5)],
      ["json", `[${"{},".repeat(1_100_000)}{}]`],
    ] as const) {
      const client = await database.asRoot("flood", format);
      client.socket.send(bytes);
      while (client.strays.length === 0) await new Promise((go) => setTimeout(go, 5));
      expect(client.strays).toMatchObject([{ error: { message: expect.stringContaining("more values than are taken") } }]);
    }
  }, 30_000);
});

describe("a body that comes slowly", () => {
  let store: Store;
  let server: Server;
  beforeAll(async () => {
    store = await openStore(await openPglite({ folder: undefined }));
    await ensureRootUser(store, { name: "root", passhash: await hashPassword("secret") });
    const app = httpApp({ databases: openDatabases({ store }), failed: () => undefined, strangerBodyMs: 200 });
    server = createServer((request, response) => void app(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    await store.close();
  });

  /** Sends a head and the first byte of a body, and the rest after so long. @returns all that was answered once the connection is closed */
  const slowly = (head: string, body: string, restMs: number): Promise<string> =>
    new Promise((resolve) => {
      const address = server.address() as AddressInfo;
      const socket = connectTcp(address.port, "127.0.0.1");
      const length = `Host: a\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
      socket.write(`${head}\r\n${length}${body.slice(0, 1)}`);
      const rest = setTimeout(() => socket.write(body.slice(1)), restMs);
      let answer = "";
      socket.on("data", (data) => (answer += data.toString()));
      socket
        .on("error", () => undefined)
        .on("close", () => {
          clearTimeout(rest);
          resolve(answer);
        });
    });

  it.each(["/signin", "/signup", "/rpc"])("of whom nobody has signed in is not waited for: %s", async (path) => {
    const call = JSON.stringify({ id: 1, method: "ping" });
    const answer = await slowly(`POST ${path} HTTP/1.1\r\nContent-Type: application/json`, call, 60_000);
    expect(answer).toContain("HTTP/1.1 408");
    expect(answer).toContain("sign in, or send it at once");
  });

  it("of whom is known is waited for", async () => {
    const head = `POST /sql HTTP/1.1\r\nAccept: application/json\r\nAuthorization: ${root}`;
    expect(await slowly(head, "RETURN 'is waited for'", 600)).toContain("is waited for");
  });
});

describe("limits of sockets", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await openPglite({ folder: undefined }));
    await ensureRootUser(store, { name: "root", passhash: await hashPassword("secret") });
  });
  afterAll(() => store.close());

  const withSockets = async (
    limits: Partial<SocketLimits>,
    work: (url: string, sockets: RpcSockets) => Promise<void>,
    databases = openDatabases({ store, unauthenticated: true }),
  ) => {
    const sockets = new RpcSockets(databases, () => undefined, { ...socketLimits, ...limits });
    const server = createServer().on("upgrade", (request, socket, head) => sockets.upgrade(request, socket, head));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    try {
      await work(`ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}/rpc`, sockets);
    } finally {
      await sockets.close(100);
      server.close();
    }
  };

  it("more sockets than may be are refused", () =>
    withSockets({ sockets: 2 }, async (url) => {
      const open = [await SocketClient.open(url, "json"), await SocketClient.open(url, "json")];
      await expect(SocketClient.open(url, "json")).rejects.toThrow("503");
      open.forEach((client) => client.end());
    }));

  it("who never signs in leaves when another one comes and there is no room", () =>
    withSockets(
      { sockets: 2 },
      async (url) => {
        const owner = await SocketClient.open(url, "json");
        await owner.call("signin", { user: "root", pass: "secret" });
        const stranger = await SocketClient.open(url, "json");
        const next = await SocketClient.open(url, "json");
        expect(await stranger.closed()).toBe(1013);
        await next.call("signin", { user: "root", pass: "secret" });
        expect([await owner.call("query", "RETURN 1"), await next.call("query", "RETURN 2")]).toMatchObject([
          [{ result: 1 }],
          [{ result: 2 }],
        ]);
        [owner, next].forEach((client) => client.end());
      },
      openDatabases({ store }),
    ));

  it("a message that is too long ends its socket", () =>
    withSockets({ message: 10_000 }, async (url) => {
      const long = await SocketClient.open(url, "json");
      long.socket.send("x".repeat(10_001));
      expect(await long.closed()).toBe(1009);
    }));

  it("more than may wait ends its socket", () =>
    withSockets({ waiting: 5000 }, async (url) => {
      const much = await SocketClient.open(url, "json");
      much.socket.send("x".repeat(6000));
      expect(await much.closed()).toBe(1013);
    }));

  it("messages that never end are counted, all of them together", () =>
    withSockets({ waiting: 200_000 }, async (url) => {
      const clients = [await SocketClient.open(url, "json"), await SocketClient.open(url, "json")];
      for (const client of clients) client.socket.send("x".repeat(150_000), { fin: false });
      expect(await Promise.race(clients.map((client) => client.closed()))).toBe(1013);
      clients.forEach((client) => client.end());
      await new Promise((go) => setTimeout(go, 100));
      const next = await SocketClient.open(url, "json");
      next.socket.send("x".repeat(150_000));
      while (next.strays.length === 0) await new Promise((go) => setTimeout(go, 5));
      next.end();
    }));

  it("a client that reads nothing is cut off, and one that answers no ping", () =>
    withSockets({ unsent: 100_000, pingMs: 200, silentPings: 2 }, async (url) => {
      const slow = await SocketClient.open(url, "json");
      slow.socket.pause();
      for (let n = 0; n < 100; n++) {
        slow.socket.send(JSON.stringify({ id: `${n}`, method: "query", params: ["RETURN string::repeat('x', 1000000)"] }));
      }
      slow.socket.on("close", () => undefined);
      await new Promise((go) => setTimeout(go, 2000));
      slow.socket.resume();
      expect(await slow.closed()).toBe(1006);
    }));

  it("a client that answers a few pings late stays", () =>
    withSockets({ pingMs: 100, silentPings: 50 }, async (url) => {
      const late = await SocketClient.open(url, "json");
      late.socket.pause();
      await new Promise((go) => setTimeout(go, 700));
      late.socket.resume();
      expect(await late.call("version")).toMatch(/^surrealdb-/);
    }));

  it("closing waits for no client that will not leave, and leaves none of its transactions", () =>
    withSockets({}, async (url, sockets) => {
      const client = new WebSocket(url, "json");
      await new Promise((resolve) => client.once("open", resolve));
      client.send(JSON.stringify({ id: "1", method: "begin" }));
      await new Promise((resolve) => client.once("message", resolve));
      client.pause();
      const start = performance.now();
      await sockets.close(200);
      expect(performance.now() - start).toBeLessThan(5_000);
      client.terminate();
    }));
});

it("a database that cannot be opened is said to be so, and tried again", async () => {
  const failures: unknown[] = [];
  let tries = 0;
  const listener = await listenDatabase({
    open: async () => {
      tries += 1;
      throw new Error("secret detail");
    },
    host: "127.0.0.1",
    port: 0,
    failed: (error) => failures.push(error),
  });
  const url = `http://127.0.0.1:${listener.port}/health`;
  const answers = [await fetch(url), await fetch(url)];
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(await answers[0]?.text()).not.toContain("secret");
  expect([tries, failures.length]).toEqual([2, 2]);
  await listener.close(100);
});

it("who leaves while a statement runs ends it, over HTTP and over a WebSocket", async () => {
  const leaving = new AbortController();
  const asked = database.send("/sql", {
    method: "POST",
    body: "RETURN 1; SLEEP 300ms; SLEEP 300ms; RETURN 2",
    signal: leaving.signal,
  });
  const client = await database.asRoot("robust");
  void client.query("SLEEP 300ms; SLEEP 300ms; RETURN 2").catch(() => undefined);
  await new Promise((go) => setTimeout(go, 100));
  leaving.abort();
  client.socket.terminate();
  await expect(asked).rejects.toThrow("abort");
  await new Promise((go) => setTimeout(go, 1500));
  expect((await database.send("/status")).status).toBe(200);
});

it("nothing of all this was a fault of the server", () => {
  expect(database.failures).toEqual([]);
});

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
