/** Decay and consolidation of a hundred thousand facts, and what they cost the queries that are asked meanwhile. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { retrieval } from "@loci/protos";
import { heading, percentile, print, table } from "./report.ts";
import { openServices, type Services } from "./stack.ts";
import { numbers, turnSource } from "./texts.ts";

const entities = 1_000;
const factsOfEach = 100;
/** Of each such key an entity may have several values. */
const manyValued = ["hobby", "likes", "visited", "plays", "owns", "uses"];
const valuesOfEach = 8;
const dayMs = 24 * 3_600_000;
const idleQueries = 200;
/** A repetition of decay needs something to fall. */
const decays = 5;

export async function measureUpkeep(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "loci-bench-upkeep-"));
  const time = { offset: -30 * dayMs };
  const services = await openServices(folder, () => Date.now() + time.offset);
  try {
    const began = performance.now();
    const people = await store(services);
    while ((await ask(services, "warm up")).trace?.degraded.some((what) => what.startsWith("index:"))) continue;
    print(`${entities * factsOfEach} facts stored and indexed, ${seconds(began).toFixed(0)} s`);
    time.offset = 0;

    const question = questionsAbout(people);
    await queriesDuring(services, question, untilAsked(50));
    const idle = await queriesDuring(services, question, untilAsked(idleQueries));
    const rows: (string | number)[][] = [["work", "s", "changed", "queries", "p50", "p95", "ratio p50", "ratio p95"]];
    const line = (work: string, took: string | number, changed: string | number, times: readonly number[]) =>
      rows.push([
        ...[work, took, changed, String(times.length), percentile(times, 0.5), percentile(times, 0.95)],
        ...[percentile(times, 0.5) / percentile(idle, 0.5), percentile(times, 0.95) / percentile(idle, 0.95)],
      ]);
    line("none", "-", "-", idle);

    const decaying: number[] = [];
    const meanwhile: number[] = [];
    let affected = 0;
    for (let i = 0; i < decays; i++) {
      const { took, result, times } = await withQueries(services, question, () =>
        services.graph.decay({ decayPerDay: {}, ttlDays: {}, expireBelow: 0 }, services.ownCall()),
      );
      decaying.push(took);
      meanwhile.push(...times);
      affected = result.affected;
      time.offset += 10 * dayMs;
    }
    line(`decay (median of ${decays})`, percentile(decaying, 0.5), String(affected), meanwhile);

    const consolidated = await withQueries(services, question, () =>
      services.ingest.consolidate({ dryRun: false, factLimit: 0, observationLimit: 0 }, services.ownCall()),
    );
    line("consolidation", consolidated.took, String(consolidated.result.created), consolidated.times);
    heading(
      `Upkeep of ${entities * factsOfEach} facts of ${entities} entities, and queries meanwhile (ms; budgets: 10 s together, p95 twice the idle one)`,
    );
    table(rows);
    print(
      `together ${(percentile(decaying, 0.5) + consolidated.took).toFixed(1)} s; nothing to do: ${(await again(services)).toFixed(2)} s`,
    );
  } finally {
    await services.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds of a consolidation that finds nothing new. */
async function again({ ingest, ownCall }: Services): Promise<number> {
  const began = performance.now();
  await ingest.consolidate({ dryRun: false, factLimit: 0, observationLimit: 0 }, ownCall());
  return seconds(began);
}

/** @returns the entities' names */
async function store({ ingest, call, retrieval }: Services): Promise<string[]> {
  const words = turnSource(6);
  const value = () => words().split(" ").slice(0, 4).join(" ") || "nothing";
  const names = Array.from({ length: entities }, (_, i) => `Person${i} ${["Ruiz", "Okafor", "Lind", "Haas"][i % 4] ?? ""}`);
  const together = 10;
  for (let i = 0; i < entities; i += together) {
    const triples = names.slice(i, i + together).flatMap((name) =>
      Array.from({ length: factsOfEach }, (_, f) => {
        const key = manyValued[Math.floor(f / valuesOfEach)] ?? `detail_${f}`;
        const memoryCategory = f % 2 === 0 ? "context" : "knowledge";
        return {
          entity: { type: "Person", name },
          key,
          value: `${value()} ${f}`,
          target: null,
          memoryCategory,
          validFrom: "",
          validUntil: "",
        };
      }),
    );
    const user = `org/a/user/${(i / together) % 50}`;
    await ingest.remember(
      {
        ...{
          text: "",
          infer: "triples",
          scopes: { clauses: [{ paths: [user] }] },
          labels: [],
          observedAt: "",
          sessionId: "",
          role: "",
        },
        ...{ memoryCategory: "", triples, respondAsync: false, idempotencyKey: "", requestHash: new Uint8Array(), place: "" },
      },
      call(),
    );
    retrieval.changed("bench");
  }
  return names;
}

function questionsAbout(names: readonly string[]): () => string {
  const next = numbers(7);
  let asked = 0;
  // A number makes each question new: no answer comes from the cache.
  return () => {
    const name = names[Math.floor(next() * names.length)] ?? "";
    return `What does ${name} like, and which places were visited? ${asked++}`;
  };
}

function ask({ retrieval, call }: Services, query: string): Promise<retrieval.QueryResponse> {
  return retrieval.service.query(
    {
      ...{ query, k: 10, lens: null, labels: [], includeFacts: true, includePassages: true, mode: "hybrid", time: null },
      ...{ includeDuplicates: false, includeEnded: false, source: "", sessionId: "" },
    },
    call(),
  );
}

/** One after another, until it is enough; their milliseconds. */
async function queriesDuring(services: Services, question: () => string, isEnough: (asked: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isEnough(times.length)) {
    const began = performance.now();
    await ask(services, question());
    times.push(performance.now() - began);
  }
  return times;
}

const untilAsked = (count: number) => (asked: number) => asked >= count;

async function withQueries<T>(services: Services, question: () => string, work: () => Promise<T>) {
  let isDone = false;
  const asking = queriesDuring(services, question, () => isDone);
  const began = performance.now();
  const result = await work().finally(() => (isDone = true));
  const took = seconds(began);
  return { took, result, times: await asking };
}

function seconds(began: number): number {
  return (performance.now() - began) / 1000;
}
