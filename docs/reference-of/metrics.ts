/** The metrics that a server exports, from the table that registers them. */
import { metrics } from "../../services/platform/src/telemetry/metrics.ts";

export function metricsPage(): string {
  const rows = Object.entries(metrics).map(([name, { kind, labels, help }]) => {
    const shown = labels.map((label) => `\`${label}\``).join(", ");
    return `| \`${name}\` | ${kind} | ${shown} | ${help.replaceAll("|", "\\|")} |`;
  });
  return `# Metrics of the server

Served at \`/metrics\` of \`SERVICE_METRICS_ADDRESS\` in Prometheus' text format: [how to](../how-to/watch-metrics-and-traces.md). Every process
exports every name; one that a process has nothing to say of has no values there. A histogram has \`_bucket\`, \`_sum\` and \`_count\`.

| name | kind | labels | what it is |
|---|---|---|---|
${rows.join("\n")}

Beside them stand the process's own, most of them as prom-client makes them: \`loci_process_…\` (CPU, memory, file descriptors, start time)
and \`loci_nodejs_…\` (heap; how late timers are since the last scrape, \`loci_nodejs_eventloop_lag_p50_seconds\`, \`…p90…\`, \`…p99…\` and
\`…max…\`).`;
}
