import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { openPglite } from "@loci/adapters/pglite";
import { startCollector } from "@loci/e2e/parts/otlp";
import { LociError } from "@loci/kernel";
import { type Database, sql, type Transaction } from "@loci/ports/database";
import type { Meter } from "./meter.ts";
import { offMeter } from "./meter.ts";
import { watchDatabase, withoutValues } from "./database.ts";
import { watchEmbedder, watchModels } from "./models.ts";
import { prometheusMeter } from "./prometheus.ts";
import { silentLogger } from "./logger.ts";
import { offTelemetry, openTelemetry, type Telemetry } from "./telemetry.ts";
import { offTracing } from "./tracing.ts";

let meter: Meter = offMeter;
let telemetry: Telemetry;
let plain: Database;
beforeAll(async () => {
  plain = await openPglite({ folder: undefined });
});
afterAll(() => plain.close());
beforeEach(() => {
  meter = prometheusMeter(() => undefined);
  telemetry = { meter, tracing: offTracing };
});
afterEach(() => meter.close());
const told = async (name: string) => (await meter.text()).body.split("\n").filter((line) => line.startsWith(name));

/** Where to send is the environment's word, as the exporter reads it. */
async function traced(sampler = "") {
  const collector = await startCollector();
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.endpoint;
  const options = { serviceName: "test", serviceVersion: "1", sampler, samplerArgument: "" };
  const { tracing } = await openTelemetry({ metrics: false, tracing: options }, silentLogger());
  delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  return { collector, tracing };
}

describe("what is watched", () => {
  it("is what it was where nobody watches", () => {
    const embedder = createBuiltinEmbedder();
    expect(watchEmbedder(embedder, offTelemetry)).toBe(embedder);
  });

  it("is each call of a model, also one that fails", async () => {
    const model = createBuiltinLanguageModel();
    const failing = { ...model, extract: () => Promise.reject(new LociError("unavailable", "It is down.")) };
    const models = watchModels({ model: async (_id, stage) => (stage === "extraction" ? failing : model) }, telemetry);
    await expect((await models.model("acme", "extraction")).extract({ turns: [] })).rejects.toMatchObject({
      code: "unavailable",
    });
    await (await models.model("acme", "decomposition")).decompose("Where does Mina live?");
    expect(await told("loci_model_seconds_count")).toEqual([
      'loci_model_seconds_count{stage="extraction",provider="builtin",outcome="unavailable"} 1',
      'loci_model_seconds_count{stage="decomposition",provider="builtin",outcome="ok"} 1',
    ]);
    expect(await told("loci_extraction_failures_total")).toEqual(['loci_extraction_failures_total{code="unavailable"} 1']);
  });

  it("is what models take and cost, by context, at the prices that are known", async () => {
    const told1 = async () => [...(await told("loci_model_tokens_total")), ...(await told("loci_model_cost_total"))];
    const usage = { inputTokens: 400_000, outputTokens: 100_000 };
    const builtin = createBuiltinLanguageModel();
    const named = (id: string) => ({ ...builtin, id, decompose: async () => ({ questions: [], usage }) });
    const prices = new Map([["large", { input: 2.5, output: 10 }]]);
    const directory = { model: async (contextId: string) => named(contextId === "acme" ? "openai:large" : "openai:other") };
    const models = watchModels(directory, telemetry, prices);
    for (const contextId of ["acme", "umbrella"]) await (await models.model(contextId, "decomposition")).decompose("?");
    expect(await told1()).toEqual([
      'loci_model_tokens_total{context="acme",stage="decomposition",provider="openai",direction="input"} 400000',
      'loci_model_tokens_total{context="acme",stage="decomposition",provider="openai",direction="output"} 100000',
      'loci_model_tokens_total{context="umbrella",stage="decomposition",provider="openai",direction="input"} 400000',
      'loci_model_tokens_total{context="umbrella",stage="decomposition",provider="openai",direction="output"} 100000',
      'loci_model_cost_total{context="acme",stage="decomposition",provider="openai"} 2',
    ]);
    expect(await told("loci_model_unpriced_tokens_total")).toEqual([
      'loci_model_unpriced_tokens_total{stage="decomposition",provider="openai"} 500000',
    ]);
  });

  it("has series of its own for a thousand contexts, and one for all others", async () => {
    const usage = { inputTokens: 1, outputTokens: 1 };
    const model = { ...createBuiltinLanguageModel(), id: "openai:large", decompose: async () => ({ questions: [], usage }) };
    const models = watchModels({ model: async () => model }, telemetry);
    for (let i = 0; i < 1_002; i++) await (await models.model(`context-${i}`, "decomposition")).decompose("?");
    expect(await told("loci_model_tokens_total")).toHaveLength(2 * 1_001);
    expect(
      await told('loci_model_tokens_total{context="(others)",stage="decomposition",provider="openai",direction="input"}'),
    ).toEqual(['loci_model_tokens_total{context="(others)",stage="decomposition",provider="openai",direction="input"} 2']);
  });

  it("is each transaction on the database, and each statement", async () => {
    const database = watchDatabase(plain, telemetry);
    await database.asOwner((tx) => tx.query(sql`select 1`));
    await expect(database.asOwner((tx) => tx.query(sql`select 1 / 0`))).rejects.toThrow();
    expect(await told("loci_database_transaction_seconds_count")).toEqual([
      'loci_database_transaction_seconds_count{end="committed"} 1',
      'loci_database_transaction_seconds_count{end="rolled_back"} 1',
    ]);
    expect(await told("loci_database_query_seconds_count")).toEqual(["loci_database_query_seconds_count 2"]);
  });

  it("is the same of sessions, whose transactions end in their own time", async () => {
    const session = watchDatabase(plain, telemetry).openSession({ as: "owner" });
    for (const end of ["commit", "rollback", "close"] as const) {
      await session.begin();
      await session.query(sql`select 1`);
      if (end === "commit") await session.table(sql`select 1`);
      await session[end]();
    }
    expect(await told("loci_database_transaction_seconds_count")).toEqual([
      'loci_database_transaction_seconds_count{end="committed"} 1',
      'loci_database_transaction_seconds_count{end="rolled_back"} 2',
    ]);
    expect(await told("loci_database_query_seconds_count")).toEqual(["loci_database_query_seconds_count 4"]);
  });

  it("is a span for each statement that is waited for, or fails, within something that is traced", async () => {
    const { collector, tracing } = await traced();
    const database = watchDatabase(plain, { meter, tracing });
    const slow = (tx: Transaction) => tx.query(sql`select pg_sleep(0.01)`, { name: "slow" });
    await database.asOwner(slow);
    await tracing.span({ name: "whole", kind: "internal" }, async () => {
      await database.asOwner(slow);
      await expect(database.asOwner((tx) => tx.query(sql`select 1 / 0`, { name: "wrong" }))).rejects.toThrow();
    });
    await tracing.close();
    await collector.close();
    const [whole] = collector.spans.filter(({ name }) => name === "whole");
    const parentId = whole?.spanId;
    expect(collector.spans.filter(({ name }) => name === "slow")).toEqual([
      expect.objectContaining({
        parentId,
        isError: false,
        attributes: expect.objectContaining({ "db.query.text": "select pg_sleep(0.01)" }),
      }),
    ]);
    expect(collector.spans.filter(({ name }) => name === "wrong")).toEqual([expect.objectContaining({ parentId, isError: true })]);
  });

  it("has no span in a trace that is not sampled, and tells the next process so", async () => {
    const { collector, tracing } = await traced("parentbased_always_off");
    const flags = await tracing.span({ name: "whole", kind: "server" }, () =>
      tracing.span({ name: "part", kind: "internal" }, async () => tracing.carrier()["traceparent"]?.split("-").at(-1)),
    );
    await tracing.close();
    await collector.close();
    expect({ flags, spans: collector.spans }).toEqual({ flags: "00", spans: [] });
  });

  it("tells of a statement its text, with nothing in quotes", () => {
    expect(withoutValues("select *\n  from t where a = 'it''s Ann' and b = $1")).toBe("select * from t where a = '?' and b = $1");
  });
});
