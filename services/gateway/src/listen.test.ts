import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { listenHttp, type Listener } from "./listen.ts";
import type { Patience } from "./patience.ts";
import { sendBytes } from "./send-stream.ts";

let listener: Listener;
let client: Socket;
afterEach(async () => {
  client.destroy();
  await listener.close(0);
});

const little: Patience = {
  ...{ restMs: 200, restBytes: 1024 ** 3, silenceMs: 200, farewellMs: 200 },
  ...{ bodyWindowMs: 60_000, bodyBytesPerSecond: 100 },
};
const whole = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

/** A client that never closes its end by itself. */
async function open(handler: RequestListener, more: Partial<Patience> = {}): Promise<{ readonly heard: () => string }> {
  listener = await listenHttp(handler, "127.0.0.1", 0, { ...little, ...more });
  client = connect({ host: "127.0.0.1", port: listener.port, allowHalfOpen: true });
  client.on("error", () => undefined);
  let text = "";
  client.on("data", (data: Buffer) => (text += data.toString()));
  await once(client, "connect");
  return { heard: () => text };
}

/** Goes on sending until the other side takes nothing any more. */
async function dripUntilCut(): Promise<boolean> {
  for (const end = Date.now() + 15_000; !client.closed && Date.now() < end; await sleep(20)) client.write("x");
  return client.closed;
}

describe("a client that does not close its end", () => {
  it("is cut off some time after it was told that what it sends is not HTTP", async () => {
    const { heard } = await open(() => undefined);
    client.write("nonsense\r\n\r\n");
    await once(client, "end");
    expect(heard()).toMatch(/^HTTP\/1\.1 400 /);
    // The end waits for every connection.
    const ended = listener.close(60_000).then(() => "ended");
    expect(await Promise.race([ended, sleep(15_000, "held up")])).toBe("ended");
  });

  it("is cut off some time after an answer that came before its request was whole", async () => {
    const { heard } = await open((_request, response) => response.writeHead(401).end());
    client.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n");
    expect(await dripUntilCut()).toBe(true);
    expect(heard()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it("keeps its connection where the rest comes in time", async () => {
    const answer: RequestListener = (request, response) => {
      request.resume();
      response.end();
    };
    const { heard } = await open(answer, { restMs: 5_000 });
    const answers = () => heard().match(/HTTP\/1\.1 200 /g) ?? [];
    const untilAnswered = async (times: number) => {
      for (const end = Date.now() + 15_000; answers().length < times && Date.now() < end;) await sleep(20);
    };
    client.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n");
    await untilAnswered(1);
    client.write("x");
    await sleep(5_500);
    client.write(whole);
    await untilAnswered(2);
    expect(answers()).toHaveLength(2);
  });
});

describe("a connection that is kept", () => {
  it("has no more listeners after twenty requests that were answered before they were whole than after one", async () => {
    let socket: Socket | undefined;
    const waitingForClose: number[] = [];
    const answer: RequestListener = (request, response) => {
      socket = request.socket;
      waitingForClose.push(socket.listenerCount("close"));
      response.writeHead(403).end();
    };
    const { heard } = await open(answer, { restMs: 30_000, silenceMs: 30_000 });
    const listeners = () => (socket?.eventNames() ?? []).reduce((sum, name) => sum + (socket?.listenerCount(name) ?? 0), 0);
    const untilTrue = async (holds: () => boolean) => {
      for (const end = Date.now() + 15_000; !holds() && Date.now() < end;) await sleep(5);
      return holds();
    };
    const ask = async (times: number) => {
      client.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n");
      await untilTrue(() => (heard().match(/HTTP\/1\.1 403 /g) ?? []).length === times);
      client.write("x");
    };
    await untilTrue(() => client.readyState === "open");
    await ask(1);
    // What watches the rest of a request looks every tenth of a second.
    await sleep(500);
    const afterOne = listeners();
    for (let times = 2; times <= 20; times++) await ask(times);
    expect(await untilTrue(() => listeners() <= afterOne)).toBe(true);
    // Nor while they come faster than it looks.
    expect(Math.max(...waitingForClose)).toBe(waitingForClose[0]);
  });
});

describe("a client that sends many requests at once", () => {
  it("has them served one after the other", async () => {
    let [atOnce, most] = [0, 0];
    const { heard } = await open(({ url }, response) => {
      most = Math.max(most, ++atOnce);
      setTimeout(() => {
        atOnce--;
        response.end(`<${url}>`);
      }, 5);
    });
    client.write(Array.from({ length: 20 }, (_, at) => `GET /${at} HTTP/1.1\r\nhost: x\r\n\r\n`).join(""));
    const answers = () => heard().match(/<\/\d+>/g) ?? [];
    for (const end = Date.now() + 15_000; answers().length < 20 && Date.now() < end;) await sleep(20);
    expect(answers()).toEqual(Array.from({ length: 20 }, (_, at) => `</${at}>`));
    expect(most).toBe(1);
  });

  it("has one answer made where it takes none", async () => {
    let made = 0;
    const closed = Promise.withResolvers<string>();
    await open((_request, response) => {
      made++;
      response.once("close", () => closed.resolve("cut off"));
      response.end(Buffer.alloc(16 * 1024 * 1024));
    });
    client.pause();
    client.write(whole.repeat(90));
    expect(await Promise.race([closed.promise, sleep(15_000, "still waited for")])).toBe("cut off");
    expect(made).toBe(1);
  });

  it("is cut off where more of them wait than anybody sends in good faith", async () => {
    let made = 0;
    await open(() => made++);
    client.write(whole.repeat(1_000));
    expect(await Promise.race([once(client, "end").then(() => "cut off"), sleep(15_000, "still waited for")])).toBe("cut off");
    expect(made).toBe(1);
  });
});

describe("a client that does not take its answer", () => {
  it("is cut off, though the answer was ended", async () => {
    const closed = Promise.withResolvers<string>();
    await open((_request, response) => {
      response.once("close", () => closed.resolve("cut off"));
      response.end(Buffer.alloc(64 * 1024 * 1024));
    });
    client.pause();
    client.write(whole);
    expect(await Promise.race([closed.promise, sleep(15_000, "still waited for")])).toBe("cut off");
  });

  it("is cut off while the answer is still being made, and so is what makes it", async () => {
    const closed = Promise.withResolvers<string>();
    let released = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(64 * 1024);
      } finally {
        released = true;
      }
    }
    await open((_request, response) => void sendBytes(response, 200, {}, endless()).then(() => closed.resolve("cut off")));
    client.pause();
    client.write(whole);
    expect(await Promise.race([closed.promise, sleep(15_000, "still waited for")])).toBe("cut off");
    expect(released).toBe(true);
  });

  it("gets all of it where it reads, however slowly", async () => {
    const [pieces, pieceBytes] = [24, 1024 * 1024];
    async function* bytes() {
      for (let i = 0; i < pieces; i++) yield Buffer.alloc(pieceBytes, "x");
    }
    // The kernel tells the other side of room only once there is a good deal of it.
    await open((_request, response) => void sendBytes(response, 200, { connection: "close" }, bytes()), { silenceMs: 1_000 });
    const begun = Date.now();
    let taken = 0;
    client.on("data", (data: Buffer) => {
      taken += data.length;
      client.pause();
      setTimeout(() => client.resume(), 10);
    });
    client.write(whole);
    await Promise.race([once(client, "end"), once(client, "close")]);
    expect(Date.now() - begun).toBeGreaterThan(2_000);
    expect(taken).toBeGreaterThan(pieces * pieceBytes);
  });
});

describe("a client that waits for an answer that takes long", () => {
  it("is not cut off meanwhile", async () => {
    const { heard } = await open((_request, response) => void setTimeout(() => response.end("done"), 900));
    client.write(whole);
    for (const end = Date.now() + 15_000; !heard().includes("done") && Date.now() < end;) await sleep(20);
    expect(heard()).toContain("done");
  });
});

describe("a client that sends all of its body before it reads", () => {
  const megabytes = 16;
  // No bound that a crowded machine could reach, but the one that is tested.
  const patient = { restMs: 30_000, silenceMs: 30_000, farewellMs: 30_000 };
  const post = (more: string, length = megabytes * 1024 * 1024) =>
    `POST / HTTP/1.1\r\nhost: x\r\n${more}content-length: ${length}\r\n\r\n`;
  const refuse: RequestListener = (_request, response) => void response.writeHead(413).end("too long");

  /** Sends without a look at what comes back, as programs do that know nothing else; then reads to the end. */
  async function sendAll(head: string): Promise<string> {
    const failed = once(client, "error").then(([error]) => Promise.reject(error as Error));
    const sent = async () => {
      client.pause();
      client.write(head);
      for (let i = 0; i < megabytes; i++) {
        if (!client.write(Buffer.alloc(1024 * 1024))) await once(client, "drain");
      }
      await sleep(50);
      client.resume();
      await once(client, "end");
    };
    await Promise.race([sent(), failed]);
    return client.bytesWritten > megabytes * 1024 * 1024 ? "all sent" : "not all sent";
  }

  it("reads the refusal, though it asked for the connection to be closed after it", async () => {
    const { heard } = await open(refuse, patient);
    expect(await sendAll(post("connection: close\r\n"))).toBe("all sent");
    expect(heard()).toMatch(/^HTTP\/1\.1 413 [^]*connection: close[^]*too long/i);
  }, 30_000);

  it("reads it though it closes its end before", async () => {
    const { heard } = await open(refuse, patient);
    client.once("end", () => undefined);
    client.pause();
    client.write(post("connection: close\r\n"));
    client.end(Buffer.alloc(megabytes * 1024 * 1024));
    await once(client, "finish");
    client.resume();
    await once(client, "end");
    expect(heard()).toMatch(/^HTTP\/1\.1 413 /);
  }, 30_000);

  it("reads it with fetch, too", async () => {
    await open(refuse, patient);
    const body = Buffer.alloc(megabytes * 1024 * 1024);
    const answer = await fetch(`http://127.0.0.1:${listener.port}/`, { method: "POST", body });
    expect([answer.status, await answer.text()]).toEqual([413, "too long"]);
  }, 30_000);

  it("is cut off where it sends more than anybody reads for nothing", async () => {
    await open(refuse, { ...patient, restBytes: 1024 * 1024 });
    client.write(post("", 1024 ** 3));
    for (const end = Date.now() + 15_000; !client.closed && Date.now() < end; await sleep(5)) {
      if (client.writable) client.write(Buffer.alloc(256 * 1024));
    }
    expect(client.closed).toBe(true);
    expect(client.bytesWritten).toBeLessThan(512 * 1024 * 1024);
  }, 30_000);
});

describe("a client that sends its body slowly", () => {
  const post = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n";
  const strict = { bodyWindowMs: 1_000, bodyBytesPerSecond: 1_000 };
  /** Reads a body as slowly as it is told to, and says how long it was. */
  const reader =
    (pauseMs = 0): RequestListener =>
    async (request, response) => {
      let bytes = 0;
      try {
        for await (const chunk of request) {
          bytes += (chunk as Buffer).length;
          await sleep(pauseMs);
        }
        response.end(`read ${bytes}`);
      } catch {
        // The client was cut off.
      }
    };

  it("is told so and cut off, one byte after the other though it comes", async () => {
    const { heard } = await open(reader(), strict);
    client.write(post);
    expect(await dripUntilCut()).toBe(true);
    expect(heard()).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*did not arrive in time/i);
  }, 30_000);

  it("is cut off when it stops, however fast it began", async () => {
    const { heard } = await open(reader(), strict);
    client.write(post + "x".repeat(500_000));
    await once(client, "end");
    expect(heard()).toMatch(/^HTTP\/1\.1 408 /);
  }, 30_000);

  it("may send at the least rate for as long as it likes", async () => {
    const { heard } = await open(reader(), { ...strict, bodyBytesPerSecond: 10 });
    client.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 150\r\n\r\n");
    for (let i = 0; i < 15; i++) {
      client.write("x".repeat(10));
      await sleep(100);
    }
    for (const end = Date.now() + 15_000; !heard().includes("read") && Date.now() < end;) await sleep(20);
    expect(heard()).toContain("read 150");
  }, 30_000);

  it("is not cut off for the time in which we do not read", async () => {
    const { heard } = await open(reader(100), strict);
    client.write(post + "x".repeat(1_000_000));
    for (const end = Date.now() + 15_000; !heard().includes("read") && Date.now() < end;) await sleep(20);
    expect(heard()).toContain("read 1000000");
  }, 30_000);
});
