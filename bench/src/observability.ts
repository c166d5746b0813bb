/** What metrics, traces and logs cost a recall and a write: servers with and without them, asked in turns in one run. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@loci/e2e/parts/postgres";
import { heading, percentile, print, table } from "./report.ts";
import { startServer, type BenchServer } from "./server.ts";
import { questions, turnSource } from "./texts.ts";

const records = 1_000;
const warmUpRounds = 2;
const rounds = Number(process.env["LOCI_BENCH_ROUNDS"] ?? 15);
/** In a round: so many that the processors' time, which the system tells in hundredths of a second, is told well. */
const requests = { recall: 60, write: 120 } as const;
const budget = 1.02;
const scrapes = 20;
const scrapedEachSeconds = 15;
/** What a server does after its answers (indexing, traces, sending them) is a part of their round. */
const restMs = 300;

type Work = keyof typeof requests;
/** Milliseconds for each request of a round. */
interface Cost {
  readonly processor: number;
  readonly wall: number;
}
interface Way {
  readonly name: string;
  readonly server: BenchServer;
  readonly took: Record<Work, Cost[]>;
}

export async function measureObservability(): Promise<void> {
  const collector = await startCollector();
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const page = `127.0.0.1:${await freePort()}`;
  const settings: Readonly<Record<string, Record<string, string>>> = {
    without: {},
    // Two processes of the same kind differ too: by so much the other rows say nothing.
    "without, again": {},
    metrics: { SERVICE_METRICS_ADDRESS: page },
    "metrics, traces, logs": {
      ...{ SERVICE_METRICS_ADDRESS: `127.0.0.1:${await freePort()}`, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
      SERVICE_LOG_LEVEL: "info",
    },
  };
  const ways: Way[] = [];
  try {
    for (const [name, env] of Object.entries(settings))
      ways.push({
        name,
        server: await startServer(undefined, { SERVICE_LOG_LEVEL: "silent", ...env }),
        took: { recall: [], write: [] },
      });
    for (const { server } of ways) await load(server);
    const next = requestSource();
    for (let i = -warmUpRounds; i < rounds; i++)
      for (const work of ["recall", "write"] as const) {
        const costs = await round(
          ways,
          Array.from({ length: requests[work] }, () => next(work)),
        );
        if (i >= 0) for (const [at, way] of ways.entries()) way.took[work].push(costs[at] ?? { processor: 0, wall: 0 });
      }
    report(ways);
    const scraped = ways.find(({ name }) => name === "metrics");
    if (scraped) await reportScrape(scraped.server, `http://${page}/metrics`);
  } finally {
    for (const { server } of ways) await server.stop();
    collector.close();
    collector.closeAllConnections();
  }
}

/** Takes what it is sent, and does nothing with it. */
async function startCollector(): Promise<Server> {
  const collector = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  return collector;
}

async function load(server: BenchServer): Promise<void> {
  // The same for each.
  const turn = turnSource(8);
  for (let i = 0; i < records; i += 100) {
    const messages = Array.from({ length: 100 }, () => ({ role: "user", content: turn() }));
    await server.call("POST", "/dev/facts/batch", { infer: "none", messages });
  }
}

interface Asked {
  readonly path: string;
  readonly body: object;
}

function requestSource(): (work: Work) => Asked {
  const all = questions();
  const turn = turnSource(9);
  let n = 0;
  return (work) => {
    n++;
    if (work === "write") return { path: "/dev/facts", body: { text: turn(), infer: "none" } };
    // A number makes each question new: no answer comes from the cache.
    return { path: "/dev/query", body: { query: `${all[n % all.length] ?? ""} ${n}`, k: 10, mode: "hybrid" } };
  };
}

/** Asks all of them the same, one request each at a time: what slows the machine slows all. @returns what a request cost each */
async function round(ways: readonly Way[], asked: readonly Asked[]): Promise<Cost[]> {
  const spent = () => Promise.all(ways.map(({ server }) => server.processorMs()));
  const walls = ways.map(() => 0);
  const before = await spent();
  for (const [i, { path, body }] of asked.entries())
    for (let turn = 0; turn < ways.length; turn++) {
      // Whoever is first with one request is last with another.
      const at = (turn + i) % ways.length;
      const began = performance.now();
      await ways[at]?.server.call("POST", path, body);
      walls[at] = (walls[at] ?? 0) + performance.now() - began;
    }
  await sleep(restMs);
  const after = await spent();
  return walls.map((wall, at) => ({
    processor: ((after[at] ?? 0) - (before[at] ?? 0)) / asked.length,
    wall: wall / asked.length,
  }));
}

function report(ways: readonly Way[]): void {
  const [without] = ways;
  for (const work of ["recall", "write"] as const) {
    heading(`A ${work}: ${rounds} rounds of ${requests[work]} in turns, ${records} records (ms; ratios of the same round)`);
    const row = ({ name, took }: Way) => {
      // What slows the machine for a while slows a whole round.
      const ratios = (of: keyof Cost) => took[work].map((cost, i) => cost[of] / (without?.took[work][i]?.[of] ?? cost[of]));
      const processor = ratios("processor");
      return [
        ...[
          name,
          percentile(
            took[work].map((cost) => cost.processor),
            0.5,
          ),
          ratio(percentile(processor, 0.5)),
        ],
        ...[`${ratio(percentile(processor, 0.25))} to ${ratio(percentile(processor, 0.75))}`],
        ...[
          percentile(
            took[work].map(({ wall }) => wall),
            0.5,
          ),
          ratio(percentile(ratios("wall"), 0.5)),
        ],
      ];
    };
    table([["way", "processor", "ratio", "middle half", "wall-clock", "ratio"], ...ways.map(row)]);
  }
  print(`budget of the processors' time with metrics, traces and logs: ${budget}`);
}

const ratio = (value: number): string => value.toFixed(3);

async function reportScrape(server: BenchServer, page: string): Promise<void> {
  const before = await server.processorMs();
  for (let i = 0; i < scrapes; i++) await (await fetch(page)).text();
  const each = ((await server.processorMs()) - before) / scrapes;
  print(
    `a scrape: ${each.toFixed(1)} ms, each ${scrapedEachSeconds} s: ${(each / scrapedEachSeconds / 10).toFixed(3)} % of a processor`,
  );
}
