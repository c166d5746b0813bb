/** Literal writes in batches of 100 against bare inserts of the same rows, on the same kind of database. */
import { sql } from "@loci/ports/database";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPglite } from "@loci/adapters/pglite";
import { heading, table } from "./report.ts";
import { startServer } from "./server.ts";
import { turnSource } from "./texts.ts";

const batches = 30;
const batchSize = 100;

export async function measureWrites(): Promise<void> {
  const turn = turnSource(2);
  const texts = Array.from({ length: batches }, () => Array.from({ length: batchSize }, turn));
  const bare = await bareInserts(texts);
  const loci = await literalWrites(texts);
  heading("Literal writes, batches of 100 (rows a second)");
  table([
    ["way", "rows/s"],
    ["bare inserts", bare],
    ["POST /facts/batch, infer none", loci],
  ]);
  table([["ratio (budget ≥ 0.3)", loci / bare]]);
}

/** What the batch leaves behind, written by hand: turns, their vectors and feed rows, one commit a batch. */
async function bareInserts(texts: readonly (readonly string[])[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "loci-bench-bare-"));
  const database = await openPglite({ folder });
  await database.asOwner((tx) =>
    tx.query(sql`create table turn (ctx text, id text, session text, seq int, role text, speaker text, content text, known_at timestamptz,
          recorded_at timestamptz, primary key (ctx, id));
        create table embedding (ctx text, id text, vector bytea, primary key (ctx, id));
        create table feed (ctx text, seq bigserial, id text, primary key (ctx, seq))`),
  );
  const { createBuiltinEmbedder } = await import("@loci/adapters/builtin-embedder");
  const embedder = createBuiltinEmbedder();
  const began = performance.now();
  for (const [b, batch] of texts.entries()) {
    const vectors = await embedder.embed(batch, "passage");
    const ids = batch.map((_, i) => `turn:${String(b * batchSize + i).padStart(26, "0")}`);
    const packed = vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64"));
    await database.asOwner(async (tx) => {
      await tx.query(sql`insert into turn select 'bench', id, 'session', 0, 'user', '', content, now(), now() from unnest(${ids}::text[],
          ${batch}::text[]) new (id, content)`);
      await tx.query(sql`insert into embedding select 'bench', id, decode(vector, 'base64') from unnest(${ids}::text[],
          ${packed}::text[]) new (id, vector)`);
      await tx.query(sql`insert into feed (ctx, id) select 'bench', unnest(${ids}::text[])`);
    });
  }
  const seconds = (performance.now() - began) / 1000;
  await database.close();
  await rm(folder, { recursive: true, force: true });
  return (batches * batchSize) / seconds;
}

async function literalWrites(texts: readonly (readonly string[])[]): Promise<number> {
  const server = await startServer();
  try {
    const body = (batch: readonly string[]) => ({ infer: "none", messages: batch.map((content) => ({ role: "user", content })) });
    await server.call("POST", "/dev/facts/batch", body(["warm up"]));
    const began = performance.now();
    for (const batch of texts) await server.call("POST", "/dev/facts/batch", body(batch));
    return (batches * batchSize) / ((performance.now() - began) / 1000);
  } finally {
    await server.stop();
  }
}
