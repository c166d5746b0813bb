import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { library } from "@loci/e2e/parts/documents";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { memory, succeeded, type Memory } from "@loci/e2e/parts/memory";
import { freePort } from "@loci/e2e/parts/postgres";
import { eventually } from "./faults/world.ts";

interface Turns {
  readonly turns: readonly { readonly id: string; readonly extraction: string; readonly content: string }[];
}

/** Of a server: the processes that read texts for it. */
function readersOf(pid: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  const rows = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []);
  return rows.flatMap(([, own, parent, args]) =>
    Number(parent) === pid && args?.includes("text-reader/child.ts") ? [Number(own)] : [],
  );
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** How long the server's slowest answer about its health took, in milliseconds, while the work ran. */
async function slowestHealth(url: string, work: () => Promise<unknown>): Promise<number> {
  const over = new AbortController();
  const asking = slowestUntil(over.signal, `${url}/api/v1/health`);
  await work().finally(() => over.abort());
  return asking;
}

async function slowestUntil(over: AbortSignal, url: string): Promise<number> {
  let slowest = 0;
  while (!over.aborted) {
    const began = performance.now();
    await fetch(url);
    slowest = Math.max(slowest, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return slowest;
}

const attack = `See //${"111.".repeat(30)} for more.`;
const patience = 240_000;
/** Some 10 ms where nothing else runs; a process that reads such a text itself answers never. */
const healthLimitMs = 10_000;

async function stateOf(user: Memory, sessionId: string): Promise<string | undefined> {
  return succeeded(await user.get<Turns>(`/sessions/${sessionId}/turns`)).turns[0]?.extraction;
}

const setAside = async (user: Memory) =>
  succeeded(await user.get<{ setAsideTexts: number; pendingExtractions: number }>("/traces/stats")).setAsideTexts;

describe("a text on which a library's pattern goes on for ever", () => {
  it("is answered, sent as a fact, as a document and as a question, and holds nobody up", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loci-hostile-"));
    const server = await startDev(`pglite:${folder}`, await freePort());
    const user = memory(server.url, "dev", printedKeys(server.output()).contextKey);
    const documents = library(user);
    const slowest = await slowestHealth(server.url, async () => {
      const [fact] = await Promise.all([
        user.post<{ sessionId: string }>("/facts", { text: attack }, { prefer: "respond-async" }),
        user.post("/query", { query: attack }),
        user.post("/chat", { message: attack }),
        documents.keep({ name: "attack.md", type: "text/markdown", bytes: new TextEncoder().encode(attack) }),
      ]);
      await eventually(
        () => stateOf(user, succeeded(fact).sessionId),
        (state) => state === "done" || state === "set_aside",
        patience,
      );
    });
    expect(slowest).toBeLessThan(healthLimitMs);
    expect((await user.remember("Mina lives in Lisbon.")).deferred).toBe(false);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
});

describe("a text whose reading does not end", () => {
  const unruly = pathToFileURL(join(import.meta.dirname, "../../parts/unruly-preload.ts")).href;
  let folder: string;
  let server: RunningLoci;
  let user: Memory;
  const start = async (port: number): Promise<RunningLoci> =>
    startDev(`pglite:${folder}`, port, { NODE_OPTIONS: `--import=${unruly}`, SERVICE_API_KEY: "a-key-of-this-test-alone" });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-unending-"));
    server = await start(await freePort());
    user = memory(server.url, "dev", "a-key-of-this-test-alone");
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("is kept, others are served meanwhile, and it is set aside", async () => {
    let sessionId = "";
    const slowest = await slowestHealth(server.url, async () => {
      const [answer] = await Promise.all([user.remember("forever"), user.remember("An easy text.")]);
      expect(answer).toMatchObject({ deferred: true, extraction: null });
      ({ sessionId } = answer);
      await eventually(
        () => stateOf(user, sessionId),
        (state) => state === "set_aside",
        patience,
      );
    });
    expect(slowest).toBeLessThan(healthLimitMs);
    expect(await stateOf(user, sessionId)).toBe("set_aside");
    expect(await setAside(user)).toBe(1);
    expect((await user.recall("forever")).hits.map(({ text }) => text)).toContain("forever");
    expect(server.output()).toContain("was set aside");
  });

  it("is not begun again by a restart, but when somebody asks; a server that is killed leaves no reader behind", async () => {
    const port = Number(new URL(server.url).port);
    await server.stop();
    server = await start(port);
    const { turns } = succeeded(await user.get<Turns>(`/sessions/${await sessionOf(user)}/turns`));
    const [turn] = turns;
    expect(turn?.extraction).toBe("set_aside");
    // The background extractor has looked at least once.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    expect(readersOf(server.pid)).toEqual([]);

    const sessionId = await sessionOf(user);
    const retried = await user.post<{ extraction: string }>(`/sessions/${sessionId}/turns/${turn?.id}/retry`, undefined);
    expect([retried.status, retried.body.extraction]).toEqual([202, "pending"]);
    const [reader = 0] = await eventually(
      async () => readersOf(server.pid),
      (readers) => readers.length > 0,
      patience,
    );
    await server.kill();
    await eventually(
      async () => isThere(reader),
      (there) => !there,
      30_000,
    );
    // Its claim is under a lease: no start of a server begins with what ended the one before.
    server = await start(port);
    expect(await stateOf(user, sessionId)).toBe("pending");
    expect((await user.recall("forever")).hits.map(({ text }) => text)).toContain("forever");
  });
});

async function sessionOf(user: Memory): Promise<string> {
  const { hits } = await user.recall("forever");
  return hits.find(({ text }) => text === "forever")?.sessionId ?? "";
}
