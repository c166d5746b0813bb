import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
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

  it("fails with one clear line when nobody listens", async () => {
    const open = openPostgres({ connectionString: "postgres://postgres@127.0.0.1:1/none" });
    await expect(open).rejects.toMatchObject({ code: "unavailable", message: expect.stringContaining("does not answer") });
  });
});
