/**
 * What is told of the process itself: what prom-client knows of one, but for the two of its collectors that cost all the time. Whoever
 * listens to Node's garbage collections pays for each of them several times what counting it is worth, and a look at the event loop each
 * ten milliseconds never lets an idle process rest.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, type Registry } from "prom-client";
import heap from "prom-client/lib/metrics/heapSizeAndUsed.js";
import heapSpaces from "prom-client/lib/metrics/heapSpacesSizeAndUsed.js";
import memory from "prom-client/lib/metrics/osMemoryHeap.js";
import processor from "prom-client/lib/metrics/processCpuTotal.js";
import mostFiles from "prom-client/lib/metrics/processMaxFileDescriptors.js";
import openFiles from "prom-client/lib/metrics/processOpenFileDescriptors.js";
import resources from "prom-client/lib/metrics/processResources.js";
import startTime from "prom-client/lib/metrics/processStartTime.js";
import version from "prom-client/lib/metrics/version.js";

const prefix = "loci_";
const collectors = [heap, heapSpaces, memory, processor, mostFiles, openFiles, resources, startTime, version];
/** A hundred and fifty looks between two scrapes. */
const lookEachMs = 100;
const nanoseconds = 1e9;

/** @returns what ends it */
export function collectProcessMetrics(registry: Registry): () => void {
  for (const collect of collectors) collect(registry, { prefix });
  return watchEventLoop(registry);
}

/** By how much timers were late since the last scrape. */
function watchEventLoop(registry: Registry): () => void {
  const delays = monitorEventLoopDelay({ resolution: lookEachMs });
  delays.enable();
  const readings = {
    p50: () => delays.percentile(50),
    p90: () => delays.percentile(90),
    p99: () => delays.percentile(99),
    max: () => delays.max,
  };
  const gauges = Object.entries(readings).map(([name, read], i) => {
    const about = { name: `${prefix}nodejs_eventloop_lag_${name}_seconds`, help: "How late timers are (since the last scrape)." };
    return { gauge: new Gauge({ ...about, registers: [registry], ...(i === 0 ? { collect: readAll } : {}) }), read };
  });
  /** All of one moment, by the first that is asked. */
  function readAll(): void {
    // Node tells the time from one look to the next.
    for (const { gauge, read } of gauges) gauge.set(Math.max(0, read() / nanoseconds - lookEachMs / 1_000));
    delays.reset();
  }
  return () => void delays.disable();
}
