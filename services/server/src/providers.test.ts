import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { createHttpReranker } from "@loci/adapters/http-reranker";
import { createOpenAiEmbedder } from "@loci/adapters/openai-embedder";
import { startScriptedOpenAi, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { createGateway, defaultGatewaySettings, type Listener } from "@loci/gateway";
import { createDeferredExtractor, defaultIngestLimits, type DeferredExtractor } from "@loci/ingest";
import { idSource } from "@loci/kernel";
import { createLifecycle } from "@loci/platform/lifecycle";
import { createReadiness } from "@loci/platform/probes";
import { offTelemetry, silentLogger } from "@loci/platform/telemetry";
import { readSettings } from "./config.ts";
import { bothNotes, noteEmbedder, noteReranker, readinessNote } from "./observed/providers.ts";
import { createProviderReports, type ProviderReports } from "./observed/provider-reports.ts";
import { createModelDirectory } from "./roots/model-directory.ts";
import { loci, openWhole, type Whole } from "./testing/whole.ts";

interface Failure {
  readonly usedFor: readonly string[];
  readonly status: string;
  readonly failures: number | null;
  readonly error: string;
}

let whole: Whole;
let provider: ScriptedOpenAi;
let listener: Listener;
let reports: ProviderReports;
let extractor: DeferredExtractor;
let elapsed = 0;
const keys = { management: "", house: "", agent: "", other: "" };

beforeAll(async () => {
  provider = await startScriptedOpenAi();
  const hosts = readSettings(["allowedModelHosts"], { allowedModelHosts: new URL(provider.baseUrl).host }, {}).allowedModelHosts;
  whole = await openWhole({ modelHosts: hosts });
  const made = await whole.auth.bootstrap({ contextId: "house", contextKey: "", managementKey: "" }, loci(""));
  Object.assign(keys, { management: made.managementKey, house: made.contextKey });
  const clock = () => whole.clock.now;
  const logger = silentLogger();
  reports = createProviderReports({ clock, logger, callOf: loci });
  const parts = {
    ...{ clock, logger, elapsed: () => elapsed, random: randomBytes, ids: idSource(clock, randomBytes), providers: reports },
    ...{ lifecycle: createLifecycle(logger), readiness: createReadiness(), telemetry: offTelemetry },
  };
  const builtin = createBuiltinLanguageModel();
  const deployment = { own: () => builtin, builtin: () => builtin };
  const models = createModelDirectory(whole.auth, { deployment, hosts, prices: new Map() }, parts);
  const place = { baseUrl: provider.baseUrl, apiKey: "sk-secret", timeoutMs: 60_000, maxRetries: 0, model: "m" };
  const shared = (name: string) => bothNotes(readinessNote(name, parts), reports.of("", name, "openai:m"));
  const embedder = noteEmbedder(await createOpenAiEmbedder(place), shared("embeddings"));
  const reranker = noteReranker(createHttpReranker({ ...place, url: provider.baseUrl, maxRetries: 0 }), shared("reranker"));
  const retrieval = whole.recallWith({ models, embedder, reranker, elapsed: () => elapsed, settings: { testMs: 3_000 } });
  const { auth, graph, ingest } = whole;
  const settings = defaultGatewaySettings;
  const ready = async () => ({ ok: true, parts: {} });
  const gateway = createGateway({ auth, graph, ingest, retrieval, logger, settings, clock, ids: parts.ids, ready });
  listener = await gateway.listen("127.0.0.1", 0);
  await ask("POST", "/api/v1/contexts", keys.management, { id: "other" });
  const token = async (context: string, external_id: string, grants: object) => {
    const body = { external_id, ttl_seconds: 3_600, grants };
    const { answer } = await ask("POST", `/api/v1/contexts/${context}/access-tokens`, keys.management, body);
    return String(answer["key"]);
  };
  keys.agent = await token("house", "agent", { "memory:read": ["/"], "memory:write": ["/"] });
  keys.other = await token("other", "root", { "memory:read": ["/"], "grant:manage": ["/"] });
  const extraction = { provider: "openai", url: provider.baseUrl, model: "large", api_key: "sk-of-house" };
  const config = { stages: { extraction, synthesis: extraction } };
  expect((await ask("PATCH", "/api/v1/contexts/house", keys.management, { config })).status).toBe(200);
  whole.models.set("house", await models.model("house", "extraction"));
  const limits = { ...defaultIngestLimits, pollMs: 60_000 };
  const asked = { model: async () => models.model("house", "extraction") };
  const reading = {
    graph,
    embedder: createBuiltinEmbedder(),
    models: asked,
    clock,
  };
  extractor = createDeferredExtractor({
    ...{ ...reading, logger, limits, random: () => 0.5, auth: whole.auth, ids: parts.ids, onSetAside: () => undefined },
  });
});
afterEach(() => provider.clear());
afterAll(async () => {
  await extractor.close();
  await listener.close(100);
  await provider.close();
  await whole.close();
});

async function ask(method: string, path: string, key: string, body?: unknown) {
  const reply = await fetch(`http://127.0.0.1:${listener.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text, answer: JSON.parse(text) as Record<string, unknown> };
}

const inContext = (context: string, path: string) => `/api/v1/${context}${path}`;

async function failures(context: string, key: string): Promise<readonly Failure[]> {
  await reports.settled();
  const { answer } = await ask("GET", inContext(context, "/traces/stats?windowHours=24"), key);
  return answer["providers"] as readonly Failure[];
}

const test = (key = keys.house) => {
  elapsed += 60_000;
  return ask("POST", inContext("house", "/providers/test"), key);
};

describe("a context's own provider that fails", () => {
  it("is told with what waits for it, to its own context alone, and counted for who manages it alone", async () => {
    provider.script({ kind: "unauthorized" });
    const { answer } = await ask("POST", inContext("house", "/facts"), keys.house, { text: "I live in Lisbon." });
    expect(answer).toMatchObject({ deferred: true });
    const [failure, ...none] = await failures("house", keys.house);
    expect(none).toEqual([]);
    expect(failure).toMatchObject({
      ...{ usedFor: ["extraction"], model: "openai:large", shared: false, status: "failing", failures: 1 },
      ...{ error: "unavailable, status 401", waiting: { turns: 1, chunks: 0, documents: 0 } },
      advice: expect.stringContaining("stages.extraction"),
    });
    expect(JSON.stringify(failure)).not.toContain("sk-");
    expect(await failures("house", keys.agent)).toMatchObject([{ failures: null, lastFailedAt: null, status: "failing" }]);
    expect(await failures("other", keys.other)).toEqual([]);
  });

  it("is read again at once where its manager says so, and counts as recovered then", async () => {
    provider.script({ kind: "server_error" }, { kind: "server_error" }, { kind: "server_error" });
    whole.clock.now += 60_000;
    await extractor.drain();
    expect(await failures("house", keys.house)).toMatchObject([{ failures: 2, error: "unavailable, status 500" }]);
    provider.clear();
    await extractor.drain();
    expect(provider.requests).toEqual([]);
    expect((await ask("POST", inContext("house", "/providers/retry"), keys.agent)).status).toBe(403);
    expect(await ask("POST", inContext("house", "/providers/retry"), keys.house)).toMatchObject({
      ...{ status: 202, answer: { turns: 1, documents: 0 } },
    });
    await extractor.drain();
    expect(provider.requests).toHaveLength(1);
    const waiting = { turns: 0, chunks: 0, documents: 0 };
    expect(await failures("house", keys.house)).toMatchObject([{ status: "recovered", failures: 2, waiting }]);
  });
});

describe("a test of the providers", () => {
  it("asks each model once, and says which answer", async () => {
    const { status, answer } = await test();
    expect([status, answer]).toMatchObject([
      200,
      {
        ok: true,
        tests: [
          { usedFor: ["embeddings"], model: "openai:m", shared: true, ok: true, error: null, advice: null },
          { usedFor: ["reranker"], ok: true },
          { usedFor: ["extraction", "synthesis"], model: "openai:large", shared: false, ok: true },
          { usedFor: ["elaboration", "consolidation", "hyde", "decomposition"], model: "builtin", shared: true, ok: true },
        ],
      },
    ]);
    expect(provider.requests.map(({ path }) => path).sort()).toEqual(["/v1/chat/completions", "/v1/embeddings", "/v1/rerank"]);
  });

  it("says of each failure what it is and what can be done, never what the provider said", async () => {
    provider.script({ kind: "unauthorized" });
    provider.scriptEmbeddings({ kind: "server_error" });
    provider.scriptRerank({ kind: "timeout" });
    const { text, answer } = await test();
    expect(answer).toMatchObject({
      ok: false,
      tests: [
        { ok: false, error: "unavailable, status 500", advice: expect.stringContaining("on its side") },
        { ok: false, error: "deadline_exceeded", advice: expect.stringContaining("in time") },
        { ok: false, error: "unavailable, status 401", advice: expect.stringContaining("stages.extraction, stages.synthesis") },
        { ok: true },
      ],
    });
    expect(text).not.toMatch(/sk-|127\.0\.0\.1/);
    // What contexts share is told to each of them, uncounted.
    const shared = { shared: true, failures: null, status: "failing" };
    expect(await failures("other", keys.other)).toMatchObject([
      { ...shared, usedFor: ["embeddings"] },
      { ...shared, usedFor: ["reranker"] },
    ]);
    await test();
    expect(await failures("other", keys.other)).toMatchObject([{ status: "recovered" }, { status: "recovered" }]);
  });

  it("is for who manages the context, and not again at once", async () => {
    expect((await test(keys.agent)).status).toBe(403);
    expect((await test()).status).toBe(200);
    const again = await ask("POST", inContext("house", "/providers/test"), keys.house);
    expect([again.status, again.headers.get("retry-after")]).toEqual([429, "10"]);
  });
});
