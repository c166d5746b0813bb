import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { analyse } from "@loci/text";
import { cut, document, stage, vector, type Cut } from "../testing/documents.ts";
import { caller, loci, openRoom, scopes, within, type Room } from "../testing/room.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const none: Uint8Array = new Uint8Array();
const keyword = (text: string, score: number, embedding = none): graph.NewKeyword => ({
  normalised: analyse(text).join(" "),
  text,
  score,
  embedding,
});
/** A document that is cut, embedded with one vector, and has keywords. */
async function ready(
  ctx: string,
  given: { over?: Partial<graph.CreateDocumentRequest>; cut?: Cut; keywords?: graph.NewKeyword[]; vector?: Uint8Array },
) {
  const { document: made } = await room.service.createDocument(document(given.over), caller(ctx));
  const documentId = made?.id ?? "";
  const { chunkIds } = await room.service.writeSections(
    cut(documentId, 1, given.cut ?? [{ heading: "", chunks: [`text of ${documentId}`] }]),
    loci(ctx),
  );
  const embeddings = chunkIds.map(() => given.vector ?? none);
  await room.service.writeChunkEmbeddings({ documentId, version: 1, chunkIds, embeddings }, loci(ctx));
  await room.service.writeKeywords({ documentId, version: 1, keywords: given.keywords ?? [] }, loci(ctx));
  return documentId;
}
const list = (ctx: string, over: Partial<graph.ListKeywordsRequest> = {}, call = caller(ctx)) =>
  room.service.listKeywords({ q: "", minDocumentCount: 0, sort: "", page: 0, pageSize: 0, ...over }, call);
const edges = async (ctx: string, ids: string[], kinds: string[] = [], call = caller(ctx)) =>
  (await room.service.documentEdges({ documentIds: ids, kinds, limit: 100 }, call)).edges;

describe("keywords", () => {
  it("count visible documents only, those of several ScopeSets as one", async () => {
    const ctx = room.context();
    const solar = keyword("solar panel", 0.5);
    await ready(ctx, { over: { scopes: scopes(["a"]) }, keywords: [solar, keyword("battery", 0.9)] });
    await ready(ctx, { over: { scopes: scopes(["b"]) }, keywords: [{ ...solar, score: 0.8 }] });
    expect((await list(ctx)).keywords).toMatchObject([
      { text: "solar panel", documentCount: 2, score: 0.8 },
      { text: "battery", documentCount: 1 },
    ]);
    expect(await list(ctx, {}, within(ctx, "b"))).toMatchObject({ total: 1, keywords: [{ documentCount: 1 }] });
    expect((await list(ctx, { minDocumentCount: 2 })).total).toBe(1);
    expect((await list(ctx, { sort: "score" })).keywords[0]?.text).toBe("battery");
    expect((await list(ctx, { q: "PANEL" })).total).toBe(1);
    expect(await list(ctx, { page: 1, pageSize: 1 })).toMatchObject({ total: 2, keywords: [{ text: "battery" }] });
  });

  it("tell their documents, by normalised form or by text; unseen ones do not exist", async () => {
    const ctx = room.context();
    const id = await ready(ctx, { over: { title: "Sun", scopes: scopes(["a"]) }, keywords: [keyword("solar panels", 0.5)] });
    const get = (normalised: string, call = caller(ctx)) => room.service.getKeyword({ normalised }, call);
    expect(await get("solar panel")).toMatchObject({ documents: [{ id, title: "Sun", score: 0.5 }] });
    expect((await get("Solar Panels")).keyword?.documentCount).toBe(1);
    await expect(get("solar panel", within(ctx, "b"))).rejects.toMatchObject({ code: "not_found" });
    expect((await room.service.getDocumentKeywords({ id }, caller(ctx))).keywords).toMatchObject([{ text: "solar panels" }]);
  });

  it("are found by their words and by their vectors, from a threshold on", async () => {
    const ctx = room.context();
    await ready(ctx, { keywords: [keyword("solar panels", 1, vector(1, 0)), keyword("battery", 1, vector(0, 1))] });
    const search = async (query: string, embedding: Uint8Array, threshold: number) =>
      (await room.service.searchKeywords({ query, embedding, k: 5, threshold }, caller(ctx))).results.map((one) => one.text);
    expect(await search("a solar panel", none, 0.5)).toEqual(["solar panels"]);
    expect(await search("energy storage", vector(0.1, 1), 0.5)).toEqual(["battery"]);
    expect(await search("energy storage", none, 0)).toEqual([]);
  });

  it("are replaced when they are written again, and go with their document", async () => {
    const ctx = room.context();
    const id = await ready(ctx, { keywords: [keyword("old words", 1)] });
    await room.service.writeKeywords({ documentId: id, version: 1, keywords: [keyword("new words", 1)] }, loci(ctx));
    expect((await list(ctx)).keywords.map((one) => one.text)).toEqual(["new words"]);
    await room.service.deleteDocument(
      { id, operation: null, replies: [], purge: false, dryRun: false },
      caller(ctx, { "memory:read": ["/"], "memory:forget": ["/"] }),
    );
    expect((await list(ctx)).total).toBe(0);
  });
});

describe("links", () => {
  it("join documents that share keywords or headings, are alike as a whole, or name each other", async () => {
    const ctx = room.context();
    const a = await ready(ctx, {
      over: { title: "Solar Handbook" },
      vector: vector(1, 0.1),
      keywords: [keyword("solar panels", 1)],
      cut: [{ heading: "1. Roof mounting", chunks: ["On the roof."] }],
    });
    const b = await ready(ctx, {
      over: { title: "Wind notes", filename: "wind-notes.txt" },
      vector: vector(1, 0),
      keywords: [keyword("solar panel", 0.8)],
      cut: [{ heading: "Mounting roofs", chunks: ["As the Solar Handbook says, mind the gap."] }],
    });
    const c = await ready(ctx, { vector: vector(0, 1), cut: [{ heading: "Other", chunks: ["See wind-notes.txt for more."] }] });
    const found = await edges(ctx, [b]);
    expect(found.map(({ fromDocument, toDocument, kind }) => [fromDocument, toDocument, kind])).toEqual(
      expect.arrayContaining([
        [a, b, "knowledge_has_keyword"],
        [a, b, "section_match"],
        [a, b, "document_summary"],
        [b, a, "document_link"],
        [c, b, "document_link"],
      ]),
    );
    expect(found).toHaveLength(5);
    expect(found.find((one) => one.fromDocument === b)).toMatchObject({ label: "Solar Handbook", weight: 1 });
    expect((await edges(ctx, [a], ["section_match"])).map((one) => one.kind)).toEqual(["section_match"]);
    await expect(edges(ctx, [a], ["hybrid_graph"])).rejects.toMatchObject({ code: "invalid" });
    expect(await room.service.recomputeLinks({}, caller(ctx))).toEqual({ linksEmitted: 5 });
    expect(await edges(ctx, [b])).toHaveLength(5);
  });

  it("between ScopeSets are made of what a text names, for who may read and write both, and seen by who sees both", async () => {
    const ctx = room.context();
    const shared = [keyword("solar panels", 1)];
    const a = await ready(ctx, { over: { scopes: scopes(["a"]), title: "Solar Handbook" }, keywords: shared });
    const cut = [{ heading: "", chunks: ["As the Solar Handbook says."] }];
    const b = await ready(ctx, { over: { scopes: scopes(["b"]) }, keywords: shared, cut });
    expect(await edges(ctx, [a])).toEqual([]);
    expect(await room.service.recomputeLinks({}, within(ctx, "a"))).toEqual({ linksEmitted: 0 });
    expect(await room.service.recomputeLinks({}, caller(ctx))).toEqual({ linksEmitted: 1 });
    expect(await edges(ctx, [a])).toMatchObject([
      { fromDocument: b, toDocument: a, kind: "document_link", label: "Solar Handbook" },
    ]);
    expect(await edges(ctx, [a], [], within(ctx, "a"))).toEqual([]);
  });

  it("weigh the same, whatever other ScopeSets hold", async () => {
    const ctx = room.context();
    const shared = [keyword("solar panels", 1), keyword("roof", 0.5)];
    const a = await ready(ctx, { over: { scopes: scopes(["a"]) }, keywords: shared });
    await ready(ctx, { over: { scopes: scopes(["a"]) }, keywords: shared.slice(0, 1) });
    await room.service.recomputeLinks({}, caller(ctx));
    const before = await edges(ctx, [a], [], within(ctx, "a"));
    expect(before).toHaveLength(1);
    for (let i = 0; i < 3; i++) await ready(ctx, { over: { scopes: scopes(["b"]) }, keywords: shared.slice(1) });
    await room.service.recomputeLinks({}, caller(ctx));
    expect(await edges(ctx, [a], [], within(ctx, "a"))).toEqual(before);
  });

  it("are the same whether they are made as the last document comes, or all anew", async () => {
    const ctx = room.context();
    const words = [keyword("solar panels", 1), keyword("roof", 0.5), keyword("battery", 0.2)];
    const cut = (i: number) => [
      { heading: `${i}. Roof mounting`, chunks: ["On a flat roof the panels stand on feet that nobody drills."] },
    ];
    const made: string[] = [];
    for (let i = 0; i < 4; i++) {
      const over = { title: `Solar handbook ${i}` };
      made.push(await ready(ctx, { over, keywords: words.slice(i % 2), cut: cut(i), vector: vector(1, i / 4) }));
    }
    const ofLast = async () => (await edges(ctx, made.slice(-1))).map((one) => ({ ...one, weight: one.weight.toFixed(9) }));
    const before = await ofLast();
    expect(new Set(before.map((one) => one.kind)).size).toBe(4);
    await room.service.recomputeLinks({}, caller(ctx));
    const after = await ofLast();
    expect(after).toHaveLength(before.length);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it("follow a document's name, whoever changed it", async () => {
    const ctx = room.context();
    const other = await openRoom(room.database);
    const id = await ready(ctx, { over: { title: "Old manual" } });
    const text = [{ heading: "", chunks: ["It is in the Solar Handbook, no longer in the old manual."] }];
    const one = await ready(ctx, { cut: text });
    expect(await edges(ctx, [id])).toMatchObject([{ fromDocument: one, toDocument: id, label: "Old manual" }]);
    await other.service.setDocumentStage(stage(id, 1, "ready", { title: "Solar Handbook" }), loci(ctx));
    const two = await ready(ctx, { cut: text });
    const found = await edges(ctx, [two], ["document_link"]);
    expect(found.find((link) => link.toDocument === id)).toMatchObject({ fromDocument: two, label: "Solar Handbook" });
  });

  it("of one document cost the same among many, though they have words in common", async () => {
    const ctx = room.context();
    const add = async (i: number) => {
      const { document: made } = await room.service.createDocument(document({ title: `Note ${i}` }), caller(ctx));
      const keywords = [keyword("solar panels", 1), keyword(`number${i}`, 1)];
      room.statements();
      room.rows();
      await room.service.writeKeywords({ documentId: made?.id ?? "", version: 1, keywords }, loci(ctx));
      return { statements: room.statements(), rows: room.rows() };
    };
    const costs = [];
    for (let i = 0; i < 75; i++) costs.push(await add(i));
    expect(costs[74]).toEqual(costs[59]);
    expect(costs[74]?.rows).toBeLessThan(100);
  });
});
