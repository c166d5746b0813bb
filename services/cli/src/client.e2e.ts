/** The client as a process: cold start, pipes, Ctrl-C, terminals, and the throughput of a folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { loci } from "@loci/e2e/parts/loci";
import { startWorld, type World } from "./testing/server.ts";

const bin = join(import.meta.dirname, "../bin/loci.js");
let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.json("remember", "Mina lives in Lisbon.");
  await world.json("recall", "Where does Mina live?");
});
afterAll(() => world.end());

/** In a shell, as a user has it. */
async function shell(script: string): Promise<{ code: number; out: string }> {
  const env = { ...process.env, ...world.settings, NODE: process.execPath, LOCI: bin, NODE_NO_WARNINGS: "1" };
  const child = spawn("bash", ["-c", `loci() { "$NODE" "$LOCI" "$@"; }; ${script}`], { env, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (out += text));
  await once(child, "close");
  return { code: child.exitCode ?? -1, out };
}

async function writeNotes(folder: string, count: number, what: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let i = 0; i < count; i++) await writeFile(join(folder, `${i}.md`), `${what} ${i}: room ${i % 17}, item ${i * 7}.`);
}

describe("the client as a process", () => {
  it("answers a recall from a cold start, and says how soon", async () => {
    const times: number[] = [];
    for (let i = 0; i < 12; i++) {
      const began = performance.now();
      expect((await loci(["recall", "Where does Mina live?"], world.settings)).code).toBe(0);
      times.push(performance.now() - began);
    }
    const [best = Infinity, , , , , , p50 = Infinity] = times.toSorted((a, b) => a - b);
    process.stderr.write(`cold recall: best ${best.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms\n`);
    expect(best).toBeLessThan(10_000);
  });

  it("is quiet where its reader has gone", async () => {
    const { code, out } = await shell(
      `set -o pipefail; loci documents --help | head -1; for i in 1 2; do loci audit --json | true; done`,
    );
    expect(out).toMatch(/^Usage: [^\n]*\n$/);
    expect(code).toBe(0);
  });

  it("says so where its output cannot be written", async () => {
    const { code, out } = await shell("loci me > /dev/full");
    expect(out).toContain("the output cannot be written");
    expect(code).toBe(1);
  });

  it("has colours on a terminal only, and where they are forced", async () => {
    const escape = "\u001b[1m";
    const terminal = (line: string) => shell(`script -qec '"$NODE" "$LOCI" ${line}' /dev/null`);
    expect((await terminal("me")).out).toContain(escape);
    expect((await terminal("me --no-color")).out).not.toContain(escape);
    expect((await shell("loci me")).out).not.toContain(escape);
    expect((await shell("FORCE_COLOR=1 loci me")).out).toContain(escape);
    expect((await shell("NO_COLOR=1 loci me")).out).not.toContain(escape);
  });

  it("fits a terminal of 60 columns", async () => {
    const { out } = await shell(`script -qec 'stty cols 60; "$NODE" "$LOCI" --no-color traces list' /dev/null`);
    expect(out).toContain("trace:");
    for (const line of out.split(/\r?\n/)) expect(line.length).toBeLessThanOrEqual(60);
  });

  it("stops an ingest in order at Ctrl-C, and goes on with it", async () => {
    const folder = join(world.folder, "many");
    const count = 800;
    await writeNotes(folder, count, "Many");
    const env = { ...process.env, ...world.settings, NODE_NO_WARNINGS: "1" };
    const child = spawn(process.execPath, [bin, "ingest", folder, "--json"], { env, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    const ended = once(child, "close");
    while ((await storedDocuments()) < 10) await pause(50);
    child.kill("SIGINT");
    await ended;
    expect(child.exitCode).toBe(130);
    const stopped = JSON.parse(out) as { uploaded: object[]; open: number };
    expect(stopped.open).toBeGreaterThan(0);
    const again = (await world.json("ingest", folder)) as { uploaded: object[]; known: string[]; failed: object[] };
    expect(again.failed).toEqual([]);
    expect(again.known.length).toBeGreaterThanOrEqual(stopped.uploaded.length);
    expect(again.uploaded.length + again.known.length).toBe(count);
  });

  it("uploads several files of a folder at once, as the bare API does, and says how fast", async () => {
    const rate = async (kind: "cli" | "bare", round: number) => {
      const folder = join(world.folder, `${kind}-${round}`);
      await writeNotes(folder, 250, `${kind} ${round}`);
      const began = performance.now();
      if (kind === "cli") expect((await loci(["ingest", folder], world.settings)).code).toBe(0);
      else await uploadBare(folder);
      return 250 / (performance.now() - began);
    };
    // In turns, as the machine and the server's own work change under it: what counts is a round's own ratio.
    const ratios: number[] = [];
    for (let round = 0; round < 4; round++) {
      const cli = await rate("cli", round);
      ratios.push(cli / (await rate("bare", round)));
    }
    process.stderr.write(`ingest beside the bare API: ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}\n`);
    expect(Math.max(...ratios)).toBeGreaterThan(0.3);
  });
});

async function storedDocuments(): Promise<number> {
  const { SERVICE_URL: url, SERVICE_API_KEY: key } = world.settings;
  const answer = await fetch(`${url}/api/v1/dev/documents`, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { total: number }).total;
}

/** Four at a time, with nothing but fetch. */
async function uploadBare(folder: string): Promise<void> {
  const names = await readdir(folder);
  const { SERVICE_URL: url, SERVICE_API_KEY: key } = world.settings;
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const body = new FormData();
      body.set("metadata", JSON.stringify({ source: name }));
      body.set("file", new Blob([await readFile(join(folder, name))]), name);
      const answer = await fetch(`${url}/api/v1/dev/documents`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body,
      });
      const said = await answer.text();
      if (answer.status !== 202) throw new Error(`${said}\n${world.server.output()}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
}
