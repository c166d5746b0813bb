/** What the scenarios of faults share: one server whose models are a scripted provider, and its administrator's memory. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startScriptedOpenAi, type ScriptedAnswer, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { memory, type Memory } from "@loci/e2e/parts/memory";
import { operator, type Operator } from "@loci/e2e/parts/tenants";
import { freePort } from "@loci/e2e/parts/postgres";

/** Secrets that no log may hold. */
export const contextKey = "canary-context-key-6f1d2c9b8a7e";
export const modelKey = "sk-canary-model-5e4d3c2b1a";
export const embeddingsKey = "sk-canary-embeddings-9a8b7c6d";

export interface FaultyWorld {
  readonly folder: string;
  readonly port: number;
  readonly server: RunningLoci;
  readonly provider: ScriptedOpenAi;
  readonly admin: Memory;
  readonly loci: Operator;
  /** What the server wrote after its welcome, which alone may show keys. */
  log(): string;
  stop(): Promise<void>;
}

export type World = () => FaultyWorld;

/** Both models at the provider, everything logged. */
export function settingsOf({ baseUrl }: ScriptedOpenAi): Record<string, string> {
  return {
    SERVICE_API_KEY: contextKey,
    SERVICE_LLM_PROVIDER: "openai",
    SERVICE_LLM_URL: baseUrl,
    SERVICE_LLM_MODEL: "scripted",
    SERVICE_LLM_API_KEY: modelKey,
    SERVICE_EMBEDDINGS_PROVIDER: "openai",
    SERVICE_EMBEDDINGS_URL: baseUrl,
    SERVICE_EMBEDDINGS_MODEL: "scripted",
    SERVICE_EMBEDDINGS_API_KEY: embeddingsKey,
    SERVICE_LOG_LEVEL: "trace",
  };
}

/** @param connection where to keep the memory; a data folder of its own by default */
export async function startFaultyWorld(connection?: string): Promise<FaultyWorld> {
  const folder = await mkdtemp(join(tmpdir(), "loci-faults-"));
  const provider = await startScriptedOpenAi();
  const port = await freePort();
  const server = await startDev(connection ?? `pglite:${folder}`, port, {
    ...settingsOf(provider),
    SERVICE_SECRETS_DIR: join(folder, "secrets"),
  });
  const welcome = server.output();
  return {
    folder,
    port,
    server,
    provider,
    admin: memory(server.url, "dev", contextKey),
    loci: operator(server.url, printedKeys(welcome).managementKey),
    log: () => server.output().slice(welcome.length),
    async stop() {
      await server.stop();
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A model's answer with one fact that it read in `quote`. */
export function oneFact(quote: string, subject: string, key: string, value: string): ScriptedAnswer {
  const fact = {
    ...{ turn: 0, quote, subject: { type: "Person", name: subject }, key, value, target: null, memory_category: "knowledge" },
    ...{ confidence: 0.9, valid_from: "", valid_until: "", valid_precision: "", negated: false, changed: false },
  };
  const entities = [{ type: "Person", name: subject, memory_category: "identity" }];
  return { kind: "extraction", extraction: { entities, facts: [fact], instructions: [] } };
}

/** Asks again until the answer pleases, for at most `limitMs`; then it is given as it is. */
export async function eventually<T>(ask: () => Promise<T>, pleases: (answer: T) => boolean, limitMs = 120_000): Promise<T> {
  const until = Date.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (pleases(answer) || Date.now() > until) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
