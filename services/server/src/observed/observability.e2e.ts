import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { lociServer, startProcess, type RunningProcess } from "@loci/e2e/parts/loci";
import { startCollector, type CollectedSpan, type Collector } from "@loci/e2e/parts/otlp";
import { freePort, startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { metrics } from "@loci/platform/telemetry";

const roles = ["auth", "graph", "ingest", "retrieval", "api"] as const;
type Role = (typeof roles)[number];
/** What must be in no log, no metric and no trace; words that the reading of a question leaves whole. */
const canaries = {
  key: "loci-canary-key-0123456789abcdef",
  text: "quuxville",
  name: "zorblax",
  scope: "org/canaryscope",
  principal: "canaryprincipal",
};
/** What each trace here begins with, at its caller. */
const callerSpan = "00f067aa0ba902b7";
const traceparent = (trace: string) => `00-${trace}-${callerSpan}-01`;

describe("a process for each service, with metrics, traces and the whole log on", () => {
  let postgres: TestPostgres;
  let collector: Collector;
  let folder: string;
  let url: string;
  const metricsAt = new Map<Role, string>();
  const running: RunningProcess[] = [];

  beforeAll(async () => {
    [postgres, collector] = await Promise.all([startPostgres(), startCollector()]);
    folder = await mkdtemp(join(tmpdir(), "loci-observed-"));
    const settings = {
      DB_CONNECTION: await postgres.createDatabase("loci"),
      SERVICE_SECRETS_DIR: folder,
      SERVICE_OBJECT_STORE_URL: `file:${join(folder, "objects")}`,
      SERVICE_LOG_LEVEL: "trace",
    };
    const made = await lociServer(["bootstrap", "--context-id", "acme"], { ...settings, SERVICE_API_KEY: canaries.key });
    expect(made).toMatchObject({ code: 0, err: "" });
    const ports = new Map(await Promise.all(roles.map(async (role) => [role, await freePort()] as const)));
    const at = (role: Role) => `127.0.0.1:${ports.get(role) ?? 0}`;
    const addresses = roles.filter((role) => role !== "api").flatMap((role) => [`--${role}-address`, at(role)]);
    const without = (role: Role, ...names: Role[]) =>
      addresses.filter((_each, i) => ![role, ...names].some((name) => addresses[i - (i % 2)] === `--${name}-address`));
    const start = async (role: Role, ...args: string[]) => {
      const address = `127.0.0.1:${await freePort()}`;
      metricsAt.set(role, `http://${address}/metrics`);
      const env = {
        ...settings,
        SERVICE_METRICS_ADDRESS: address,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        // Nobody answers there: what is read for facts fails, is logged and tried again.
        ...(role === "ingest" && {
          SERVICE_LLM_PROVIDER: "openai",
          SERVICE_LLM_URL: "http://127.0.0.1:9/v1",
          SERVICE_LLM_MODEL: "m",
        }),
      };
      running.push(await startProcess(args, /serving on/, env));
    };
    const service = (role: Role, ...args: string[]) => start(role, role, "start", "--bind", at(role), ...args);
    const started = await Promise.allSettled([
      service("auth"),
      service("graph"),
      service("ingest", ...without("ingest")),
      service("retrieval", ...without("retrieval")),
      start("api", "api", "--bind-address", at("api"), ...addresses),
    ]);
    expect(started.filter((one) => one.status === "rejected")).toEqual([]);
    url = `http://${at("api")}`;
  });
  afterAll(async () => {
    await Promise.all(running.map((process) => process.stop()));
    await Promise.all([postgres.stop(), collector.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  async function asked(path: string, body: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${canaries.key}`, "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  }
  const spansOf = (trace: string) => collector.spans.filter(({ traceId }) => traceId === trace);
  /** Spans are sent some seconds after they end, by each process at a time of its own. */
  async function untilSeen(trace: string, seen: (spans: readonly CollectedSpan[]) => boolean): Promise<readonly CollectedSpan[]> {
    for (const end = Date.now() + 120_000; Date.now() < end && !seen(spansOf(trace));) await sleep(250);
    return spansOf(trace);
  }
  const servicesIn = (spans: readonly CollectedSpan[]) => [...new Set(spans.map(({ service }) => service))].sort();
  const strays = (spans: readonly CollectedSpan[]) =>
    spans.filter(({ parentId }) => parentId !== callerSpan && !spans.some(({ spanId }) => spanId === parentId));
  /** Whether a trace is here with these spans, and with what stands between them and its caller. */
  const isWhole = (spans: readonly CollectedSpan[], ...names: readonly string[]) =>
    strays(spans).length === 0 && names.every((wanted) => spans.some(({ service, name }) => `${service} ${name}` === wanted));

  it("finds nothing before anything is remembered, and knows it", async () => {
    expect(await asked("/api/v1/acme/query", { query: "Where is it?" })).toMatchObject({ status: 200 });
  });

  it("makes one trace of a write over the gateway, auth, ingest and graph, that goes on with its caller's", async () => {
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const triples = [{ entity: { type: "Person", name: canaries.name }, key: "home", value: canaries.text }];
    const written = await asked("/api/v1/acme/facts", { infer: "triples", triples }, { traceparent: traceparent(trace) });
    expect(written).toMatchObject({ status: 200 });
    const write = "loci.graph.v1.Graph/WriteMemory";
    const spans = await untilSeen(
      trace,
      (seen) =>
        servicesIn(seen).length === 4 &&
        isWhole(seen, "loci-api POST /api/v1/{contextId}/facts", `loci-ingest ${write}`, `loci-graph ${write}`),
    );
    expect(servicesIn(spans)).toEqual(["loci-api", "loci-auth", "loci-graph", "loci-ingest"]);
    expect(strays(spans)).toEqual([]);
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [http] = named("POST /api/v1/{contextId}/facts");
    expect(http).toMatchObject({ parentId: callerSpan, attributes: { "http.response.status_code": "200" } });
    expect(http?.attributes["loci.trace.id"]).toMatch(/^trace:/);
    const [operation] = named("upsert_memory");
    expect(operation?.attributes).toMatchObject({
      "gen_ai.operation.name": "upsert_memory",
      "gen_ai.memory.store.id": "acme",
      "loci.trace.id": http?.attributes["loci.trace.id"],
    });
    expect(
      named(write)
        .map(({ service }) => service)
        .sort(),
    ).toEqual(["loci-graph", "loci-ingest"]);
    expect(spans.find(({ name }) => name.startsWith("embeddings"))).toMatchObject({ service: "loci-ingest" });
  });

  it("makes one trace of a recall by an agent's tool, that goes on with what the message says", async () => {
    const trace = "0af7651916cd43dd8448eb211c80319c";
    const message = {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: {
        name: "recall",
        arguments: { query: `Where does ${canaries.name} live?` },
        _meta: { traceparent: traceparent(trace) },
      },
    };
    const answer = await asked("/mcp", message, { accept: "application/json, text/event-stream" });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.text.toLowerCase()).toContain(canaries.text);
    const spans = await untilSeen(
      trace,
      (seen) =>
        servicesIn(seen).length >= 3 && isWhole(seen, "loci-api tools/call") && seen.some(({ name }) => name === "search_memory"),
    );
    expect(servicesIn(spans)).toEqual(["loci-api", "loci-graph", "loci-retrieval"]);
    expect(strays(spans)).toEqual([]);
    const [tool] = spans.filter(({ name }) => name === "tools/call");
    expect(tool?.attributes).toMatchObject({ "gen_ai.tool.name": "recall", "loci.trace.id": expect.stringMatching(/^trace:/) });
    expect(tool?.attributes["loci.trace.id"]).not.toContain(trace);
    expect(tool?.links).toHaveLength(1);
    expect(spans.map(({ name }) => name)).toContain("search_memory");
  });

  it("does the rest of the main job, and what goes wrong in it", async () => {
    const api = "/api/v1/acme";
    const made = [
      await asked(`${api}/facts`, { text: `${canaries.name} moved to ${canaries.text} in March.` }),
      await asked(`${api}/query`, { query: `Where does ${canaries.name} live?`, mode: "bm25" }),
      await asked(`${api}/chat`, { message: `Where does ${canaries.name} live?` }),
      await asked(`${api}/facts`, { text: canaries.text, scopes: [canaries.scope] }),
      await asked(`${api}/facts`, `{"text": "${canaries.text}`),
      await asked(`${api}/query`, { query: canaries.text, [canaries.text]: 1 }),
      await asked(`${api}/${canaries.text}`, {}),
      await asked(`${api}/query`, { query: "x" }, { authorization: `Bearer ${canaries.key}0` }),
      await asked(`${api}/principals`, { externalId: canaries.principal, displayName: canaries.name }),
      await asked("/mcp", { jsonrpc: "2.0", id: 1, method: canaries.text, params: { name: canaries.text } }),
    ];
    expect(made.map(({ status }) => Math.floor(status / 100))).toEqual([
      2,
      2,
      2,
      4,
      4,
      4,
      4,
      4,
      expect.anything(),
      expect.anything(),
    ]);
    const form = new FormData();
    form.set("file", new Blob([`# ${canaries.text}\n\nA rollback takes ${canaries.name} minutes.\n`]), `${canaries.text}.md`);
    const headers = { authorization: `Bearer ${canaries.key}` };
    expect((await fetch(`${url}${api}/documents`, { method: "POST", headers, body: form })).status).toBe(202);
    await sleep(8_000);
  });

  async function scraped(): Promise<Map<Role, string>> {
    return new Map(
      await Promise.all([...metricsAt].map(async ([role, address]) => [role, await (await fetch(address)).text()] as const)),
    );
  }

  it("exports every metric of the table from every process, and has a value for all but what did not happen", async () => {
    const silentIn = (told: ReadonlyMap<Role, string>) => {
      const all = [...told.values()].join("\n");
      return Object.keys(metrics).filter(
        (name) => !mayBe.has(name) && !new RegExp(`^${name}(?:_count)?(?:\\{.*\\})? [1-9.]`, "m").test(all),
      );
    };
    let pages = await scraped();
    for (const page of pages.values()) for (const name of Object.keys(metrics)) expect(page).toContain(`# HELP ${name} `);
    // Scheduled work begins after its first period; nothing is contradicted or behind here.
    const notHere = ["loci_index_lag_positions", "loci_index_lag_seconds", "loci_uncertainties_oldest_seconds"];
    const mayBe = new Set([...notHere, "loci_uncertainties_open", "loci_upkeep_runs_total", "loci_upkeep_seconds"]);
    mayBe.add("loci_database_waiting").add("loci_jobs_oldest_seconds");
    // No row of the audit is beyond its chain's end.
    mayBe.add("loci_audit_chains_broken");
    // No text here ends the process that reads it.
    mayBe.add("loci_texts_set_aside_total").add("loci_readers_ended_total");
    // The built-in model counts none.
    mayBe.add("loci_model_tokens_total").add("loci_model_cost_total").add("loci_model_unpriced_tokens_total");
    // Nothing ends, is taken back or is erased here, the scheduled work has not begun, and gRPC is in plain text.
    mayBe.add("loci_recall_duplicate_hits_total").add("loci_recall_stale_hits_total").add("loci_facts_reopened_total");
    mayBe.add("loci_erasures_open").add("loci_erasures_oldest_seconds").add("loci_erasure_seconds");
    mayBe.add("loci_certificate_expiry_timestamp_seconds");
    // Facts are read from a document before it is ready, and here nobody answers who would.
    mayBe.add("loci_document_ready_seconds");
    // The database that speaks SurrealQL is a command of its own, none of these processes.
    mayBe.add("loci_surrealql_statement_seconds").add("loci_surrealql_open");
    for (const end = Date.now() + 120_000; Date.now() < end && silentIn(pages).length > 0; await sleep(500))
      pages = await scraped();
    expect(silentIn(pages)).toEqual([]);
    expect(pages.get("graph")).toMatch(/^loci_rpc_server_seconds_count\{method="loci\.graph\.v1\.Graph\/WriteMemory",code="OK"\}/m);
    expect(pages.get("api")).toMatch(/^loci_http_request_seconds_count\{route="other",method="POST",status="404"\} 1$/m);
  });

  it("says in each line of the log which role wrote it, and in which trace", async () => {
    // What comes after the last line's end is not yet all of a line.
    const lines = running
      .flatMap((process) => process.output().split("\n").slice(0, -1))
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !roles.some((role) => role === line["role"]))).toEqual([]);
    const deferred = lines.find((line) => line["msg"] === "extraction deferred");
    expect(deferred).toMatchObject({ role: "ingest", trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await untilSeen(String(deferred?.["trace_id"]), (seen) => seen.length > 0)).not.toEqual([]);
  });

  it("tells nobody's words, keys, names or scopes in any of them", async () => {
    const told = {
      logs: running.map((process) => process.output()).join("\n"),
      metrics: [...(await scraped()).values()].join("\n"),
      traces: collector.text(),
    };
    for (const [where, text] of Object.entries(told))
      for (const canary of Object.values(canaries))
        expect({ where, canary, told: text.toLowerCase().includes(canary) }).toEqual({ where, canary, told: false });
    expect(collector.spans.length).toBeGreaterThan(100);
  });
});
