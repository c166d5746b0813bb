import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { migrate } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
import { databaseContract } from "@loci/ports/database/contract";
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

  it("fails with one clear line when nobody listens", async () => {
    const open = openPostgres({ connectionString: "postgres://postgres@127.0.0.1:1/none" });
    await expect(open).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("does not answer") });
  });
});
