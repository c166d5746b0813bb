import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { openSource } from "./source.ts";

let server: Server | undefined;
afterEach(() => {
  jest.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

async function served(handler: RequestListener, timeoutMs: number) {
  server = createServer(handler);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return openSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, timeoutMs);
}

async function lengthOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const part of bytes) length += part.length;
  return length;
}

describe("a source on the web", () => {
  it("may be slow as long as something comes", async () => {
    // Time passes only between two parts, each of which has come by then.
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
    let answer: ServerResponse | undefined;
    const source = await served((_request, response) => void (answer = response).write("x"), 250);
    const bytes = (await source.stream("loci.tgz"))[Symbol.asyncIterator]();
    expect(await bytes.next()).toMatchObject({ done: false });
    for (let part = 0; part < 8; part++) {
      jest.advanceTimersByTime(200);
      answer?.write("x");
      expect(await bytes.next()).toMatchObject({ done: false });
    }
    answer?.end();
    expect(await bytes.next()).toMatchObject({ done: true });
  });

  it("is given up when nothing comes any more, before its answer or in the middle of it", async () => {
    const source = await served((request, response) => {
      if (request.url === "/half.tgz") response.write("x");
    }, 100);
    await expect(source.read("manifest.json", 100)).rejects.toThrow("nothing came for 0.1 s");
    await expect(source.stream("half.tgz").then(lengthOf)).rejects.toThrow("nothing came for 0.1 s");
  });

  it("is not read further than a small file may go", async () => {
    const source = await served((_request, response) => response.end("x".repeat(1_000)), 60_000);
    await expect(source.read("manifest.json", 100)).rejects.toThrow("is longer than a file of its kind");
  });
});
