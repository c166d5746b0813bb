import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { nothing, sql, type Sql, type Transaction } from "@loci/ports/database";
import { signatureBytes } from "@loci/text";
import { mostInBand, type Signed } from "../documents/domain/duplicates.ts";
import { openRoom, type Room } from "../testing/room.ts";
import { bandCandidates, storeBands } from "./chunk-bands.ts";
import { storeChunks, type NewChunk } from "./chunks.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const scopeSet = "s";

/** Signatures that have their first band in common, and nothing else. */
function signed(ctx: string, many: number): Signed[] {
  return Array.from({ length: many }, (_, i) => {
    const minima = Uint32Array.from({ length: signatureBytes / 4 }, (_value, at) => (at < 4 ? 7 : i * 64 + at));
    return { id: `chunk:${ctx}-${String(i).padStart(6, "0")}`, signature: new Uint8Array(minima.buffer) };
  });
}

async function store(tx: Transaction, ctx: string, chunks: readonly Signed[]): Promise<void> {
  const time = "2025-03-01T00:00:00.000Z";
  const rows = chunks.map(({ id, signature }, position): NewChunk => ({
    ...{ id, signature, position, documentId: `document:${ctx}`, sectionId: "section:1", scopeSet, charStart: 0, charEnd: 1 },
    ...{ text: "x", contentHash: id, tokenCount: 1, page: 0, duplicateOf: "", extracted: false, setAside: false },
    ...{ knownAt: time, recordedAt: time },
  }));
  await storeChunks(tx, ctx, rows);
  await storeBands(
    tx,
    ctx,
    chunks.map((one) => ({ ...one, scopeSet })),
  );
}

/** The pages that the look-up reads, each as often as it reads it. */
async function pagesRead(tx: Transaction, ctx: string, asked: readonly Signed[]): Promise<number> {
  let sent = nothing;
  const noting = { query: async (statement: Sql) => ((sent = statement), []) };
  await bandCandidates(noting, ctx, scopeSet, asked);
  const [row] = await tx.query<{ "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }] }>(
    sql`explain (analyze, buffers, format json) ${sent}`,
  );
  const plan = row?.["QUERY PLAN"][0].Plan;
  return (plan?.["Shared Hit Blocks"] ?? NaN) + (plan?.["Shared Read Blocks"] ?? NaN);
}

it("reads a few pages for each band, though nothing was counted since the context came", async () => {
  const [known, unknown] = [room.context(), room.context()];
  await room.database.inContext(known, (tx) => store(tx, known, signed(known, 3_000)));
  await room.database.asOwner((tx) => tx.query(sql`analyze`));
  const chunks = signed(unknown, 1_000);
  const asked = chunks.slice(0, 50);
  const bands = 50 * 15 + 1;
  const uncounted = await room.database.inContext(unknown, async (tx) => {
    await store(tx, unknown, chunks);
    return pagesRead(tx, unknown, asked);
  });
  expect(uncounted).toBeLessThan(bands * 12);
  await room.database.asOwner((tx) => tx.query(sql`analyze`));
  expect(await room.database.inContext(unknown, (tx) => pagesRead(tx, unknown, asked))).toBeLessThan(bands * 12);
});

it("finds the oldest few of a band that very many chunks share", async () => {
  const ctx = room.context();
  const chunks = signed(ctx, 1_000);
  const found = await room.database.inContext(ctx, async (tx) => {
    await store(tx, ctx, chunks);
    return bandCandidates(tx, ctx, scopeSet, chunks.slice(-1));
  });
  const oldest = chunks.slice(0, mostInBand).map(({ id }) => id);
  expect(found.map(({ id }) => id).sort()).toEqual([...oldest, chunks.at(-1)?.id]);
  expect(found.find(({ id }) => id === oldest[0])?.bands).toHaveLength(1);
});
