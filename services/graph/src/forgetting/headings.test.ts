import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { cut, document, vector, type Cut } from "../testing/documents.ts";
import { tablesThatHold } from "../testing/marker.ts";
import { caller, loci, openRoom, view, type Room } from "../testing/room.ts";

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const heading = "Results of the zorb test of Mina Silva";
const opening = `${heading}\n\nThe clinic is in Rome. Bring your card.`;

/** A document with these sections, a keyword of its heading and vectors of its chunks. */
async function keep(ctx: string, sections: Cut): Promise<{ readonly id: string; readonly chunks: readonly string[] }> {
  const { document: made } = await room.service.createDocument(document(), caller(ctx, all));
  const id = made?.id ?? "";
  const { chunkIds } = await room.service.writeSections(cut(id, 1, sections), loci(ctx));
  const embeddings = chunkIds.map((_, i) => vector(1, i));
  await room.service.writeChunkEmbeddings({ documentId: id, version: 1, chunkIds, embeddings }, loci(ctx));
  const keyword = (text: string) => ({ normalised: text, text, score: 1, embedding: new Uint8Array() });
  await room.service.writeKeywords({ documentId: id, version: 1, keywords: [keyword("zorb"), keyword("clinic")] }, loci(ctx));
  return { id, chunks: chunkIds };
}

async function sections(ctx: string) {
  return room.database.inContext(ctx, (tx) =>
    tx.query<{ id: string; heading: string; path: string; text: string }>(
      sql`select id, heading, path, text from graph.section where ctx = ${ctx} order by position`,
    ),
  );
}

const forget = (ctx: string, over: Partial<graph.ForgetRecordsRequest>) =>
  room.service.forgetRecords(
    { ...{ ids: [], matches: [], purge: false, dryRun: false, keepForgotten: false, reason: "", operation: null }, ...over },
    caller(ctx, all),
  );
const part = (id: string, words: string): graph.ForgetMatch => {
  const start = opening.indexOf(words);
  return { id, matchedBy: "words", score: 1, parts: [{ start, end: start + words.length }] };
};
const keywords = async (ctx: string) => {
  const rows = await room.database.inContext(ctx, (tx) =>
    tx.query<{ text: string }>(sql`select text from graph.keyword where ctx = ${ctx}`),
  );
  return rows.map((row) => row.text);
};
const feed = async (ctx: string) => (await room.service.readFeed({ after: 0, limit: 1_000 }, loci(ctx))).records;

describe("the words of a heading", () => {
  it.each([false, true])("go with those of the text, in the paths below it too (purge: %s)", async (purge) => {
    const ctx = room.context();
    const given: Cut = [
      { heading, chunks: [opening, "The door is green."] },
      { heading: "Card", level: 2, chunks: ["Card\n\nIt is blue and of plastic."] },
    ];
    const { id, chunks } = await keep(ctx, given);
    await forget(ctx, { matches: [part(chunks[0] ?? "", heading)], purge });
    if (!purge) {
      expect(Object.keys(await tablesThatHold(room.database, ctx, "zorb"))).toEqual(["withheld"]);
      await forget(ctx, { matches: [part(chunks[0] ?? "", heading)], purge: true });
    }
    expect(await tablesThatHold(room.database, ctx, "zorb")).toEqual({});
    const [first, second] = await sections(ctx);
    expect(first).toMatchObject({ heading: `[forgotten]${" ".repeat(heading.length - 11)}`, text: "" });
    expect(second?.path).toMatch(/^\[forgotten\] +> Card$/);
    expect(second?.text).toMatch(/^\[forgotten\] +> Card\nCard\n\nIt is blue/);
    expect(await keywords(ctx)).toEqual(["clinic"]);
    const records = await feed(ctx);
    expect(records.find((one) => one.id === first?.id)).toMatchObject({ removed: true });
    // The other chunks are found with their heading, and their vectors are made with it.
    expect(records.find((one) => one.id === chunks[1])?.embedding).toHaveLength(0);
    const { records: shown } = await room.service.hydrate(
      { ids: [chunks[1] ?? "", first?.id ?? ""], time: view },
      caller(ctx, all),
    );
    expect(shown.map(({ sectionHeading }) => sectionHeading.trim())).toEqual(["[forgotten]"]);
    // The same text cut anew does not bring them back.
    await room.service.createDocument(document({ id }), caller(ctx, all));
    await room.service.writeSections(cut(id, 2, given), loci(ctx));
    expect(await tablesThatHold(room.database, ctx, "zorb")).toEqual({});
  });

  it("go in part where a part of them does", async () => {
    const ctx = room.context();
    const { chunks } = await keep(ctx, [{ heading, chunks: [opening] }]);
    await forget(ctx, { matches: [part(chunks[0] ?? "", "the zorb test")] });
    expect((await sections(ctx))[0]?.path).toBe("Results of [forgotten]   of Mina Silva");
  });

  it.each([false, true])("are found no more when their chunk goes whole (purge: %s)", async (purge) => {
    const ctx = room.context();
    const { chunks } = await keep(ctx, [
      { heading, chunks: [`${heading}\n\nMina has zorb.`] },
      { heading: "Other", chunks: ["Other\n\nThe clinic is in Rome."] },
    ]);
    await forget(ctx, { ids: [chunks[0] ?? ""], purge });
    const [first] = await sections(ctx);
    expect(first?.text).toBe("");
    expect(first?.path).not.toContain("zorb");
    expect(await keywords(ctx)).toEqual(["clinic"]);
    expect((await feed(ctx)).find((one) => one.id === first?.id)).toMatchObject({ removed: true });
    if (purge) expect(await tablesThatHold(room.database, ctx, "zorb")).toEqual({});
  });

  it("stay where other words of their section go", async () => {
    const ctx = room.context();
    const { chunks } = await keep(ctx, [{ heading, chunks: [opening] }]);
    await forget(ctx, { matches: [part(chunks[0] ?? "", "The clinic is in Rome.")], purge: true });
    expect((await sections(ctx))[0]).toMatchObject({ heading, path: heading, text: heading });
  });
});
