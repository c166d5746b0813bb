import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { startTestApiServer, type TestApiServer } from "../testing/api-server.ts";
import { createKubeClient, type KubeClient } from "./kube-client.ts";
import { createListWatch, type ListWatch, type ListWatchOptions } from "./list-watch.ts";

let server: TestApiServer;
let client: KubeClient;
let abort: AbortController;
let running: Promise<void>;
let told: string[];

beforeEach(async () => {
  server = await startTestApiServer();
  client = createKubeClient({ server: server.url });
  abort = new AbortController();
  told = [];
});
afterEach(async () => {
  abort.abort();
  await running;
  client.close();
  await server.close();
});

function start(more: Partial<ListWatchOptions> = {}): ListWatch {
  const copy = createListWatch({
    ...{ client, path: "/things", pageSize: 2, random: () => 0, backoff: { baseMs: 5, maxMs: 20 } },
    onChange: (before, after) =>
      told.push(`${before === undefined ? "+" : after === undefined ? "-" : "~"}${(after ?? before)?.metadata.name}`),
    ...more,
  });
  running = copy.run(abort.signal);
  return copy;
}
const names = (copy: ListWatch) =>
  copy
    .list()
    .map(({ metadata }) => metadata.name)
    .sort();
const lists = () => server.asked.filter((url) => !url.includes("watch=1")).length;
const watches = () => server.asked.filter((url) => url.includes("watch=1")).length;
async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 120_000; !holds();) {
    if (Date.now() > end) throw new Error(`not in time; told: ${told.join(" ")}; asked: ${server.asked.join(" ")}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("a copy of the cluster's resources", () => {
  it("is listed in pages, then follows each change", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) server.put(name);
    const copy = start();
    await copy.synced;
    expect([names(copy), lists()]).toEqual([["a", "b", "c", "d", "e"], 3]);
    await until(() => watches() === 1);
    server.put("f");
    server.put("a", { changed: true });
    server.remove("b");
    await until(() => told.length === 8);
    expect(told.slice(5)).toEqual(["+f", "~a", "-b"]);
    expect(copy.get("a/a")?.spec).toEqual({ changed: true });
  });

  it("goes on where it was when a watch ends, without listing again", async () => {
    const copy = start();
    await copy.synced;
    await until(() => watches() === 1);
    server.bookmark();
    server.endWatches();
    await until(() => watches() === 2);
    server.put("a");
    server.endWatches();
    server.put("b");
    await until(() => told.length === 2);
    expect([told, lists()]).toEqual([["+a", "+b"], 1]);
  });

  it("lists again when its version is forgotten, and tells what has changed meanwhile", async () => {
    server.put("a");
    server.put("b");
    const copy = start();
    await copy.synced;
    await until(() => watches() === 1);
    server.endWatches();
    server.remove("a");
    server.put("c");
    server.compact();
    await until(() => names(copy).join() === "b,c");
    expect(told.slice(2).sort()).toEqual(["+c", "-a"]);
    expect(lists()).toBeGreaterThan(1);
  });

  it("gives up a watch that was not ended when it was to be, and goes on where it was", async () => {
    const failures: unknown[] = [];
    const copy = start({ watchSeconds: { min: 0, max: 0 }, graceMs: 60, onFailure: (error) => failures.push(error) });
    await copy.synced;
    await until(() => watches() >= 3);
    expect(lists()).toBe(1);
    expect(failures).toContainEqual(expect.objectContaining({ reason: "Silent" }));
  });

  it("takes the end of a quiet watch for what it is: no failure, and a sign of life", async () => {
    const failures: unknown[] = [];
    let heard = 0;
    const copy = start({ onFailure: (error) => failures.push(error), onActivity: () => heard++ });
    await copy.synced;
    const before = heard;
    for (let ends = 1; ends <= 3; ends++) {
      await until(() => watches() === ends);
      server.endWatches();
    }
    await until(() => heard >= before + 3);
    expect([failures, lists()]).toEqual([[], 1]);
    expect(server.asked.filter((url) => url.includes("watch=1")).every((url) => url.includes("timeoutSeconds=120"))).toBe(true);
  });

  it("is not bothered by refusals, and waits as long as it is asked to", async () => {
    server.refuse(500, 3);
    server.refuse(429, 1, { "retry-after": "1" });
    const failures: unknown[] = [];
    const since = Date.now();
    const copy = start({ onFailure: (error) => failures.push(error) });
    await copy.synced;
    expect(Date.now() - since).toBeGreaterThan(900);
    expect(lists()).toBe(5);
    expect(failures).toMatchObject([{ status: 500 }, { status: 500 }, { status: 500 }]);
  });

  it("tells when it last heard something", async () => {
    let heard = 0;
    const copy = start({ onActivity: () => heard++ });
    await copy.synced;
    await until(() => watches() === 1);
    const before = heard;
    server.bookmark();
    await until(() => heard > before);
  });
});
