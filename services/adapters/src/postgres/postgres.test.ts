import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { migrate } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
import { databaseContract } from "@loci/ports/database/contract";
import { Pool } from "pg";
import { enable } from "./extensions.ts";
import { openPostgres } from "./index.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

databaseContract("Postgres without pgvector", async () =>
  openPostgres({ connectionString: await server.createDatabase("contract") }),
);

describe("openPostgres", () => {
  it("says what the server lacks", async () => {
    const database = await openPostgres({ connectionString: server.connectionString });
    expect(database.features).toEqual({ product: "postgres", pgvector: false, textsearch: false });
    await database.close();
  });

  it("reads as of one moment, whatever is committed meanwhile", async () => {
    const database = await openPostgres({ connectionString: await server.createDatabase("snapshot") });
    await migrate(database, []);
    await database.asOwner((tx) => tx.query({ text: "create table said (n int); grant select, insert on said to loci_app" }));
    const count = (tx: Transaction) => tx.query({ text: "select count(*)::int as n from said" });
    const seen = await database.inContext(
      "a",
      async (tx) => {
        const before = await count(tx);
        await database.inContext("a", (other) => other.query({ text: "insert into said values (1)" }));
        return [...before, ...(await count(tx))];
      },
      { readOnly: true },
    );
    expect(seen).toEqual([{ n: 0 }, { n: 0 }]);
    await database.close();
  });

  it("has an extension that another process makes at the same moment", async () => {
    // Any extension of the server's will do for the race; these two are the ones that are asked for.
    const connectionString = await server.createDatabase("extensions");
    const pools = await Promise.all(Array.from({ length: 8 }, async () => new Pool({ connectionString, max: 1 })));
    await Promise.all(pools.map((pool) => pool.query("select 1")));
    expect(await Promise.all(pools.map((pool) => enable(pool, "hstore")))).toEqual(pools.map(() => true));
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it("has the server look soon whether it is still there", async () => {
    const database = await openPostgres({ connectionString: server.connectionString });
    const settings = "select name, setting from pg_settings where name like 'tcp_keepalives_%' order by name";
    expect(await database.asOwner((tx) => tx.query({ text: settings }))).toEqual([
      { name: "tcp_keepalives_count", setting: "3" },
      { name: "tcp_keepalives_idle", setting: "15" },
      { name: "tcp_keepalives_interval", setting: "5" },
    ]);
    await database.close();
  });

  it("gives up a lock that another transaction holds for long, and says that it may be had later", async () => {
    const database = await openPostgres({ connectionString: await server.createDatabase("locks") });
    await migrate(database, []);
    await database.asOwner((tx) =>
      tx.query({ text: "create table held (n int); insert into held values (1); grant select, update on held to loci_app" }),
    );
    const lock = { text: "select n from held for update" };
    const locked = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const holder = database.inContext("a", async (tx) => {
      await tx.query(lock);
      locked.resolve(undefined);
      await release.promise;
    });
    await locked.promise;
    const waiting = database.inContext("a", (tx) => tx.query(lock), { settings: { lock_timeout: "50" } });
    await expect(waiting).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 1 });
    const bound = await database.inContext("a", (tx) => tx.query({ text: "show lock_timeout" }));
    expect(bound).toEqual([{ lock_timeout: "1min" }]);
    release.resolve(undefined);
    await holder;
    await database.close();
  });

  it.each(["53100", "53200", "53300", "57P03", "40001"])("takes %s for a state of the server that passes", async (code) => {
    const database = await openPostgres({ connectionString: server.connectionString });
    const raised = database.asOwner((tx) => tx.query({ text: `do $$ begin raise sqlstate '${code}'; end $$` }));
    await expect(raised).rejects.toMatchObject({ code: "unavailable", cause: expect.objectContaining({ code }) });
    await database.close();
  });

  it("fails with one clear line when nobody listens", async () => {
    const open = openPostgres({ connectionString: "postgres://postgres@127.0.0.1:1/none" });
    await expect(open).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("does not answer") });
  });
});
