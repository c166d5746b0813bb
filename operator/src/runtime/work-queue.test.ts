import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { createWorkQueue, type WorkQueue } from "./work-queue.ts";

let queue: WorkQueue;
beforeEach(() => {
  jest.useFakeTimers();
  queue = createWorkQueue();
});
afterEach(() => {
  queue.close();
  jest.useRealTimers();
});

describe("a work queue", () => {
  it("holds each key once, in the order of their coming", async () => {
    for (const key of ["a", "b", "a"]) queue.add(key);
    expect(queue.depth).toBe(2);
    expect([await queue.take(), await queue.take()]).toEqual(["a", "b"]);
  });

  it("gives no key to two workers: what is added meanwhile comes when the first is done", async () => {
    queue.add("a");
    expect(await queue.take()).toBe("a");
    queue.add("a");
    expect(queue.depth).toBe(0);
    const next = queue.take();
    queue.done("a");
    expect(await next).toBe("a");
  });

  it("keeps the earliest of the times that a key was put off to", async () => {
    queue.addAfter("a", 5_000);
    queue.addAfter("a", 1_000);
    queue.addAfter("a", 9_000);
    jest.advanceTimersByTime(999);
    expect(queue.depth).toBe(0);
    jest.advanceTimersByTime(1);
    expect(await queue.take()).toBe("a");
    queue.done("a");
    jest.advanceTimersByTime(60_000);
    expect(queue.depth).toBe(0);
  });

  it("forgets a later time when the key comes at once", async () => {
    queue.addAfter("a", 1_000);
    queue.add("a");
    expect(await queue.take()).toBe("a");
    queue.done("a");
    jest.advanceTimersByTime(60_000);
    expect(queue.depth).toBe(0);
  });

  it("lets its workers go when it is closed", async () => {
    const waiting = queue.take();
    queue.addAfter("a", 1_000);
    queue.close();
    expect([await waiting, await queue.take()]).toEqual([undefined, undefined]);
  });
});
