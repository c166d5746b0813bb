import { sql } from "@loci/ports/database";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { operator, type Operator, type Tenant } from "@loci/e2e/parts/tenants";
import { filesThatHold, inDatabase, tablesThatHold } from "./erasure/dump.ts";
import { tellEverything } from "./erasure/tell.ts";
import { startFailing, tellFailing, type FailingProvider } from "./erasure/tell-failing.ts";
import { tellImported } from "./erasure/tell-imported.ts";
import { newWords, type Words } from "./erasure/words.ts";
import { eventually } from "./faults/world.ts";

let folder: string;
let managementKey: string;
let failing: FailingProvider;
const scope = newWords();
const matched = newWords();
const whole = newWords();
const kept = newWords();

const start = async (): Promise<RunningLoci> => startDev(`pglite:${folder}`, await freePort(), { SERVICE_LOG_LEVEL: "info" });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-erasure-"));
  failing = await startFailing();
  const server = await start();
  managementKey = printedKeys(server.output()).managementKey;
  const loci = operator(server.url, managementKey);
  await eraseScope(loci, await loci.tenant("org/gone", "org/kept"));
  await eraseMatching(await loci.tenant());
  await deleteContext(loci);
  await server.stop();
});
afterAll(async () => {
  await failing.close();
  await rm(folder, { recursive: true, force: true });
});

/** All that was told under one scope, and nothing of the other. */
async function eraseScope(loci: Operator, tenant: Tenant): Promise<void> {
  await tellImported(loci, tenant, "org/gone", scope);
  await tellEverything(tenant, "org/gone", scope);
  await tenant.remember(`The other scope keeps ${kept.at("another scope")}.`, { scopes: "org/kept" });
  await tenant.recall(`Who keeps ${kept.at("another scope")}?`, { lens: "org/kept" });
  await tellFailing(loci, tenant, failing, "org/gone", scope);
  expect((await tenant.post("/scopes/forget", { path: "org/gone" })).status).toBe(200);
}

/** What matches a description: said, read, asked and answered. */
async function eraseMatching(tenant: Tenant): Promise<void> {
  const secret = `Zara's employer is ${matched.at("fact")}.`;
  await tenant.recall(`Did anybody hear of ${matched.at("fact")}?`);
  expect((await tenant.post("/facts", { text: secret }, { "idempotency-key": "one" })).status).toBe(200);
  await tenant.remember("Zara lives in Lisbon.");
  await tenant.recall("Who is Zara's employer?");
  await tenant.post("/chat", { message: "Who is Zara's employer?" }, { "idempotency-key": "two" });
  await tenant.remember(`Zara knows ${kept.at("another fact")}.`, { infer: "none" });
  const { status, body } = await tenant.post<{ deleted: number }>("/forget", {
    query: `Zara works at ${matched.at("fact")}`,
    purge: true,
  });
  expect([status, body.deleted > 0]).toEqual([200, true]);
}

/** A context with all that it is made of. */
async function deleteContext(loci: Operator): Promise<void> {
  const tenant = await loci.tenant("org/gone");
  const of = (path: string) => `/contexts/${tenant.contextId}${path}`;
  const made = async (path: string, body: object) =>
    expect((await loci.post(of(path), body, { "idempotency-key": path.replaceAll("/", "-") })).status).toBe(201);
  await made("/principals", {
    displayName: whole.at("principal"),
    kind: "user",
    external_id: whole.at("external id"),
    grants: { "memory:read": ["/"] },
  });
  await made("/principals/admin/keys/key-of", {});
  expect(
    (await loci.send("PATCH", of(""), { displayName: whole.at("context's name") }, { "idempotency-key": "patch" })).status,
  ).toBe(200);
  // Told in the context itself: the deployment's own audit keeps the paths that management named.
  const scope = { path: `org/${whole.at("path")}`, displayName: whole.at("scope's name"), description: whole.at("description") };
  expect((await tenant.post("/scopes", scope, { "idempotency-key": "scope" })).status).toBe(201);
  await tellImported(loci, tenant, "org/gone", whole);
  await tellEverything(tenant, "org/gone", whole);
  await tellFailing(loci, tenant, failing, "org/gone", whole);
  expect((await loci.send("DELETE", of(""), undefined, { "idempotency-key": "delete" })).status).toBe(204);
}

/** The schedules are due, and what they wait for is over. */
async function letTimePass(): Promise<void> {
  await inDatabase(folder, (database) =>
    database.asOwner(async (tx) => {
      await tx.query(sql`update queue.schedule set next_at = now() where name in ('purged-all', 'deleted-contexts-all')`);
      await tx.query(sql`update auth.deleted_contexts set deleted_at = deleted_at - interval '10 minutes'`);
    }),
  );
}

const doors = (found: Record<string, string[]>) => [...new Set(Object.values(found).flat())];

describe("on a laptop, what was erased", () => {
  it("stands in no record from then on, and in no trace that shows it", async () => {
    // The index follows within moments, the traces of questions that name it by the schedule.
    const held = async (words: Words) =>
      Object.keys(await tablesThatHold(folder, words)).filter(
        (table) => !/^(search|pg_catalog)\./.test(table) && table !== "retrieval.trace",
      );
    expect(await held(scope)).toEqual([]);
    expect(await held(matched)).toEqual([]);
  });

  it("is nowhere once the schedule has followed: in no table, no statistics, no file of the data folder", async () => {
    await letTimePass();
    const server = await start();
    const purged = "a deleted context was purged";
    const log = await eventually(
      () => Promise.resolve(server.output()),
      (said) =>
        said.includes("what was erased was followed") &&
        said.lastIndexOf("were reclaimed") > said.indexOf(purged) &&
        said.includes(purged),
    );
    expect(log).toContain(purged);
    await server.stop();
    for (const words of [scope, matched, whole]) {
      expect(await tablesThatHold(folder, words)).toEqual({});
      expect(await filesThatHold(folder, words)).toEqual({});
    }
    expect(doors(await tablesThatHold(folder, kept)).sort()).toEqual(["another fact", "another scope"]);
    expect(Object.keys(await tablesThatHold(folder, kept))).toContain("retrieval.trace");
  });
});
