/** Documents a second from upload to ready: the pipeline over Temporal against the queue in the database, one worker each, by turns. */
import { setTimeout as pause } from "node:timers/promises";
import { startTemporal } from "@loci/e2e/parts/temporal";
import { heading, percentile, print, table } from "./report.ts";
import { startServer, type BenchServer } from "./server.ts";
import { turnSource } from "./texts.ts";

const rounds = 5;
const documentsOfARound = 40;
const linesOfADocument = 40;
/** At once, as a program that keeps a folder does. */
const uploadsAtOnce = 8;

export async function measureRunners(): Promise<void> {
  const temporal = await startTemporal();
  try {
    const queue = await startServer();
    const workflows = await startServer(undefined, { SERVICE_RUNNER_URL: `temporal://${temporal.address}/default` });
    try {
      await measure(queue, workflows);
    } finally {
      await Promise.all([queue.stop(), workflows.stop()]);
    }
  } finally {
    await temporal.stop();
  }
}

async function measure(queue: BenchServer, workflows: BenchServer): Promise<void> {
  const rates = { queue: [] as number[], workflows: [] as number[] };
  // The first round compiles code and fills caches; it is not counted.
  for (let round = 0; round <= rounds; round++) {
    const before = await documentsPerSecond(queue, round);
    const after = await documentsPerSecond(workflows, round);
    print(`round ${round}: ${before.toFixed(1)} documents/s by the queue, ${after.toFixed(1)} by Temporal`);
    if (round === 0) continue;
    rates.queue.push(before);
    rates.workflows.push(after);
  }
  const [before, after] = [percentile(rates.queue, 0.5), percentile(rates.workflows, 0.5)];
  heading(`${documentsOfARound} documents from upload to ready, one worker (median of ${rounds})`);
  table([
    ["runner", "documents/s"],
    ["the queue in the database", before],
    ["Temporal", after],
    ["ratio", after / before],
  ]);
}

async function documentsPerSecond(server: BenchServer, round: number): Promise<number> {
  const files = Array.from({ length: documentsOfARound }, (_, i) => text(1_000 * (round + 1) + i));
  const began = performance.now();
  for (let at = 0; at < files.length; at += uploadsAtOnce) {
    await Promise.all(files.slice(at, at + uploadsAtOnce).map((file, i) => upload(server, `${round}-${at + i}.md`, file)));
  }
  const wanted = (round + 1) * documentsOfARound;
  while ((await count(server, "ready")) < wanted) {
    if ((await count(server, "failed")) > 0) throw new Error("a document failed");
    await pause(25);
  }
  return documentsOfARound / ((performance.now() - began) / 1_000);
}

function text(seed: number): string {
  const turn = turnSource(seed);
  return [`# Notes ${seed}`, ...Array.from({ length: linesOfADocument }, turn)].join("\n\n");
}

async function upload(server: BenchServer, filename: string, content: string): Promise<void> {
  const form = new FormData();
  form.append("metadata", JSON.stringify({ filename }));
  form.append("file", new Blob([content], { type: "text/markdown" }), filename);
  const answer = await server.send("POST", "/dev/documents", { body: form });
  if (answer.status !== 202) throw new Error(`POST /documents: ${answer.status} ${await answer.text()}`);
}

async function count(server: BenchServer, status: string): Promise<number> {
  return (await server.call<{ total: number }>("GET", `/dev/documents?status=${status}&page_size=1`)).total;
}
