import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { serviceCall } from "@loci/platform/call";
import { type Database, identifier, join, sql } from "@loci/ports/database";
import { findContextsOfKey } from "./keys.ts";
import { anonymous, contextWithKey, management, openTestAuth, operation, service, type TestAuth } from "../testing/auth.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

/** A database whose owner is a plain user, as a hosted one gives it: forced row-level security binds the owner too. */
async function openAsPlainUser(): Promise<Database> {
  const url = new URL(await server.createDatabase("tenants"));
  const superuser = await openPostgres({ connectionString: url.href });
  await superuser.asOwner((tx) => tx.query(sql`create role plain login createrole; alter database tenants owner to plain`));
  await superuser.close();
  url.username = "plain";
  return openPostgres({ connectionString: url.href });
}

const tables = [
  "contexts",
  "principals",
  "keys",
  "scopes",
  "grant_changes",
  "operations",
  "provider_keys",
  "token_months",
  "token_usage",
  "token_reservations",
  "provider_failures",
];

const config = {
  token_limit: 100,
  enforcement_blocked: true,
  stages: { extraction: { provider: "openai", api_key: "sk-of-a-provider" } },
};

/** A row of each table. */
async function fill({ auth }: TestAuth, contextId: string): Promise<void> {
  const wanted = { contextId, path: `org/${contextId}`, displayName: "", description: "", operation: operation("one") };
  await auth.registerContextScope(wanted, management);
  const change = {
    contextId,
    displayName: "",
    configJson: JSON.stringify(config),
    policyJson: "",
    owner: "",
    clearOwner: false,
    operation: null,
  };
  await auth.updateContext(change, management);
  const own = serviceCall(contextId, "", Number.MAX_SAFE_INTEGER);
  const { ticket } = await auth.reserveTokens({ stage: "extraction", model: "m", tokens: 10 }, own);
  await auth.settleTokens({ ticket, inputTokens: 4, outputTokens: 2 }, own);
  await auth.reportProvider({ part: "extraction", model: "m", failures: 1, failingSince: "", error: "unavailable" }, own);
}

describe.each<[string, () => Promise<Database>]>([
  ["PGlite", () => openPglite({ folder: undefined })],
  ["Postgres", openAsPlainUser],
])("the wall between tenants on %s, with the explicit predicate left out", (_name, open) => {
  let test: TestAuth;
  let key: string;
  beforeAll(async () => {
    test = await openTestAuth(open);
    key = await contextWithKey(test, "acme");
    await contextWithKey(test, "beta");
    await test.auth.bootstrap({ contextId: "first", contextKey: "", managementKey: "" }, service);
    for (const contextId of ["acme", "beta"]) await fill(test, contextId);
  });
  afterAll(() => test.close());

  it.each(tables)("lets a context read its own rows of auth.%s only", async (table) => {
    const rows = await test.database.inContext("acme", (tx) =>
      tx.query<{ ctx: string }>(sql`select distinct ctx from auth.${identifier(table)}`),
    );
    expect(rows).toEqual([{ ctx: "acme" }]);
  });

  it.each(tables)("lets a context change and delete nothing of another's in auth.%s", async (table) => {
    const changed = await test.database.inContext("acme", async (tx) => [
      ...(await tx.query(sql`update auth.${identifier(table)} set ctx = ctx where ctx = 'beta' returning ctx`)),
      ...(await tx.query(sql`delete from auth.${identifier(table)} where ctx = 'beta' returning ctx`)),
    ]);
    expect(changed).toEqual([]);
  });

  it("lets a context write no row under another's name", async () => {
    const statement = sql`insert into auth.scopes (ctx, path, created_at) values ('beta', 'planted', now())`;
    await expect(test.database.inContext("acme", (tx) => tx.query(statement))).rejects.toThrow("row-level security");
  });

  it("hides management keys from every context", async () => {
    const statement = sql`select 1 from auth.management_keys`;
    expect(await test.database.inContext("first", (tx) => tx.query(statement))).toEqual([]);
    expect(await test.database.acrossContexts((tx) => tx.query(statement))).toHaveLength(1);
  });

  it("shows a transaction across contexts their list and nothing of what is in them", async () => {
    const seen = await test.database.acrossContexts(async (tx) => ({
      contexts: (await tx.query(sql`select ctx from auth.contexts`)).length,
      renamed: await tx.query(sql`update auth.contexts set display_name = 'x' returning ctx`),
      others: [
        ...(await tx.query(sql`select 1 from auth.principals`)),
        ...(await tx.query(sql`select 1 from auth.keys`)),
        ...(await tx.query(sql`select 1 from auth.scopes`)),
        ...(await tx.query(sql`select 1 from auth.operations`)),
        ...(await tx.query(sql`select 1 from auth.provider_keys`)),
        ...(await tx.query(sql`select 1 from auth.token_usage`)),
      ],
    }));
    expect(seen).toEqual({ contexts: 3, renamed: [], others: [] });
  });

  it("shows a transaction across contexts where the keys are that it names, and no other keys", async () => {
    const id = `key:${key.split("_")[2] ?? ""}`;
    const seen = await test.database.acrossContexts(async (tx) => ({
      contexts: await findContextsOfKey(tx, [id, "key:of-nobody"]),
      keys: await tx.query<{ id: string }>(sql`select id from auth.keys`),
      changed: await tx.query(sql`update auth.keys set name = 'x' returning id`),
    }));
    expect(seen).toEqual({ contexts: ["acme"], keys: [{ id }], changed: [] });
    expect(await test.database.acrossContexts((tx) => tx.query(sql`select id from auth.keys`))).toEqual([]);
  });

  it("shows nothing at all to a transaction that names no context", async () => {
    const seen = await test.database.inContext("", (tx) =>
      tx.query(sql`select ctx from auth.keys union all select ctx from auth.contexts`),
    );
    expect(seen).toEqual([]);
  });

  it("stands in nobody's way: keys open, paths are found, and a deleted context takes its rows along", async () => {
    const admin = await test.as(key, "acme");
    expect((await test.auth.listKeys({ contextId: "", principalId: "", page: null }, admin)).keys).toHaveLength(1);
    const asked = { paths: ["org", "org/acme", "org/beta", "/"] };
    expect(await test.auth.findUnregistered(asked, admin)).toEqual({ paths: ["org/beta"] });
    await test.auth.deleteContext({ contextId: "acme", operation: null }, management);
    const all = join(
      tables.map((table) => sql`select ctx from auth.${identifier(table)}`),
      sql` union all `,
    );
    const left = await test.database.inContext("acme", (tx) => tx.query(all));
    expect(left).toEqual([]);
    test.clock.now += 5_000;
    const asks = test.auth.authenticate({ bearer: key, contextId: "acme", onBehalfOf: "" }, anonymous);
    await expect(asks).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
