/** What metrics and traces cost a recall and a write: servers without, with metrics, and with both, asked in turns in one run. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "@loci/e2e/parts/postgres";
import { heading, percentile, print, table } from "./report.ts";
import { startServer, type BenchServer } from "./server.ts";
import { questions, turnSource } from "./texts.ts";

const records = 1_000;
const warmUp = 50;
const rounds = Number(process.env["LOCI_BENCH_ROUNDS"] ?? 600);
const budget = 1.02;
const scrapeEveryMs = 5_000;

interface Way {
  readonly name: string;
  readonly server: BenchServer;
  readonly recalls: number[];
  readonly writes: number[];
  /** The processors' time of the measured rounds. */
  processorMs: number;
}

export async function measureObservability(): Promise<void> {
  const collector = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const pages = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`] as const;
  const ways: Way[] = [];
  const open = async (name: string, env: Record<string, string>) =>
    ways.push({ name, server: await startServer(undefined, env), recalls: [], writes: [], processorMs: 0 });
  await open("without", {});
  await open("metrics", { SERVICE_METRICS_ADDRESS: pages[0] });
  await open("metrics and traces", { SERVICE_METRICS_ADDRESS: pages[1], OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const scraping = setInterval(() => {
    for (const page of pages)
      fetch(`http://${page}/metrics`).then(
        (answer) => answer.text(),
        () => undefined,
      );
  }, scrapeEveryMs);
  try {
    for (const { server } of ways) await load(server);
    const turn = turnSource(9);
    for (let i = -warmUp; i < rounds; i++) {
      // Whoever is first in one round is last in another.
      const order = ways.map((_way, at) => ways[(at + i + warmUp) % ways.length]);
      const said = turn();
      if (i === 0) for (const way of ways) way.processorMs -= await way.server.processorMs();
      for (const way of order) if (way !== undefined) await round(way, said, i);
    }
    for (const way of ways) way.processorMs += await way.server.processorMs();
    report(ways);
  } finally {
    clearInterval(scraping);
    for (const { server } of ways) await server.stop();
    collector.close();
    collector.closeAllConnections();
  }
}

async function load(server: BenchServer): Promise<void> {
  // The same for each.
  const turn = turnSource(8);
  for (let i = 0; i < records; i += 100) {
    const messages = Array.from({ length: 100 }, () => ({ role: "user", content: turn() }));
    await server.call("POST", "/dev/facts/batch", { infer: "none", messages });
  }
}

async function round({ server, recalls, writes }: Way, said: string, i: number): Promise<void> {
  const all = questions();
  // A number makes each question new: no answer comes from the cache.
  const query = `${all[(i + warmUp) % all.length] ?? ""} ${i}`;
  const began = performance.now();
  await server.call("POST", "/dev/query", { query, k: 10, mode: "hybrid" });
  const between = performance.now();
  await server.call("POST", "/dev/facts", { text: said, infer: "none" });
  const over = performance.now();
  if (i < 0) return;
  recalls.push(between - began);
  writes.push(over - between);
}

function report(ways: readonly Way[]): void {
  const [without] = ways;
  heading(`Metrics and traces (${rounds} rounds in turns, ${records} records, ms)`);
  const row = (of: "recalls" | "writes") =>
    ways.map((way) => {
      const bare = without?.[of] ?? [];
      const p50 = percentile(way[of], 0.5);
      // Of the same round: what slows the machine for a while slows both.
      const paired = percentile(
        way[of].map((took, i) => took / (bare[i] ?? took)),
        0.5,
      );
      return [
        `${of === "recalls" ? "POST /query" : "POST /facts"}, ${way.name}`,
        p50,
        percentile(way[of], 0.95),
        p50 / percentile(bare, 0.5),
        paired,
      ];
    });
  table([["way", "p50", "p95", "ratio p50", "median of ratios"], ...row("recalls"), ...row("writes")]);
  const perRound = (way: Way | undefined) => (way?.processorMs ?? 0) / rounds;
  table([
    ["processors' time of a recall and a write (ms)", "value", "ratio"],
    ...ways.map((way) => [way.name, perRound(way), perRound(way) / perRound(without)]),
  ]);
  print(`budget of metrics and traces together: ${budget}`);
}
