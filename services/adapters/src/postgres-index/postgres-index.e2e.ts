import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { migrate } from "@loci/platform/db";
import { databaseContract } from "@loci/ports/database/contract";
import { searchIndexContract } from "@loci/ports/search-index/contract";
import { ask, indexDocument } from "@loci/ports/search-index/testing";
import { openPostgres } from "../postgres/index.ts";
import { exactUpTo } from "./giant.ts";
import { createPostgresIndex } from "./index.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres(process.env["LOCI_PGVECTOR_POSTGRES"])));
afterAll(() => server.stop());

const open = async (name: string) => openPostgres({ connectionString: await server.createDatabase(name) });

databaseContract("Postgres with pgvector", () => open("contract"));

searchIndexContract("Postgres with pgvector", async (dimension) => {
  const database = await open("search_index");
  expect(database.features.pgvector).toBe(true);
  await migrate(database, []);
  return { index: await createPostgresIndex(database, dimension), close: () => database.close() };
});

describe("a giant context", () => {
  it("gets an HNSW index of its own, and finds what exact comparison finds", async () => {
    const database = await open("giant");
    await migrate(database, []);
    const index = await createPostgresIndex(database, 8);
    const size = exactUpTo + 2_000;
    const vector = (i: number) => Float32Array.from({ length: 8 }, (_, n) => Math.sin((i + 1) * (n + 1)));
    const unit = (raw: Float32Array) => raw.map((value) => value / Math.hypot(...raw));
    for (let at = 0; at < size; at += 1_000) {
      const changes = Array.from({ length: 1_000 }, (_, i) => ({
        put: indexDocument(`d${at + i}`, "same words", { embedding: unit(vector(at + i)) }),
      }));
      await index.apply("giant", changes, at, at + 1_000);
    }
    const [found] = await database.asOwner((tx) =>
      tx.query<{ n: number }>(sql`select count(*)::int as n from pg_indexes where indexname like 'document\\_hnsw\\_%'`),
    );
    expect(found?.n).toBe(1);
    const question = unit(vector(0.5));
    const candidates = await ask(index, "giant", { legs: { bm25: false, vector: true }, vector: question });
    const similarity = (i: number) => unit(vector(i)).reduce((sum, value, n) => sum + value * (question[n] ?? 0), 0);
    const exact = Array.from({ length: size }, (_, i) => i)
      .sort((a, b) => similarity(b) - similarity(a))
      .slice(0, 10);
    const ids = new Set(candidates.map((candidate) => candidate.id));
    expect(exact.filter((i) => ids.has(`d${i}`)).length).toBeGreaterThanOrEqual(9);
    await index.close();
    await database.close();
  });
});
