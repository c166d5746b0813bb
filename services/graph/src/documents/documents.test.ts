import { identifier, sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { unpackVector } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { forgetChunks, forgetDocuments } from "../store/documents-forget.ts";
import { cut, document, stage, vector, type Cut } from "../testing/documents.ts";
import { caller, fact, loci, named, openRoom, proposal, scopes, view, within, type Room } from "../testing/room.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
const rows = (ctx: string, table: string) =>
  room.database.inContext(ctx, (tx) => tx.query(sql`select * from graph.${identifier(table)} where ctx = ${ctx}`));
const create = async (ctx: string, over: Partial<graph.CreateDocumentRequest> = {}, call = caller(ctx, all)) => {
  const { document: made, ...rest } = await room.service.createDocument(document(over), call);
  if (made === null) throw new Error("no document");
  return { ...made, ...rest };
};
const write = async (ctx: string, id: string, sections: Cut, version = 1) =>
  (await room.service.writeSections(cut(id, version, sections), loci(ctx))).chunkIds;
const embed = (ctx: string, documentId: string, chunkIds: string[], version = 1) =>
  room.service.writeChunkEmbeddings({ documentId, version, chunkIds, embeddings: chunkIds.map((_, i) => vector(1, i)) }, loci(ctx));
const hydrate = async (ctx: string, ids: string[], call = caller(ctx)) =>
  (await room.service.hydrate({ ids, time: null }, call)).records;
const feed = async (ctx: string, after = 0) => (await room.service.readFeed({ after, limit: 1_000 }, loci(ctx))).records;
const code = (expected: string) => expect.objectContaining({ code: expected });

const read = (chunk: number, length: number, key: string, value: string) =>
  fact("Organisation/Acme", key, value, { turn: chunk, spanStart: 0, spanEnd: length, confidence: 0.9 });
const apply = (ctx: string, documentId: string, chunkIds: string[], list: graph.ProposedFact[], version = 1) =>
  room.service.applyDocumentExtraction(
    { documentId, version, chunkIds, proposals: [proposal({ facts: list, turn: 0 })], traceId: "", setAsideChunkIds: [] },
    loci(ctx),
  );
const about = async (ctx: string, time: Partial<typeof view> = {}) =>
  (await room.service.getEntity({ lens: null, ...named("Organisation/Acme"), time: { ...view, ...time } }, caller(ctx))).attributes;

describe("a document", () => {
  it("is made queued, with its labels and its known time, and made once for one content in one ScopeSet", async () => {
    const ctx = room.context();
    const given = { contentHash: "h", labels: ["team=x"], observedAt: "2024-05-01T00:00:00.000Z" };
    const made = await create(ctx, given);
    expect(made).toMatchObject({
      status: "queued",
      version: 1,
      labels: ["team=x"],
      observedAt: given.observedAt,
      deduplicated: false,
    });
    expect(made.id).toMatch(/^document:[0-9a-z]{26}$/);
    expect(await create(ctx, given)).toMatchObject({ id: made.id, deduplicated: true });
    const elsewhere = await create(ctx, { ...given, scopes: scopes(["team"]) });
    expect(elsewhere).toMatchObject({ deduplicated: false, scopes: { clauses: [{ paths: ["team"] }] } });
    expect(elsewhere.id).not.toBe(made.id);
    expect((await rows(ctx, "decision")).map((row) => row["rule"])).toEqual(["document_created", "document_created"]);
  });

  it("is refused: beyond the write region before anything else, with too many labels, with a reserved label", async () => {
    const ctx = room.context();
    const one = within(ctx, "a");
    await expect(create(ctx, { scopes: scopes(["b"]), contentHash: "" }, one)).rejects.toEqual(code("forbidden"));
    await expect(create(ctx, { labels: Array.from({ length: 33 }, (_, i) => `k${i}=v`) })).rejects.toEqual(code("conflict"));
    await expect(create(ctx, { labels: ["_k=v"] })).rejects.toEqual(code("invalid"));
  });

  it("is made once for one operation", async () => {
    const ctx = room.context();
    const operation = { id: "op", hash: new Uint8Array([1]) };
    const first = await create(ctx, { operation, contentHash: "one" });
    expect(await create(ctx, { operation, contentHash: "one" })).toMatchObject({
      id: first.id,
      replayed: true,
      deduplicated: false,
    });
  });

  it("is seen within its region only: list, count, chunks, keywords; elsewhere it does not exist", async () => {
    const ctx = room.context();
    const mine = await create(ctx, { scopes: scopes(["a"]) });
    await create(ctx, { scopes: scopes(["b"]), mimeType: "text/html" });
    const list = async (call = caller(ctx), over = {}) =>
      room.service.listDocuments({ status: "", mimeType: "", page: 0, pageSize: 0, ...over }, call);
    expect((await list()).total).toBe(2);
    expect(await list(within(ctx, "a"))).toMatchObject({ total: 1, documents: [{ id: mine.id }] });
    expect((await list(caller(ctx), { mimeType: "text/html" })).total).toBe(1);
    expect(await list(caller(ctx), { page: 1, pageSize: 1 })).toMatchObject({ total: 2, documents: [{ id: mine.id }] });
    const stranger = within(ctx, "b");
    await expect(room.service.getDocument({ id: mine.id }, stranger)).rejects.toEqual(code("not_found"));
    await expect(room.service.listChunks({ documentId: mine.id, page: 0, pageSize: 0 }, stranger)).rejects.toEqual(
      code("not_found"),
    );
    await expect(room.service.getDocumentKeywords({ id: mine.id }, stranger)).rejects.toEqual(code("not_found"));
  });

  it("is tried anew when bytes that could not be read come again, as they are said to be something else now", async () => {
    const ctx = room.context();
    const { id } = await create(ctx, { contentHash: "h", mimeType: "application/pdf" });
    await room.service.setDocumentStage(stage(id, 1, "failed", { error: "broken", failedStage: "extracting" }), loci(ctx));
    const again = await create(ctx, { contentHash: "h", mimeType: "text/plain" });
    expect(again).toMatchObject({ id, version: 2, status: "queued", mimeType: "text/plain", error: "", deduplicated: false });
    expect(await create(ctx, { contentHash: "h" })).toMatchObject({ id, version: 2, deduplicated: true });
  });

  it("goes through its stages, is listed while it is unfinished, and takes no step of an older version", async () => {
    const ctx = room.context();
    const { id } = await create(ctx);
    const unfinished = async (idleSeconds = 0) =>
      (await room.service.listUnfinishedDocuments({ idleSeconds, limit: 1_000 }, loci(""))).documents.filter(
        (one) => one.contextId === ctx,
      );
    expect(await unfinished()).toEqual([{ contextId: ctx, id, version: 1, status: "queued" }]);
    expect(await unfinished(60)).toEqual([]);
    const set = (version: number, status: string, over = {}) =>
      room.service.setDocumentStage(stage(id, version, status, over), loci(ctx));
    expect(await set(1, "extracting", { title: "Found", pages: 3 })).toMatchObject({
      status: "extracting",
      title: "Found",
      pages: 3,
    });
    const failed = await set(1, "failed", { error: "broken", failedStage: "extracting", attempts: 2 });
    expect(failed).toMatchObject({ status: "failed", error: "broken", failedStage: "extracting", attempts: 2 });
    expect(failed.processingCompletedAt).not.toBe("");
    expect(await unfinished()).toEqual([]);
    expect(await set(1, "queued")).toMatchObject({ error: "", processingStartedAt: "" });
    expect((await unfinished()).map((one) => one.status)).toEqual(["queued"]);
    expect(await create(ctx, { id, title: "" })).toMatchObject({ id, version: 2, status: "queued", title: "Found" });
    await expect(set(1, "ready")).rejects.toEqual(code("conflict"));
    await expect(write(ctx, id, [], 1)).rejects.toEqual(code("conflict"));
    await expect(room.service.setDocumentStage(stage(id, 2, "ready"), caller(ctx))).rejects.toEqual(code("forbidden"));
  });

  it("keeps its ScopeSet in its next version, which needs the write verb over it", async () => {
    const ctx = room.context();
    const { id, contentHash } = await create(ctx, { scopes: scopes(["a"]) });
    expect(await create(ctx, { id, contentHash })).toMatchObject({ version: 1, deduplicated: true });
    await expect(create(ctx, { id, scopes: scopes(["b"]) })).rejects.toEqual(code("invalid"));
    await expect(create(ctx, { id }, within(ctx, "b"))).rejects.toEqual(code("not_found"));
    const reader = caller(ctx, { "memory:read": ["a"], "memory:write": ["b"] });
    await expect(create(ctx, { id }, reader)).rejects.toEqual(code("forbidden"));
  });
});

describe("chunks", () => {
  const guide: Cut = [
    { heading: "Guide", chunks: ["Guide. How it begins."] },
    { heading: "Setup", level: 2, chunks: ["Setup. Unpack the box.", "Then plug it in.", "Then wait."] },
  ];

  it("become searchable with their vectors, a section with its last one; each with its document's labels", async () => {
    const ctx = room.context();
    const { id } = await create(ctx, { labels: ["a=b"], title: "T", source: "S" });
    const chunkIds = await write(ctx, id, guide);
    expect((await feed(ctx)).length).toBe(0);
    await embed(ctx, id, chunkIds.slice(0, 2));
    expect((await feed(ctx)).map((one) => one.class).sort()).toEqual(["chunk", "chunk", "section"]);
    await embed(ctx, id, chunkIds.slice(2));
    const found = await feed(ctx);
    expect(found).toHaveLength(6);
    expect(found.find((one) => one.id === chunkIds[1])).toMatchObject({
      documentId: id,
      seq: 1,
      labels: ["a=b"],
      class: "chunk",
    });
    const setup = found.find((one) => one.class === "section" && one.seq === 1);
    expect(setup?.text).toBe("Guide > Setup\nSetup. Unpack the box.");
    expect(unpackVector(setup?.embedding ?? new Uint8Array()).length).toBe(2);

    const records = await hydrate(ctx, [chunkIds[1] ?? "", setup?.id ?? ""]);
    expect(records).toMatchObject([
      {
        kind: "chunk",
        text: "Setup. Unpack the box.",
        documentTitle: "T",
        documentSource: "S",
        sectionHeading: "Setup",
        position: 1,
        page: 2,
      },
      { kind: "section", sectionHeading: "Setup", documentId: id },
    ]);
    expect(records[0]?.positionPercent).toBeGreaterThan(20);
    expect(await hydrate(ctx, chunkIds, within(ctx, "elsewhere"))).toEqual([]);
  });

  it("have the same ids when a stage runs again, and are read by what is still to do", async () => {
    const ctx = room.context();
    const { id } = await create(ctx);
    const chunkIds = await write(ctx, id, guide);
    expect(await write(ctx, id, guide)).toEqual(chunkIds);
    await embed(ctx, id, chunkIds.slice(0, 1));
    const left = async (over: Partial<graph.ReadDocumentChunksRequest>) => {
      const asked = {
        documentId: id,
        version: 1,
        afterPosition: -1,
        limit: 10,
        withoutEmbedding: false,
        notExtracted: false,
        ...over,
      };
      return (await room.service.readDocumentChunks(asked, loci(ctx))).chunks.map((chunk) => chunk.position);
    };
    expect(await left({})).toEqual([0, 1, 2, 3]);
    expect(await left({ withoutEmbedding: true })).toEqual([1, 2, 3]);
    expect(await left({ afterPosition: 1, limit: 1 })).toEqual([2]);
    await apply(ctx, id, chunkIds.slice(0, 3), []);
    expect(await left({ notExtracted: true })).toEqual([3]);
  });

  it("of the version before stay until the next is cut; what it repeats keeps id and vector, the rest leaves", async () => {
    const ctx = room.context();
    const { id } = await create(ctx);
    const old = await write(ctx, id, guide);
    await embed(ctx, id, old);
    await create(ctx, { id });
    expect(await hydrate(ctx, old)).toHaveLength(4);
    const after = (await room.service.head({}, caller(ctx))).revision;
    const next = await write(ctx, id, [{ heading: "Guide", chunks: ["New words.", "Guide. How it begins."] }], 2);
    expect(next[1]).toBe(old[0]);
    expect((await hydrate(ctx, [...old, ...next])).map((one) => one.id).sort()).toEqual([...next].sort());
    const changed = await feed(ctx, after);
    expect(changed.filter((one) => one.removed).map((one) => one.id)).toEqual(expect.arrayContaining(old.slice(1)));
    expect(changed.find((one) => one.id === old[0])).toMatchObject({ removed: false, seq: 1 });
    expect((await room.service.getDocument({ id }, caller(ctx))).chunks).toBe(2);
  });

  it("are paged, and siblings are those of the same section nearest to the given ones", async () => {
    const ctx = room.context();
    const { id } = await create(ctx);
    const ids = await write(ctx, id, guide);
    const page = await room.service.listChunks({ documentId: id, page: 1, pageSize: 3 }, caller(ctx));
    expect(page).toMatchObject({ total: 4, chunks: [{ id: ids[3], sectionHeading: "Setup", position: 3 }] });
    const near = await room.service.sectionSiblings({ chunkIds: [ids[1] ?? ""], perSection: 1, time: null }, caller(ctx));
    expect(near.records.map((one) => one.id)).toEqual([ids[2]]);
    const others = await room.service.sectionSiblings({ chunkIds: [ids[0] ?? ""], perSection: 5, time: null }, caller(ctx));
    expect(others.records).toEqual([]);
  });

  it("that say nearly the same as an earlier one of their ScopeSet name it; so does a document of such", async () => {
    const ctx = room.context();
    const words = (from: number) => Array.from({ length: 80 }, (_, i) => `subject${from + i} matter${from + i}`).join(" ");
    const [a, b] = [await create(ctx), await create(ctx)];
    const originals = await write(ctx, a.id, [{ heading: "", chunks: [words(0), words(1_000)] }]);
    const copies = await write(ctx, b.id, [{ heading: "", chunks: [`${words(0)} appendix`, words(1_000)] }]);
    expect((await hydrate(ctx, copies)).map((one) => one.duplicateOf)).toEqual(originals);
    expect((await room.service.getDocument({ id: b.id }, caller(ctx))).nearDuplicateOf).toBe(a.id);
    const elsewhere = await create(ctx, { scopes: scopes(["x"]) });
    const alone = await write(ctx, elsewhere.id, [{ heading: "", chunks: [words(0)] }]);
    expect((await hydrate(ctx, alone)).map((one) => one.duplicateOf)).toEqual([""]);
    await room.service.deleteDocument({ id: a.id, operation: null, replies: [], purge: false, dryRun: false }, caller(ctx, all));
    expect((await hydrate(ctx, copies)).map((one) => one.duplicateOf)).toEqual(["", ""]);
    const third = await write(ctx, (await create(ctx)).id, [{ heading: "", chunks: [words(1_000)] }]);
    expect((await hydrate(ctx, third)).map((one) => one.duplicateOf)).toEqual([copies[1]]);
  });
});

describe("what is read from a document", () => {
  const text = "Acme was founded in 1990. Its CEO is Ada.";

  it("stands as authoritative, with its chunk as source and the document's known time; twice has one effect", async () => {
    const ctx = room.context();
    const { id } = await create(ctx, { observedAt: "2024-05-01T00:00:00.000Z", labels: ["l=1"] });
    const chunkIds = await write(ctx, id, [{ heading: "About", chunks: [text] }]);
    const answer = await apply(ctx, id, chunkIds, [read(0, text.length, "founded_in", "1990")]);
    expect(answer.results[0]?.attributes).toMatchObject([{ key: "founded_in", value: "1990" }]);
    await apply(ctx, id, chunkIds, [read(0, text.length, "founded_in", "1990"), read(0, text.length, "ceo", "Ada")]);
    const found = await about(ctx);
    expect(found).toMatchObject([{ value: "1990", stream: "authoritative", createdAt: "2024-05-01T00:00:00.000Z" }]);
    expect(found[0]?.sources).toMatchObject([
      { kind: "chunk", ref: chunkIds[0], documentId: id, spanStart: 0, spanEnd: text.length },
    ]);
    const [record] = await hydrate(ctx, [found[0]?.id ?? ""]);
    expect(record).toMatchObject({
      documentId: id,
      documentTitle: "Handbook",
      chunkId: chunkIds[0],
      sectionHeading: "About",
      labels: [],
    });
  });

  it("ends when the next version was read and states it no longer; what both state stands on, and history keeps it", async () => {
    const ctx = room.context();
    const { id } = await create(ctx, { observedAt: "2024-01-01T00:00:00.000Z" });
    const first = await write(ctx, id, [{ heading: "", chunks: [text, "An unchanged part."] }]);
    await apply(ctx, id, first, [
      read(0, text.length, "founded_in", "1990"),
      read(0, text.length, "ceo", "Ada"),
      read(1, 5, "kind", "shop"),
    ]);
    const before = new Map((await about(ctx)).map((one) => [one.key, one.id]));

    await create(ctx, { id, observedAt: "2024-06-01T00:00:00.000Z" });
    const changed = "Acme was founded in 1990. Its CEO is Bob.";
    const second = await write(ctx, id, [{ heading: "", chunks: [changed, "An unchanged part."] }], 2);
    expect((await about(ctx)).map((one) => one.value).sort()).toEqual(["1990", "Ada", "shop"]);
    await apply(ctx, id, second.slice(0, 1), [read(0, 25, "founded_in", "1990"), read(0, changed.length, "ceo", "Bob")], 2);
    await room.service.setDocumentStage(stage(id, 2, "embedding"), loci(ctx));

    const now = await about(ctx);
    expect(now.map((one) => one.value).sort()).toEqual(["1990", "Bob", "shop"]);
    expect(now.find((one) => one.key === "founded_in")?.id).toBe(before.get("founded_in"));
    expect((await about(ctx, { asOf: "2024-03-01T00:00:00.000Z" })).map((one) => one.value).sort()).toEqual([
      "1990",
      "Ada",
      "shop",
    ]);
    const open = (await rows(ctx, "uncertainty")).filter((row) => row["status"] === "open");
    expect(open).toEqual([]);
    const ended = (await rows(ctx, "decision")).filter((row) => row["record_id"] === before.get("ceo"));
    expect(ended.map((row) => row["rule"])).toContain("source_replaced");
  });

  it("is forgotten with the document, unless something else says it too", async () => {
    const ctx = room.context();
    const [a, b] = [await create(ctx), await create(ctx)];
    const [inA, inB] = [
      await write(ctx, a.id, [{ heading: "", chunks: [text] }]),
      await write(ctx, b.id, [{ heading: "", chunks: [`${text} Really.`] }]),
    ];
    await embed(ctx, a.id, inA);
    await apply(ctx, a.id, inA, [read(0, text.length, "founded_in", "1990"), read(0, text.length, "ceo", "Ada")]);
    await apply(ctx, b.id, inB, [read(0, text.length, "founded_in", "1990")]);
    const after = (await room.service.head({}, caller(ctx))).revision;

    await expect(
      room.service.deleteDocument({ id: a.id, operation: null, replies: [], purge: false, dryRun: false }, caller(ctx)),
    ).rejects.toEqual(code("forbidden"));
    await room.service.deleteDocument({ id: a.id, operation: null, replies: [], purge: false, dryRun: false }, caller(ctx, all));
    expect((await about(ctx)).map((one) => one.value)).toEqual(["1990"]);
    expect(await hydrate(ctx, inA)).toEqual([]);
    expect((await feed(ctx, after)).filter((one) => one.removed).map((one) => one.id)).toEqual(expect.arrayContaining(inA));
    await expect(room.service.getDocument({ id: a.id }, caller(ctx))).rejects.toEqual(code("not_found"));
    await expect(write(ctx, a.id, [])).rejects.toEqual(code("conflict"));
    expect(await create(ctx, { contentHash: a.contentHash })).toMatchObject({ deduplicated: false });
  });

  it("is erased by a purge: of a whole document everything, of one chunk its words wherever they are", async () => {
    const ctx = room.context();
    const held = async () =>
      JSON.stringify(await Promise.all(["document", "section", "chunk", "keyword", "embedding"].map((table) => rows(ctx, table))));
    const { id } = await create(ctx, { title: "Secret title" });
    const [first = "", second = ""] = await write(ctx, id, [{ heading: "H", chunks: ["Secret plan one.", "Other words."] }]);
    await embed(ctx, id, [first, second]);
    const keyword = (text: string) => ({ normalised: text, text, score: 1, embedding: new Uint8Array() });
    await room.service.writeKeywords(
      { documentId: id, version: 1, keywords: [keyword("secret plan"), keyword("other words")] },
      loci(ctx),
    );
    const how = { purge: true, now: "2025-01-01T00:00:00.000Z" };
    await room.database.inContext(ctx, (tx) => forgetChunks(tx, ctx, [first], how));
    expect(await held()).not.toMatch(/secret plan/i);
    expect(await held()).toContain("other words");
    expect((await hydrate(ctx, [first, second])).map((one) => one.id)).toEqual([second]);
    await room.database.inContext(ctx, (tx) => forgetDocuments(tx, ctx, [id], how));
    expect(await held()).toBe("[[],[],[],[],[]]");
  });

  it("costs a constant number of statements, whatever the number of chunks", async () => {
    const cost = async (n: number) => {
      const ctx = room.context();
      const { id } = await create(ctx);
      const texts = Array.from({ length: n }, (_, i) => `Part ${i} of many, with some words of its own: ${i * 7919}.`);
      room.statements();
      const ids = await write(ctx, id, [{ heading: "All", chunks: texts }]);
      await embed(ctx, id, ids);
      await apply(
        ctx,
        id,
        ids,
        texts.map((one, i) => read(i, one.length, "product", `P${i}`)),
      );
      return room.statements();
    };
    expect(await cost(40)).toBe(await cost(2));
  });
});
