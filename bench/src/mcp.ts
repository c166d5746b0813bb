/** A recall over MCP against the same over REST. */
import { heading, percentile, table } from "./report.ts";
import { startServer, type BenchServer } from "./server.ts";
import { questions, turnSource } from "./texts.ts";

const records = 1_000;
const asked = 150;

export async function measureMcp(): Promise<void> {
  const server = await startServer();
  try {
    const turn = turnSource(8);
    for (let i = 0; i < records; i += 100) {
      const messages = Array.from({ length: 100 }, () => ({ role: "user", content: turn() }));
      await server.call("POST", "/dev/facts/batch", { infer: "none", messages });
    }
    const all = questions();
    const times = { rest: [] as number[], mcp: [] as number[] };
    for (let i = 0; i < asked; i++) {
      // In turns, each question new: no answer comes from the cache.
      const question = (way: string) => `${all[i % all.length] ?? ""} ${way} ${i}`;
      const began = performance.now();
      await server.call("POST", "/dev/query", { query: question("one"), k: 10 });
      const between = performance.now();
      await recallOverMcp(server, question("two"));
      times.rest.push(between - began);
      times.mcp.push(performance.now() - between);
    }
    const row = (name: string, values: readonly number[]) => [name, percentile(values, 0.5), percentile(values, 0.95)];
    heading(`Recall over MCP (${asked} questions, ${records} records, ms)`);
    table([["way", "p50", "p95"], row("POST /query", times.rest), row("tools/call recall", times.mcp)]);
    table([["ratio p50", percentile(times.mcp, 0.5) / percentile(times.rest, 0.5)]]);
  } finally {
    await server.stop();
  }
}

async function recallOverMcp({ origin, contextKey }: BenchServer, query: string): Promise<void> {
  const params = { name: "recall", arguments: { query, k: 10 } };
  const answer = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${contextKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const text = await answer.text();
  if (!answer.ok || !text.includes("structuredContent") || text.includes('"isError":true'))
    throw new Error(`MCP: ${answer.status} ${text}`);
}
