/** Killed right after a commit, before what follows it: nothing of the deed is left to anybody but what the transaction noted. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "pg";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { succeeded } from "@loci/e2e/parts/memory";
import { mortality, type Mortality } from "@loci/e2e/parts/mortal";
import { freePort, startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { operator, type Operator, type Tenant } from "@loci/e2e/parts/tenants";
import { chat, turnsOf } from "./chat/builtin.ts";
import { eventually } from "./faults/world.ts";

interface Row {
  readonly operation: string;
  readonly door: string;
  readonly traceId: string;
}

let folder: string;
let postgres: TestPostgres;
let database: string;
let mortal: Mortality;
let server: RunningLoci;
let loci: Operator;
let port: number;

async function start(): Promise<void> {
  const settings = { SERVICE_SECRETS_DIR: join(folder, "secrets"), ...mortal.environment("dev") };
  server = await startDev(database, port, settings);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-killed-between-"));
  postgres = await startPostgres();
  database = await postgres.createDatabase("loci");
  mortal = mortality(folder, {});
  port = await freePort();
  await start();
  loci = operator(server.url, printedKeys(server.output()).managementKey);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

async function inDatabase(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Does it once to see where it commits, and again in another context, where the process dies right after that commit. */
async function killedAfter(
  wrote: RegExp,
  prepare: (tenant: Tenant) => Promise<void>,
  deed: (tenant: Tenant) => Promise<{ status: number }>,
): Promise<Tenant> {
  const before = await loci.tenant();
  await prepare(before);
  const { points, result } = await mortal.passed(() => deed(before));
  expect(result.status).toBeLessThan(300);
  const point = points.find((one) => one.includes(": after commit") && wrote.test(one));
  if (point === undefined) throw new Error(`it passed ${points.join(" | ")}`);
  const tenant = await loci.tenant();
  await prepare(tenant);
  await mortal.arm(point);
  const answer = await deed(tenant).catch(() => ({ status: 0 }));
  expect(answer.status === 0 || answer.status >= 500).toBe(true);
  expect(mortal.hasDied()).toBe(true);
  await mortal.disarm();
  await start();
  return tenant;
}

/** The schedules are due, and what they wait for is over. */
const letTimePass = () =>
  inDatabase(
    "update auth.deed set noted_at = noted_at - interval '10 minutes'",
    "update graph.deed set noted_at = noted_at - interval '10 minutes'",
    "update queue.schedule set next_at = now() where name in ('purged-all', 'unrecorded-all')",
  );

/** Of mutations alone: each look leaves a row of its own, and a recovered row stands at the time of its deed. */
const recovered = async (contextId: string): Promise<Row[]> => {
  const { rows } = succeeded(await loci.get<{ rows: Row[] }>(`/contexts/${contextId}/audit?limit=100&kind=mutation`));
  return rows.filter(({ door }) => door === "recovered");
};

describe("a process that is killed right after it committed", () => {
  it("a new grant, has the audit tell of it nevertheless, once", async () => {
    const { contextId } = await killedAfter(
      /auth\.grant_changes/,
      async ({ contextId: ctx }) => {
        const helper = { id: "helper", displayName: "Helper", kind: "agent" };
        succeeded(await loci.post(`/contexts/${ctx}/principals`, helper));
      },
      ({ contextId: ctx }) => loci.post(`/contexts/${ctx}/principals/helper/grants`, { path: "/", verbs: ["memory:read"] }),
    );
    const held = succeeded(await loci.get<{ grants: object }>(`/contexts/${contextId}/principals/helper`));
    expect(held.grants).toEqual({ "memory:read": ["/"] });
    expect(await recovered(contextId)).toEqual([]);
    await letTimePass();
    const rows = await eventually(
      () => recovered(contextId),
      (found) => found.length > 0,
    );
    expect(rows).toMatchObject([{ operation: "addGrants" }]);
  }, 240_000);

  it("a purge, leaves no reply that was made of it, and a row of its own", async () => {
    let sessionId = "";
    const turns = async (one: Tenant) => (await turnsOf(one, sessionId)).map(({ content }) => content);
    const tenant = await killedAfter(
      /graph\.erased_words/,
      async (one) => {
        await one.remember("Zara's employer is Quuxworks.");
        ({ sessionId } = await chat(one, "Who is Zara's employer?"));
        expect((await turns(one)).some((text) => text.includes("Quuxworks"))).toBe(true);
      },
      (one) => one.send("DELETE", "/entities/Person/Zara?purge=true"),
    );
    // The reply went with the purge itself.
    expect(await turns(tenant)).toEqual(["Who is Zara's employer?"]);
    await letTimePass();
    const rows = await eventually(
      () => recovered(tenant.contextId),
      (found) => found.length > 0,
    );
    expect(rows).toMatchObject([{ operation: "deleteEntity" }]);
  }, 240_000);
});
