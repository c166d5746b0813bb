import { PassThrough } from "node:stream";
import { expect, it } from "@jest/globals";
import { writePages } from "./pages.ts";

it("waits for a slow reader, with as many listeners for many pages as for one", async () => {
  const stream = new PassThrough({ highWaterMark: 10 });
  const listeners: number[] = [];
  async function* pages(): AsyncGenerator<string> {
    for (let page = 0; page < 20; page++) {
      listeners.push(stream.listenerCount("close") + stream.listenerCount("drain"));
      expect(stream.writableLength).toBeLessThanOrEqual(30);
      yield `${page}`.padStart(30, ".");
    }
  }
  const writing = writePages(stream, pages()).then(() => stream.end());
  const read: string[] = [];
  for await (const part of stream) {
    read.push(String(part));
    await new Promise((go) => setImmediate(go));
  }
  await writing;
  expect(read.join("")).toHaveLength(600);
  expect(new Set(listeners.slice(1)).size).toBe(1);
});

it("makes no more pages once the reader has left", async () => {
  const stream = new PassThrough({ highWaterMark: 10 });
  let made = 0;
  async function* pages(): AsyncGenerator<string> {
    for (;;) {
      made += 1;
      yield ".".repeat(30);
    }
  }
  const writing = writePages(stream, pages());
  setImmediate(() => stream.destroy());
  await writing;
  expect(made).toBeLessThan(5);
});
