import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { openPglite } from "@loci/adapters/pglite";
import { LociError } from "@loci/kernel";
import type { Meter } from "./meter.ts";
import { offMeter } from "./meter.ts";
import { watchDatabase, withoutValues } from "./database.ts";
import { watchEmbedder, watchModels } from "./models.ts";
import { prometheusMeter } from "./prometheus.ts";
import { offTelemetry, type Telemetry } from "./telemetry.ts";
import { offTracing } from "./tracing.ts";

let meter: Meter = offMeter;
let telemetry: Telemetry;
beforeEach(() => {
  meter = prometheusMeter(() => undefined);
  telemetry = { meter, tracing: offTracing };
});
afterEach(() => meter.close());
const told = async (name: string) => (await meter.text()).body.split("\n").filter((line) => line.startsWith(name));

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

  it("is each transaction on the database, and each statement", async () => {
    const database = watchDatabase(await openPglite({ folder: undefined }), telemetry);
    try {
      await database.asOwner((tx) => tx.query({ text: "select 1" }));
      await expect(database.asOwner((tx) => tx.query({ text: "select 1 / 0" }))).rejects.toThrow();
      expect(await told("loci_database_transaction_seconds_count")).toEqual([
        'loci_database_transaction_seconds_count{end="committed"} 1',
        'loci_database_transaction_seconds_count{end="rolled_back"} 1',
      ]);
      expect(await told("loci_database_query_seconds_count")).toEqual(["loci_database_query_seconds_count 2"]);
    } finally {
      await database.close();
    }
  });

  it("tells of a statement its text, with nothing in quotes", () => {
    expect(withoutValues("select *\n  from t where a = 'it''s Ann' and b = $1")).toBe("select * from t where a = '?' and b = $1");
  });
});
