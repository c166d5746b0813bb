import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { migrate } from "@loci/platform/db";
import type { Database } from "@loci/ports/database";
import { searchIndexContract } from "@loci/ports/search-index/contract";
import { indexDocument } from "@loci/ports/search-index/testing";
import { openPglite } from "../pglite/index.ts";
import { openPostgres } from "../postgres/index.ts";
import { createPostgresIndex } from "./index.ts";

async function over(database: Database, dimension: number) {
  await migrate(database, []);
  return { index: await createPostgresIndex(database, dimension), close: () => database.close() };
}

searchIndexContract("PGlite with pgvector and pg_textsearch", async (dimension) =>
  over(await openPglite({ folder: undefined }), dimension),
);

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

searchIndexContract("Postgres without extensions", async (dimension) =>
  over(await openPostgres({ connectionString: await server.createDatabase("search_index") }), dimension),
);

describe("an index of another shape", () => {
  it("is made anew, to be filled from the feed; one of the same shape is kept", async () => {
    const database = await openPglite({ folder: undefined });
    await migrate(database, []);
    const first = await createPostgresIndex(database, 4);
    await first.apply("a", [{ put: indexDocument("d", "zebra") }], 0, 7);
    expect(await (await createPostgresIndex(database, 4)).watermark("a")).toBe(7);
    expect(await (await createPostgresIndex(database, 4, "another's")).watermark("a")).toBe(0);
    expect(await (await createPostgresIndex(database, 8)).watermark("a")).toBe(0);
    await database.close();
  });
});
