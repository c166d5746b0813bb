/** How long a second start takes, what stays in memory, and whether an answer over HTTP has a constant floor. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { heading, percentile, table } from "./report.ts";
import { startServer } from "./server.ts";
import { turnSource } from "./texts.ts";

const records = 10_000;

export async function measureStart(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "loci-bench-start-"));
  try {
    const first = await startServer(folder);
    const turn = turnSource(3);
    for (let i = 0; i < records; i += 100) {
      await first.call("POST", "/dev/facts/batch", {
        infer: "none",
        messages: Array.from({ length: 100 }, () => ({ role: "user", content: turn() })),
      });
    }
    await first.call("POST", "/dev/query", { query: "warm up", mode: "hybrid" });
    const resident = await first.residentMb();
    await first.stop();
    const second = await startServer(folder);
    const times: number[] = [];
    for (let i = 0; i < 200; i++) {
      const began = performance.now();
      await second.call("GET", "/health");
      times.push(performance.now() - began);
    }
    for (let i = 0; i < 50; i++) await second.call("POST", "/dev/query", { query: `what about ${turn()}`, mode: "hybrid" });
    const reopened = await second.residentMb();
    await second.stop();
    const alone = await pgliteAlone(join(folder, "database"));
    heading("Start and memory");
    table([
      ["measure", "value", "budget"],
      ["first start to healthy (ms)", first.startMs, "-"],
      ["second start to healthy (ms)", second.startMs, "3000"],
      ["GET /health p50 (ms): the floor of an answer", percentile(times, 0.5), "-"],
      [`resident after ${records} records (MB)`, resident, (alone + 150).toFixed(0)],
      ["resident after a second start and 50 queries (MB)", reopened, (alone + 150).toFixed(0)],
      ["PGlite alone on the same folder (MB)", alone, "-"],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resident memory of a process that only opens the folder with PGlite and makes the same rows with the same kinds of index again. */
async function pgliteAlone(folder: string): Promise<number> {
  const script = `
    import { PGlite } from "@electric-sql/pglite";
    import { vector } from "@electric-sql/pglite-pgvector";
    import { pg_textsearch } from "@electric-sql/pglite-pg_textsearch";
    const database = await PGlite.create({ dataDir: process.argv[1], extensions: { vector, pg_textsearch } });
    await database.exec(\`create table turns as select * from graph.turn; create table vectors as select * from graph.embedding;
      create table documents as select * from search.document;
      create index on documents using bm25 (lexemes) with (text_config = 'simple');
      create index on documents using hnsw (embedding vector_cosine_ops) with (m = 12, ef_construction = 48); analyze;\`);
    console.log("ready"); setTimeout(() => {}, 60000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder], {
    stdio: ["ignore", "pipe", "inherit"],
    cwd: import.meta.dirname,
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  child.kill();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
