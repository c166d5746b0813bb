/** The console in Chromium: how much script its first load takes, how soon one can type, and what a large graph's frames cost. */
import { loadavg } from "node:os";
import { visitConsole } from "@loci/e2e/parts/console-visit";
import { frameCosts } from "@loci/e2e/parts/large-graph";
import { heading, percentile, table } from "./report.ts";
import { startServer } from "./server.ts";

const loads = 5;
const nodes = 2_000;

export async function measureConsole(): Promise<void> {
  const server = await startServer();
  try {
    const visited = await visitConsole(`${server.origin}/console/dev/recall`, server.contextKey, loads, (page) =>
      frameCosts(page, nodes),
    );
    const script = Math.max(...visited.loads.map(({ scriptBytes }) => scriptBytes)) / 1024;
    const ready = visited.loads.map(({ interactiveMs }) => interactiveMs);
    heading(`The console in Chromium (${loads} first loads; load ${(loadavg()[0] ?? 0).toFixed(1)})`);
    table([
      ["measure", "p50", "p95", "budget"],
      ["script of the first load, compressed (KB)", script, script, "300"],
      ["until the key can be typed (ms)", percentile(ready, 0.5), percentile(ready, 0.95), "1500"],
      [
        `a frame of ${nodes} nodes, without the compositor (ms)`,
        percentile(visited.seen, 0.5),
        percentile(visited.seen, 0.95),
        "16",
      ],
    ]);
  } finally {
    await server.stop();
  }
}
