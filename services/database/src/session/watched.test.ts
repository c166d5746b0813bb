import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { startCollector } from "@loci/e2e/parts/otlp";
import { openTelemetry, silentLogger, type Telemetry } from "@loci/platform/telemetry";
import type { Store } from "../store/port.ts";
import { openStore } from "./open-store.ts";
import { openDatabases } from "./open.ts";
import type { Databases, Session } from "./port.ts";

let store: Store;
let databases: Databases;
let telemetry: Telemetry;
beforeAll(async () => {
  store = await openStore(await openPglite({ folder: undefined }));
});
afterAll(() => store.close());
// Gauges are read every 15 seconds at most.
beforeEach(async () => {
  telemetry = await openTelemetry({ metrics: true, tracing: undefined }, silentLogger());
  databases = openDatabases({ store, unauthenticated: true, telemetry });
});
afterEach(() => telemetry.meter.close());
const told = async (name: string) => (await telemetry.meter.text()).body.split("\n").filter((line) => line.startsWith(name));

async function opened(): Promise<Session> {
  const session = databases.openSession({ ip: undefined, origin: undefined });
  session.onNotification(() => undefined);
  await session.use("test", "watched");
  return session;
}

it("statements are counted by their kind and how they ended, never by what they say", async () => {
  const session = await opened();
  await session.query(
    "CREATE secret:1; (SELECT * FROM secret); SELECT * FROM missing; CREATE secret:1; THROW 'secret'; 1 + 1",
    undefined,
  );
  await expect(session.query("SELECT FROM", undefined)).rejects.toThrow();
  expect((await told("loci_surrealql_statement_seconds_count")).toSorted()).toEqual([
    'loci_surrealql_statement_seconds_count{statement="create",outcome="alreadyexists"} 1',
    'loci_surrealql_statement_seconds_count{statement="create",outcome="ok"} 1',
    'loci_surrealql_statement_seconds_count{statement="expression",outcome="ok"} 1',
    'loci_surrealql_statement_seconds_count{statement="select",outcome="notfound"} 1',
    'loci_surrealql_statement_seconds_count{statement="select",outcome="ok"} 1',
    'loci_surrealql_statement_seconds_count{statement="text",outcome="parse"} 1',
    'loci_surrealql_statement_seconds_count{statement="throw",outcome="thrown"} 1',
  ]);
  await session.close();
});

it("sessions, transactions and live queries that are open are told", async () => {
  const [one, other, gone] = [await opened(), await opened(), await opened()];
  await one.query("CREATE secret:2; LIVE SELECT * FROM secret; LIVE SELECT * FROM secret", undefined);
  const transaction = await other.begin();
  await gone.reset();
  await gone.close();
  await gone.close();
  expect((await told("loci_surrealql_open")).toSorted()).toEqual([
    'loci_surrealql_open{what="live_queries"} 2',
    'loci_surrealql_open{what="sessions"} 2',
    'loci_surrealql_open{what="transactions"} 1',
  ]);
  await other.cancel(transaction);
  await one.close();
  await other.close();
});

it("a text is a span, which says nothing of what is in it", async () => {
  const collector = await startCollector();
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.endpoint;
  const tracing = { serviceName: "test", serviceVersion: "1", sampler: "", samplerArgument: "" };
  telemetry = await openTelemetry({ metrics: false, tracing }, silentLogger());
  delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  databases = openDatabases({ store, unauthenticated: true, telemetry });
  const session = await opened();
  await session.query("CREATE secret:3; THROW 'secret'", undefined);
  await session.close();
  await telemetry.tracing.close();
  await collector.close();
  const spans = collector.spans.filter(({ name }) => name === "surrealql");
  expect(spans).toMatchObject([{ isError: true, attributes: { "db.operation.name": "create", "db.operation.batch.size": "2" } }]);
  expect(JSON.stringify(spans)).not.toContain("secret");
});
