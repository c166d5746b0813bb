/** How long a write takes that does not wait for its extraction, with a provider that takes seconds, against a literal write. */
import { startScriptedOpenAi, type ScriptedAnswer } from "@loci/adapters/scripted-openai";
import { heading, percentile, table } from "./report.ts";
import { startServer, type BenchServer } from "./server.ts";
import { turnSource } from "./texts.ts";

const writes = 150;
const providerMs = 2_000;

export async function measureAcknowledge(): Promise<void> {
  const provider = await startScriptedOpenAi();
  const nothing: ScriptedAnswer = { kind: "extraction", extraction: { entities: [], facts: [], instructions: [] } };
  const slow: ScriptedAnswer = { kind: "slow", millis: providerMs, then: nothing };
  provider.scriptStage("extraction", ...Array.from({ length: writes * 2 }, () => slow));
  const server = await startServer(undefined, {
    SERVICE_LLM_PROVIDER: "openai",
    SERVICE_LLM_URL: provider.baseUrl,
    SERVICE_LLM_MODEL: "scripted",
    SERVICE_LLM_API_KEY: "none",
  });
  try {
    const turn = turnSource(4);
    for (let i = 0; i < 20; i++) await write(server, turn(), "none");
    const deferred: number[] = [];
    const literal: number[] = [];
    // In turn, so that both meet the same machine.
    for (let i = 0; i < writes; i++) {
      deferred.push(await write(server, turn(), "full"));
      literal.push(await write(server, turn(), "none"));
    }
    heading(`POST /facts while the provider takes ${providerMs} ms (${writes} writes, ms)`);
    table([
      ["way", "p50", "p95", "budget of p95"],
      ["Prefer: respond-async", percentile(deferred, 0.5), percentile(deferred, 0.95), "50"],
      ["infer none", percentile(literal, 0.5), percentile(literal, 0.95), "-"],
      ["ratio", percentile(deferred, 0.5) / percentile(literal, 0.5), percentile(deferred, 0.95) / percentile(literal, 0.95), "-"],
    ]);
  } finally {
    await server.stop();
    await provider.close();
  }
}

/** Milliseconds until the answer is whole. */
async function write(server: BenchServer, text: string, infer: "full" | "none"): Promise<number> {
  const headers = { "content-type": "application/json", ...(infer === "full" ? { prefer: "respond-async" } : {}) };
  const began = performance.now();
  const response = await server.send("POST", "/dev/facts", { headers, body: JSON.stringify({ text, infer }) });
  await response.text();
  if (response.status !== (infer === "full" ? 202 : 200)) throw new Error(`POST /facts: ${response.status}`);
  return performance.now() - began;
}
