import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { migrate } from "@loci/platform/db";
import { type Database, sql } from "@loci/ports/database";
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

describe("a giant context on the embedded database", () => {
  const hnswOf = (database: Database) =>
    database.asOwner((tx) => tx.query(sql`select indexname from pg_indexes where indexdef ilike '%using hnsw%'`));

  it("gets no HNSW index, into which each entry would take milliseconds while all others wait", async () => {
    const database = await openPglite({ folder: undefined });
    const { index, close } = await over(database, 4);
    for (let at = 0; at < 6_000; at += 2_000) {
      const changes = Array.from({ length: 2_000 }, (_, i) => ({ put: indexDocument(`d${at + i}`, "same words") }));
      await index.apply("giant", changes, at, at + 2_000);
    }
    expect(await hnswOf(database)).toEqual([]);
    await close();
  });

  it("loses the one that an earlier version made", async () => {
    const database = await openPglite({ folder: undefined });
    await over(database, 4);
    const made = sql`create index document_hnsw_0123456789abcdef on search.document using hnsw (embedding vector_cosine_ops)`;
    await database.asOwner((tx) => tx.query(made));
    expect(await hnswOf(database)).toHaveLength(1);
    await createPostgresIndex(database, 4);
    expect(await hnswOf(database)).toEqual([]);
    await database.close();
  });
});

describe("what the index keeps as sums", () => {
  it("holds no word of which no document is left", async () => {
    const pglite = await openPglite({ folder: undefined });
    const postgres = await openPostgres({ connectionString: await server.createDatabase("words") });
    for (const database of [pglite, postgres]) {
      const { index, close } = await over(database, 4);
      // A passage holds the words of its day too: 1 May 2024.
      const texts = { a: "zebra in town", b: "town hall" };
      const puts = Object.entries(texts).map(([id, text]) => ({ put: indexDocument(id, text) }));
      await index.apply("x", puts, 0, 2);
      await index.apply("x", [{ remove: "a" }, { put: indexDocument("b", "town walls") }], 2, 4);
      const rows = await database.inContext("x", (tx) => tx.query<{ term: string }>(sql`select term from search.term`));
      const words = rows.map(({ term }) => term);
      expect(words.filter((word) => /[a-z]/.test(word) && word !== "may").sort()).toEqual(["town", "wall"]);
      await close();
    }
  });

  it("is counted anew from its documents", async () => {
    const database = await openPglite({ folder: undefined });
    await migrate(database, []);
    const index = await createPostgresIndex(database, 4);
    const documents = [indexDocument("a", "zebra zebra in town"), indexDocument("b", "town hall"), indexDocument("c", "")];
    await index.apply(
      "x",
      documents.map((put) => ({ put })),
      0,
      3,
    );
    await index.apply("y", [{ put: indexDocument("d", "zebra") }], 0, 1);
    const kept = () =>
      database.asOwner(async (tx) => [
        await tx.query(sql`select ctx, number, documents, terms from search.scope_set order by ctx, number`),
        await tx.query(sql`select ctx, term, scope_set, documents from search.term order by ctx, term, scope_set`),
      ]);
    const before = await kept();
    await database.asOwner(async (tx) => {
      await tx.query(sql`update search.scope_set set documents = documents + 7, terms = 0 where ctx = 'x'`);
      await tx.query(sql`update search.term set documents = 9 where ctx = 'x'`);
      await tx.query(sql`insert into search.term (ctx, term, scope_set, documents) values ('x', 'ghost', 1, 4)`);
    });
    await index.recount?.("x");
    expect(await kept()).toEqual(before);
    await database.close();
  });
});
