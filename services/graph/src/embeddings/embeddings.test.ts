import { sql, type Sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { packVector } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { endLife } from "../store/feed.ts";
import { cut, document, stage } from "../testing/documents.ts";
import { caller, fact, loci, openRoom, said, turn, write, type Room } from "../testing/room.ts";

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
const old: graph.EmbeddingSpec = { provider: "test", model: "old", dimension: 2, normalised: true };
const wide: graph.EmbeddingSpec = { ...old, model: "wide", dimension: 3 };
const alike: graph.EmbeddingSpec = { ...old, model: "alike", dimension: 3 };
const vector = (spec: graph.EmbeddingSpec, n: number) => packVector(Float32Array.from({ length: spec.dimension }, () => n));

let room: Room;
beforeAll(async () => {
  room = await openRoom(await openPglite({ folder: undefined }));
  await room.service.pinEmbedding(old, loci(""));
});
afterAll(() => room.database.close());

/** A context with some of everything that has a vector. */
async function livedIn(): Promise<string> {
  const ctx = room.context();
  const call = caller(ctx, all);
  const { service } = room;
  await service.writeMemory(
    write(said("Ada lives in Oslo", "", fact("Person/Ada", "residence", "Oslo", { embedding: vector(old, 1) }))),
    call,
  );
  await service.writeMemory(
    write({ turns: [turn("a note", { extraction: "none", speaker: "Ada", embedding: vector(old, 1) })] }),
    call,
  );
  const { document: made } = await service.createDocument(document(), call);
  const id = made?.id ?? "";
  const { chunkIds } = await service.writeSections(
    cut(id, 1, [{ heading: "One", chunks: ["first things", "second things"] }]),
    loci(ctx),
  );
  await service.writeChunkEmbeddings(
    { documentId: id, version: 1, chunkIds, embeddings: chunkIds.map((_, i) => vector(old, i)) },
    loci(ctx),
  );
  await service.writeKeywords(
    { documentId: id, version: 1, keywords: [{ normalised: "thing", text: "things", score: 1, embedding: vector(old, 1) }] },
    loci(ctx),
  );
  await service.setDocumentStage(stage(id, 1, "ready"), loci(ctx));
  return ctx;
}

const lengths = async (ctx: string) => {
  const { records } = await room.service.readFeed({ after: 0, limit: 1_000 }, loci(ctx));
  return [...new Set(records.filter((one) => !one.removed).map((one) => one.embedding.length / 4))].sort();
};
const stored = (ctx: string, statement: Sql) => room.database.inContext(ctx, (tx) => tx.query<{ n: number }>(statement));

/** Gives every record that is missing one a vector, or stops after so many pages. */
async function fill(ctx: string, spec: graph.EmbeddingSpec, pages = Infinity): Promise<graph.UnembeddedRecord[]> {
  const found: graph.UnembeddedRecord[] = [];
  let after = "";
  for (let page = 0; page < pages; page++) {
    const { records, next } = await room.service.readUnembedded({ limit: 2, after, embedding: spec }, loci(ctx));
    const embeddings = records.map((_, i) => vector(spec, i + 1));
    await room.service.writeNewEmbeddings({ ids: records.map((one) => one.id), embeddings, embedding: spec }, loci(ctx));
    found.push(...records);
    after = next;
    if (next === "") break;
  }
  return found;
}

describe("a move to another embedding", () => {
  it("serves the old vectors until all new ones are there, then only the new ones, from one moment to the next", async () => {
    const contexts = [await livedIn(), await livedIn()];
    const [first = "", second = ""] = contexts;
    expect(await room.service.beginReembedding(wide, loci(""))).toMatchObject({
      current: old,
      next: wide,
      contextsLeft: expect.arrayContaining(contexts),
    });
    const { remaining } = await room.service.readUnembedded({ limit: 1, after: "", embedding: wide }, loci(first));
    const texts = await fill(first, wide);
    expect(texts.length).toBe(remaining);
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ text: "Ada (Person)" }),
        expect.objectContaining({ text: "Ada residence: Oslo" }),
        expect.objectContaining({ text: "a note", speaker: "Ada" }),
        expect.objectContaining({ text: "second things" }),
        expect.objectContaining({ text: "things" }),
      ]),
    );
    expect(await room.service.finishContextReembedding(wide, loci(first))).toMatchObject({ contextsLeft: [] });
    expect((await room.service.finishContextReembedding(wide, loci(second))).contextsLeft).toEqual([second]);
    expect((await room.service.finishReembedding(wide, loci(""))).contextsLeft).toEqual([second]);
    // What broke off is not done again.
    const begun = await fill(second, wide, 2);
    await room.service.beginReembedding(wide, loci(""));
    const rest = await fill(second, wide);
    expect(rest.map((one) => one.id)).not.toEqual(expect.arrayContaining([begun[0]?.id]));
    expect(begun.length + rest.length).toBe(texts.length);
    // Written meanwhile by the server that still embeds by the old model: nothing is switched before it has its vector too.
    await room.service.writeMemory(write({ turns: [turn("late", { embedding: vector(old, 1) })] }), caller(first, all));
    expect(await lengths(first)).toContain(2);
    expect(await lengths(first)).not.toContain(3);
    expect((await room.service.finishReembedding(wide, loci(""))).contextsLeft).toEqual([first]);
    expect(await fill(first, wide)).toMatchObject([{ text: "late" }]);
    expect(await room.service.finishReembedding(wide, loci(""))).toEqual({ current: wide, next: null, contextsLeft: [] });
    expect(await room.service.pinEmbedding(wide, loci(""))).toEqual(wide);
    for (const ctx of contexts) {
      expect(await room.service.finishContextReembedding(wide, loci(ctx))).toMatchObject({ contextsLeft: [] });
      expect(await lengths(ctx)).toEqual([3]);
      expect(
        await stored(ctx, sql`select count(*)::int as n from graph.embedding where ctx = ${ctx} and octet_length(vector) <> 12`),
      ).toEqual([{ n: 0 }]);
      expect(await stored(ctx, sql`select octet_length(embedding) as n from graph.keyword where ctx = ${ctx}`)).toEqual([
        { n: 12 },
      ]);
      expect(await stored(ctx, sql`select octet_length(summary) as n from graph.document where ctx = ${ctx}`)).toEqual([{ n: 12 }]);
    }
    expect((await room.service.listUnembeddedContexts({}, loci(""))).contextIds).toEqual([]);
  });

  it("waits for no context that is being purged", async () => {
    const [ctx, other] = [await livedIn(), await livedIn()];
    const next = { ...wide, model: "for the living" };
    await room.service.beginReembedding(next, loci(""));
    const { life } = await room.service.head({}, loci(ctx));
    await room.database.inContext(ctx, (tx) => endLife(tx, ctx, life));
    expect((await room.service.listContextIds({}, loci(""))).contextIds).not.toContain(ctx);
    const { contextsLeft } = await room.service.finishReembedding(next, loci(""));
    expect(contextsLeft).toContain(other);
    expect(contextsLeft).not.toContain(ctx);
    await room.service.beginReembedding(wide, loci(""));
  });

  it("is ended by asking for the one that serves; another one of the same length begins anew", async () => {
    const ctx = await livedIn();
    await fill(ctx, wide);
    await room.service.beginReembedding(alike, loci(""));
    await fill(ctx, alike, 1);
    expect((await room.service.beginReembedding(wide, loci(""))).next).toBeNull();
    await room.service.beginReembedding({ ...alike, model: "third" }, loci(""));
    const { remaining } = await room.service.readUnembedded(
      { limit: 1, after: "", embedding: { ...alike, model: "third" } },
      loci(ctx),
    );
    expect(remaining).toBe((await fill(ctx, { ...alike, model: "third" })).length);
    expect(remaining).toBeGreaterThan(4);
    await expect(fill(ctx, alike)).rejects.toMatchObject({ code: "conflict" });
    await expect(room.service.finishReembedding(alike, loci(""))).rejects.toMatchObject({ code: "conflict" });
    await room.service.beginReembedding(wide, loci(""));
  });

  it("gives no vector to what was erased meanwhile", async () => {
    const ctx = room.context();
    const call = caller(ctx, all);
    const { turnIds } = await room.service.writeMemory(write({ turns: [turn("a secret")] }), call);
    const { records } = await room.service.readUnembedded({ limit: 10, after: "", embedding: wide }, loci(ctx));
    await room.service.forgetRecords(
      { ids: turnIds, purge: true, dryRun: false, keepForgotten: false, matches: [], reason: "", operation: null },
      call,
    );
    const ids = records.map((one) => one.id);
    expect(ids).toEqual(turnIds);
    await room.service.writeNewEmbeddings({ ids, embeddings: ids.map(() => vector(wide, 1)), embedding: wide }, loci(ctx));
    expect(await stored(ctx, sql`select count(*)::int as n from graph.embedding where ctx = ${ctx}`)).toEqual([{ n: 0 }]);
  });

  it("is Loci's own", async () => {
    const ctx = room.context();
    await expect(room.service.beginReembedding(wide, caller(ctx, all))).rejects.toMatchObject({ code: "forbidden" });
    await expect(room.service.readUnembedded({ limit: 1, after: "", embedding: wide }, caller(ctx, all))).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(room.service.listContextIds({}, caller(ctx, all))).rejects.toMatchObject({ code: "forbidden" });
    await livedIn().then(async (lived) => expect((await room.service.listContextIds({}, loci(""))).contextIds).toContain(lived));
  });
});
