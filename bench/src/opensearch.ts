/** Recall over OpenSearch and Postgres against the bare `hybrid` query on the same index, and indexing against a bare bulk load. */
import { createOpenSearchIndex } from "@loci/adapters/opensearch";
import { startOpenSearch } from "@loci/e2e/parts/opensearch";
import { startPostgres } from "@loci/e2e/parts/postgres";
import type { IndexChange } from "@loci/ports/search-index";
import { analyse } from "@loci/text";
import { measureLag } from "./lag.ts";
import { heading, percentile, print, table } from "./report.ts";
import { openStack, type Stack } from "./stack.ts";
import { numbers, questions, turnSource } from "./texts.ts";

const most = Number(process.env["LOCI_BENCH_RECORDS"] ?? 100_000);
const sizes = [most / 10, most];
const asked = 200;
/** The servers compile what is asked often; until then they are several times as slow. */
const warmUp = 400;
/** As recall wants them of each leg. */
const pool = 256;
const bulkDocuments = 5_000;
const rounds = 5;
/** What the indexer applies at once; a bare load takes what suits a bulk request. */
const batch = { ours: 500, bare: 500 };

export async function measureOpenSearch(): Promise<void> {
  const [search, postgres] = [await startOpenSearch({ heap: "1g" }), await startPostgres()];
  try {
    const stack = await openStack({ searchUrl: search.url, connectionString: await postgres.createDatabase("bench") });
    try {
      await measureRecall(search.url, stack);
      await measureLag(stack, (word) => holds(search.url, stack.contextId, word));
      await measureBulk(search.url, stack);
    } finally {
      await stack.close();
    }
  } finally {
    await postgres.stop();
    await search.stop();
  }
}

type Way = "all candidates" | "ten hits" | "recall";

async function measureRecall(url: string, stack: Stack): Promise<void> {
  const rows: (string | number)[][] = [["records", "asked", "p50", "p95", "recall's p50 to it"]];
  const turn = turnSource(1);
  const question = questionSource();
  let stored = 0;
  await call(url, "PUT", "/_search/pipeline/bare", fusing);
  for (const size of sizes) {
    const began = performance.now();
    for (; stored < size; stored += 100) await stack.remember(Array.from({ length: 100 }, turn));
    await untilIndexed(stack);
    print(`${size} records stored and indexed, ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const ways: Readonly<Record<Way, (text: string, vector: readonly number[]) => Promise<unknown>>> = {
      "all candidates": (text, vector) => bareHybrid(url, stack.contextId, text, vector, pool),
      "ten hits": (text, vector) => bareHybrid(url, stack.contextId, text, vector, 10),
      recall: (text) => stack.ask(text),
    };
    const times = await timeByTurns(ways, async () => {
      const text = question();
      const [vector] = await stack.embedder.embed([text], "query");
      return [text, Array.from(vector ?? [])] as const;
    });
    const p50 = (way: Way) => percentile(times[way], 0.5);
    for (const way of ["all candidates", "ten hits", "recall"] as const) {
      const name = way === "recall" ? "/query, hybrid" : `bare hybrid, ${way}`;
      rows.push([String(size), name, p50(way), percentile(times[way], 0.95), p50("recall") / p50(way)]);
    }
  }
  heading(
    `Recall over OpenSearch and Postgres (ms, ${asked} questions each, by turns; budget 1.5 of all candidates at 100,000 records)`,
  );
  table(rows);
}

/** One after the other, each first as often as the others: what else the machine does meets all. */
async function timeByTurns(
  ways: Readonly<Record<Way, (text: string, vector: readonly number[]) => Promise<unknown>>>,
  next: () => Promise<readonly [text: string, vector: readonly number[]]>,
): Promise<Record<Way, number[]>> {
  const times: Record<Way, number[]> = { "all candidates": [], "ten hits": [], recall: [] };
  const order = Object.keys(times) as Way[];
  for (let i = 0; i < warmUp + asked; i++) {
    const given = await next();
    for (const [turn] of order.entries()) {
      const way = order[(i + turn) % order.length] ?? "recall";
      const began = performance.now();
      await ways[way](...given);
      if (i >= warmUp) times[way].push(performance.now() - began);
    }
  }
  return times;
}

/** Each new, of words that are asked for: one word of a labelled question is exchanged. */
function questionSource(): () => string {
  const all = questions();
  const words = all.join(" ").split(/\s+/);
  const next = numbers(11);
  const pick = (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? "";
  return () => {
    const question = pick(all).split(" ");
    question[Math.floor(next() * question.length)] = pick(words);
    return question.join(" ");
  };
}

const fusing = {
  phase_results_processors: [
    { "normalization-processor": { normalization: { technique: "min_max" }, combination: { technique: "arithmetic_mean" } } },
  ],
};

/** As somebody would write it by hand: both legs within the tenant, what stands now, fused by the cluster. */
async function bareHybrid(url: string, contextId: string, text: string, vector: readonly number[], k: number): Promise<void> {
  const filter = { bool: { filter: [{ term: { contextId } }], must_not: [{ exists: { field: "knownUntil" } }] } };
  const near = { vector, k, filter, method_parameters: { ef_search: pool } };
  const queries = [{ bool: { must: [{ match: { text } }], filter: [filter] } }, { knn: { embedding: near } }];
  await call(url, "POST", `/loci-memory-*/_search?routing=${contextId}&search_pipeline=bare`, {
    size: k,
    track_total_hits: false,
    // From the columns: unpacking whole documents takes several times as long.
    _source: false,
    stored_fields: "_none_",
    docvalue_fields: ["card"],
    query: { hybrid: { ...(k > 10 && { pagination_depth: k }), queries } },
  });
}

/** Whether the index, asked by itself, finds a record with this word. */
async function holds(url: string, contextId: string, word: string): Promise<boolean> {
  const asked = { size: 0, query: { match: { text: word } } };
  const answer = await call(url, "POST", `/loci-memory-*/_search?routing=${contextId}`, asked);
  return (answer as { readonly hits: { readonly total: { readonly value: number } } }).hits.total.value > 0;
}

/** Asks until no answer says that the index is behind. */
async function untilIndexed(stack: Stack): Promise<void> {
  for (;;) {
    const { trace } = await stack.ask("warm up");
    if (!trace?.degraded.some((what) => what.startsWith("index:"))) return;
  }
}

async function measureBulk(url: string, { embedder }: Stack): Promise<void> {
  const { dimension } = embedder.spec;
  const index = createOpenSearchIndex({ url, dimension, model: "bulk", name: "bulk", clock: Date.now });
  const turn = turnSource(5);
  const texts = Array.from({ length: bulkDocuments }, turn);
  const vectors = await embedder.embed(texts, "passage");
  const changes = texts.map((text, i) => change(`r${i}`, text, vectors[i] ?? new Float32Array(dimension)));
  const seconds = { ours: 0, bare: 0 };
  try {
    await index.watermark("none");
    await makeBareIndex(url);
    for (let round = 0; round < rounds; round++) {
      const each = changes.slice((round * bulkDocuments) / rounds, ((round + 1) * bulkDocuments) / rounds);
      const loads = {
        ours: async () => {
          for (let at = 0; at < each.length; at += batch.ours) {
            await index.apply(`bulk-${round}`, each.slice(at, at + batch.ours), at, at + batch.ours);
          }
        },
        bare: () => loadBare(url, each.map(plain)),
      };
      for (const way of round % 2 === 0 ? (["bare", "ours"] as const) : (["ours", "bare"] as const)) {
        const began = performance.now();
        await loads[way]();
        seconds[way] += (performance.now() - began) / 1000;
      }
    }
  } finally {
    await index.close();
  }
  heading(`Indexing ${bulkDocuments} documents (documents/s, by turns; budget 0.5)`);
  table([
    ["bare bulk load", "the adapter", "ratio"],
    [bulkDocuments / seconds.bare, bulkDocuments / seconds.ours, seconds.bare / seconds.ours],
  ]);
}

interface Put {
  readonly put: Extract<IndexChange, { put: unknown }>["put"];
}

function change(id: string, text: string, embedding: Float32Array): Put {
  const nothing = { speaker: "", sessionId: "", seq: 0, documentId: "", labels: [], knownUntil: "" };
  return {
    put: { ...nothing, id, class: "passage", scopes: [["org/a"]], text, knownAt: "2024-05-01T00:00:00.000Z", embedding },
  };
}

/** What a hand-written index would hold of it. */
function plain({ put: { id, text, knownAt, embedding } }: Put): object {
  const terms = analyse(text);
  return {
    contextId: "bare",
    id,
    text,
    memoryTerms: terms.join(" "),
    length: terms.length,
    knownAt,
    embedding: Array.from(embedding),
  };
}

/** An index laid out as the adapter's is. */
async function makeBareIndex(url: string): Promise<void> {
  const [made] = Object.values((await call(url, "GET", "/bulk-1")) as Record<string, Made>);
  if (made === undefined) throw new Error("the adapter's index was not found");
  const { knn, number_of_shards: shards, similarity } = made.settings.index;
  const settings = { index: { knn, number_of_shards: shards, number_of_replicas: 0, similarity } };
  await call(url, "PUT", "/bare-bulk", { settings, mappings: made.mappings });
}

interface Made {
  readonly mappings: object;
  readonly settings: { readonly index: { readonly knn: string; readonly number_of_shards: string; readonly similarity: object } };
}

async function loadBare(url: string, documents: readonly object[]): Promise<void> {
  for (let at = 0; at < documents.length; at += batch.bare) {
    const lines = documents.slice(at, at + batch.bare).flatMap((document) => [{ index: {} }, document]);
    const answer = (await call(url, "POST", "/bare-bulk/_bulk?routing=bare", lines)) as { readonly errors: boolean };
    if (answer.errors) throw new Error("the bare bulk load failed");
  }
}

/** @param body one JSON value, or several, each on a line of its own */
async function call(url: string, method: string, path: string, body?: object | readonly object[]): Promise<unknown> {
  const lines = Array.isArray(body) ? `${body.map((line) => JSON.stringify(line)).join("\n")}\n` : JSON.stringify(body);
  const sent = body === undefined ? {} : { body: lines, headers: { "content-type": "application/json" } };
  const response = await fetch(url + path, { method, ...sent });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
