/** A meter over prom-client, with a registry of its own. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { metrics, type GaugeName } from "./metrics.ts";
import type { Meter, Reading } from "./meter.ts";
import { collectProcessMetrics } from "./process-metrics.ts";

const readAgainMs = 15_000;
const readingMs = 2_000;

interface Source {
  readonly names: readonly GaugeName[];
  readonly read: () => Promise<readonly Reading[]>;
  readAt: number;
}

/** @param onFailure is told where gauges could not be read */
export function prometheusMeter(onFailure: (error: unknown, names: readonly GaugeName[]) => void): Meter {
  const registry = new Registry();
  const endProcessMetrics = collectProcessMetrics(registry);
  const histograms = new Map<string, Histogram>();
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  for (const [name, row] of Object.entries(metrics)) {
    const about = { name, help: row.help, labelNames: [...row.labels], registers: [registry] };
    if (row.kind === "histogram") histograms.set(name, new Histogram({ ...about, buckets: [...row.buckets] }));
    else if (row.kind === "counter") counters.set(name, new Counter(about));
    else gauges.set(name, emptied(new Gauge(about)));
  }
  const sources: Source[] = [];
  let reading: Promise<void> | undefined;

  const empty = (names: readonly GaugeName[]): void => {
    for (const name of names) {
      const gauge = gauges.get(name);
      if (gauge !== undefined) emptied(gauge);
    }
  };

  const readSource = async (source: Source): Promise<void> => {
    if (performance.now() - source.readAt < readAgainMs) return;
    source.readAt = performance.now();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`no answer within ${readingMs} ms`)), readingMs);
    try {
      const readings = await Promise.race([source.read(), late.promise]);
      empty(source.names);
      for (const { name, labels, value } of readings) gauges.get(name)?.set(labels, value);
    } catch (error) {
      empty(source.names);
      onFailure(error, source.names);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    observe: (name, labels, seconds) => histograms.get(name)?.observe(labels, seconds),
    add: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
    onScrape: (names, read) => void sources.push({ names, read, readAt: Number.NEGATIVE_INFINITY }),
    async text() {
      // Two that ask at once are answered by one reading.
      reading ??= Promise.all(sources.map(readSource)).then(() => (reading = undefined));
      await reading;
      return { type: registry.contentType, body: await registry.metrics() };
    },
    close() {
      endProcessMetrics();
      registry.clear();
    },
  };
}

/** Without a value: prom-client lets a gauge without labels stand at 0, which would be said of what nobody has read. */
function emptied(gauge: Gauge): Gauge {
  gauge.reset();
  gauge.remove({});
  return gauge;
}
