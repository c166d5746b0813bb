/** Queries at 1k, 10k and 100k records on the embedded database, against the same SQL legs run bare on it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, param, sql } from "@loci/ports/database";
import type { Embedder } from "@loci/ports/embedder";
import { analyse } from "@loci/text";
import { heading, percentile, print, table } from "./report.ts";
import { openStack, type Stack } from "./stack.ts";
import { questions, turnSource } from "./texts.ts";

const sizes = [1_000, 10_000, 100_000];
const asked = 120;
const pool = 256;

export async function measureQueries(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "loci-bench-query-"));
  const stack = await openStack(folder);
  try {
    heading("Query, embedded: hybrid against the same SQL legs bare (ms)");
    const rows: (string | number)[][] = [["records", "bare p50", "bare p95", "query p50", "query p95", "ratio p50", "ratio p95"]];
    const turn = turnSource(1);
    let stored = 0;
    const p50: number[] = [];
    for (const size of sizes) {
      const began = performance.now();
      for (; stored < size; stored += 100) await stack.remember(Array.from({ length: 100 }, turn));
      await untilIndexed(stack);
      const loaded = (performance.now() - began) / 1000;
      const [bare, whole] = [await timeBare(stack), await time((question) => stack.ask(question))];
      p50.push(percentile(whole, 0.5));
      rows.push([
        String(size),
        percentile(bare, 0.5),
        percentile(bare, 0.95),
        percentile(whole, 0.5),
        percentile(whole, 0.95),
        percentile(whole, 0.5) / percentile(bare, 0.5),
        percentile(whole, 0.95) / percentile(bare, 0.95),
      ]);
      print(`${size} records stored and indexed, ${loaded.toFixed(0)} s`);
    }
    table(rows);
    print(`growth of p50 from 10k to 100k: ${((p50[2] ?? 0) / (p50[1] ?? 1)).toFixed(2)} (budget 2); overhead budget 2`);
  } finally {
    await stack.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Asks until no answer says that the index is behind. */
async function untilIndexed(stack: Stack): Promise<void> {
  for (;;) {
    const { trace } = await stack.ask("warm up");
    if (!trace?.degraded.some((what) => what.startsWith("index:"))) return;
  }
}

async function time(ask: (question: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const all = questions();
  for (let i = 0; i < asked; i++) {
    // A number makes each question new: no answer comes from the cache.
    const question = `${all[i % all.length] ?? ""} ${i}`;
    const began = performance.now();
    await ask(question);
    times.push(performance.now() - began);
  }
  return times;
}

/** The two legs as somebody would write them by hand: full rows of the best of each, in one transaction. */
async function timeBare({ database, embedder, contextId }: Stack): Promise<number[]> {
  const vectors = new Map<string, string>();
  return time(async (question) => bareLegs(database, contextId, question, await vectorText(embedder, vectors, question)));
}

async function vectorText(embedder: Embedder, known: Map<string, string>, question: string): Promise<string> {
  const [vector] = await embedder.embed([question], "query");
  const text = `[${Array.from(vector ?? []).join(",")}]`;
  known.set(question, text);
  return text;
}

async function bareLegs(database: Database, contextId: string, question: string, vector: string): Promise<void> {
  const vectorParam = param(vector);
  await database.inContext(
    contextId,
    async (tx) => {
      await tx.query(sql`set local enable_sort = off; set local enable_bitmapscan = off; set local enable_seqscan = off`);
      await tx.query(sql`select id, lexemes from search.document where ctx = ${contextId} and known_until is null
          order by lexemes <@> to_bm25query(${analyse(question).join(" ")}, 'search.document_lexemes') limit ${pool}`);
      await tx.query(sql`set local enable_sort = on; set local enable_bitmapscan = on; set local enable_seqscan = on`);
      const [count] = await tx.query<{ n: number }>(
        sql`select sum(documents)::int as n from search.scope_set where ctx = ${contextId}`,
      );
      const exact = (count?.n ?? 0) <= 10_000;
      if (!exact) await tx.query(sql`set local hnsw.ef_search = 256; set local hnsw.iterative_scan = relaxed_order`);
      await tx.query(sql`select id, lexemes from search.document where ctx = ${contextId} and known_until is null
          order by ${exact ? sql`(embedding <=> ${vectorParam}::vector) + 0` : sql`embedding <=> ${vectorParam}::vector`} limit ${pool}`);
    },
    { readOnly: true },
  );
}
