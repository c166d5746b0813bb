/** `loci` as a process: a recall from a cold start against an empty Node, and a folder's upload against the bare API. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { heading, percentile, print, table } from "./report.ts";
import { startServer, type BenchServer } from "./server.ts";
import { questions, turnSource } from "./texts.ts";

const client = join(import.meta.dirname, "../../services/cli/bin/loci.js");
const starts = 30;
/** Of each round. */
const files = Number(process.env["LOCI_BENCH_FILES"] ?? 1_000);
const atOnce = 4;

export async function measureColdRecall(): Promise<void> {
  const server = await startServer();
  try {
    const turn = turnSource(6);
    const messages = Array.from({ length: 200 }, () => ({ role: "user", content: turn() }));
    await server.call("POST", "/dev/facts/batch", { infer: "none", messages });
    const asked = questions();
    const bare: number[] = [];
    const recall: number[] = [];
    for (let i = 0; i < starts; i++) {
      bare.push(await timed(() => node(["-e", "0"], server)));
      recall.push(await timed(() => node([client, "recall", `${asked[i % asked.length] ?? ""} ${i}`], server)));
    }
    heading(`loci recall from a cold start (${starts} processes, ms; ${loadText()})`);
    table([
      ["process", "p50", "p95", "budget of p50"],
      ["node -e 0", percentile(bare, 0.5), percentile(bare, 0.95), "-"],
      ["loci recall", percentile(recall, 0.5), percentile(recall, 0.95), "300"],
    ]);
    print(`ratio p50: ${(percentile(recall, 0.5) / percentile(bare, 0.5)).toFixed(2)}`);
  } finally {
    await server.stop();
  }
}

export async function measureIngest(): Promise<void> {
  const server = await startServer();
  const folder = await mkdtemp(join(tmpdir(), "loci-bench-files-"));
  try {
    const turn = turnSource(7);
    const notesOf = async (round: string, count: number) => {
      const notes = join(folder, round);
      await mkdir(notes);
      for (let i = 0; i < count; i++) await writeFile(join(notes, `${i}.md`), `${turn()} ${round}-${i}`);
      return notes;
    };
    // The first uploads compile the server's code, whoever sends them.
    await uploadBare(await notesOf("warm-up", 50), server);
    const seconds = { loci: 0, bare: 0 };
    // Each goes first once: what the server holds by then slows every upload.
    for (const [round, way] of (["loci", "bare", "bare", "loci"] as const).entries()) {
      const notes = await notesOf(String(round), files);
      await untilRead(server);
      const took = await timed(() => (way === "loci" ? node([client, "ingest", notes], server) : uploadBare(notes, server)));
      seconds[way] += took / 1_000;
      print(`${way}: ${(files / (took / 1_000)).toFixed(1)} files/s`);
    }
    heading(`loci ingest of ${files} small files, ${atOnce} at a time (${loadText()})`);
    table([
      ["way", "files/s"],
      ["POST /documents with fetch alone", (2 * files) / seconds.bare],
      ["loci ingest", (2 * files) / seconds.loci],
    ]);
    table([["ratio (budget ≥ 0.8)", seconds.bare / seconds.loci]]);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function node(args: readonly string[], { origin, contextKey }: BenchServer): Promise<void> {
  const settings = { SERVICE_URL: origin, SERVICE_API_KEY: contextKey, SERVICE_CONTEXT_ID: "dev" };
  const child = spawn(process.execPath, args, { env: { ...process.env, ...settings }, stdio: ["ignore", "ignore", "inherit"] });
  await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`node ${args.join(" ")} ended with ${child.exitCode}`);
}

async function uploadBare(folder: string, server: BenchServer): Promise<void> {
  const names = await readdir(folder);
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const body = new FormData();
      body.set("metadata", JSON.stringify({ source: name }));
      body.set("file", new Blob([await readFile(join(folder, name))]), name);
      const answer = await server.send("POST", "/dev/documents", { body });
      if (answer.status !== 202) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Until the server has nothing left to read: a round is not to pay for the one before. */
async function untilRead(server: BenchServer): Promise<void> {
  for (;;) {
    const { queueDepth } = await server.call<{ queueDepth: { queued: number; running: number } }>("GET", "/dev/traces/stats");
    if (queueDepth.queued + queueDepth.running === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

function loadText(): string {
  return `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
}
