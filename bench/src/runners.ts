/**
 * Documents a second from upload to ready: the pipeline over Temporal against the queue in the database, one worker each, by turns. Other
 * load on the machine slows both sides of a round alike, so the rounds' ratios are told; what a document costs of the processors' time
 * stands beside it.
 */
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { startTemporal } from "@loci/e2e/parts/temporal";
import { heading, percentile, print, table } from "./report.ts";
import { processorMsOf, startServer, type BenchServer } from "./server.ts";
import { turnSource } from "./texts.ts";

const rounds = 9;
const documentsOfARound = 40;
const linesOfADocument = 40;
/** At once, as a program that keeps a folder does. */
const uploadsAtOnce = 8;
const lookEveryMs = 50;

/** A server, and what runs its work. */
interface Side {
  readonly server: BenchServer;
  /** What the part beside it took of the processors' time. */
  readonly besideMs: () => Promise<number>;
}

/** What one document takes, in milliseconds. */
interface Taken {
  readonly wall: number;
  /** Of the processors, by the server. */
  readonly own: number;
  /** Of the processors, by the part beside it. */
  readonly beside: number;
}

export async function measureRunners(): Promise<void> {
  const temporal = await startTemporal();
  try {
    const queue = await startServer();
    const workflows = await startServer(undefined, { SERVICE_RUNNER_URL: `temporal://${temporal.address}/default` });
    try {
      await measure({ server: queue, besideMs: async () => 0 }, { server: workflows, besideMs: () => processorMsOf(temporal.pid) });
    } finally {
      await Promise.all([queue.stop(), workflows.stop()]);
    }
  } finally {
    await temporal.stop();
  }
}

async function measure(queue: Side, workflows: Side): Promise<void> {
  const taken: { readonly queue: Taken; readonly workflows: Taken }[] = [];
  // The first round compiles code and fills caches; it is not counted.
  for (let round = 0; round <= rounds; round++) {
    const both = await inTurns(round, queue, workflows);
    const line = `${perSecond(both.queue)} documents/s by the queue, ${perSecond(both.workflows)} by Temporal`;
    print(`round ${round}: ${line}; load ${loadavg()[0]?.toFixed(0) ?? ""}`);
    if (round > 0) taken.push(both);
  }
  const row = (what: string, of: (one: Taken) => number) => {
    const ratios = taken.map((both) => of(both.queue) / of(both.workflows));
    const median = (side: "queue" | "workflows") =>
      percentile(
        taken.map((both) => of(both[side])),
        0.5,
      );
    return [what, median("queue"), median("workflows"), ...[0.5, 0, 1].map((share) => percentile(ratios, share))];
  };
  heading(`ms for each of ${documentsOfARound} documents from upload to ready, one worker (median of ${rounds} rounds)`);
  table([
    ["", "queue", "Temporal", "ratio", "lowest", "highest"],
    row("from upload to ready", ({ wall }) => wall),
    row("processors, Loci alone", ({ own }) => own),
    row("processors, with Temporal's server", ({ own, beside }) => own + beside),
  ]);
}

/** Who begins changes: what comes second finds another machine than what came first. */
async function inTurns(round: number, queue: Side, workflows: Side): Promise<{ queue: Taken; workflows: Taken }> {
  if (round % 2 === 0) return { queue: await oneRound(queue, round), workflows: await oneRound(workflows, round) };
  const first = await oneRound(workflows, round);
  return { queue: await oneRound(queue, round), workflows: first };
}

async function oneRound({ server, besideMs }: Side, round: number): Promise<Taken> {
  const files = Array.from({ length: documentsOfARound }, (_, i) => text(1_000 * (round + 1) + i));
  const [began, own, beside] = [performance.now(), await server.processorMs(), await besideMs()];
  for (let at = 0; at < files.length; at += uploadsAtOnce) {
    await Promise.all(files.slice(at, at + uploadsAtOnce).map((file, i) => upload(server, `${round}-${at + i}.md`, file)));
  }
  const wanted = (round + 1) * documentsOfARound;
  while ((await count(server, "ready")) < wanted) {
    if ((await count(server, "failed")) > 0) throw new Error("a document failed");
    await pause(lookEveryMs);
  }
  return {
    wall: (performance.now() - began) / documentsOfARound,
    own: ((await server.processorMs()) - own) / documentsOfARound,
    beside: ((await besideMs()) - beside) / documentsOfARound,
  };
}

function perSecond({ wall }: Taken): string {
  return (1_000 / wall).toFixed(1);
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
