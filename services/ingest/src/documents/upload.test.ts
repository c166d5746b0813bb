import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createHash } from "node:crypto";
import { LociError } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import type { ingest } from "@loci/protos";
import { caller, metadata, openDesk, openLibrary, own, parts, stored, type Desk, type Library } from "./testing/library.ts";
import { stageChange } from "./work.ts";

let library: Library;
let desk: Desk;
beforeAll(async () => {
  library = await openLibrary();
  desk = await openDesk(library);
});
afterAll(() => library.close());

const text = "Ana Silva works for Acme in Lisbon.";
const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");
const upload = (contextId: string, ...given: Parameters<typeof parts>) => desk.service.upload(parts(...given), caller(contextId));

async function download(contextId: string, id: string) {
  const pieces: Uint8Array[] = [];
  let document: ingest.DownloadPart["document"] = null;
  for await (const part of desk.service.downloadOriginal({ id }, caller(contextId))) {
    document ??= part.document;
    pieces.push(part.bytes);
  }
  return { document, content: Buffer.concat(pieces).toString() };
}

describe("an upload", () => {
  it.each([
    ["before", false],
    ["after", true],
  ])("stores the original, its metadata coming %s the bytes, and queues its pipeline", async (_when, bytesFirst) => {
    const ctx = library.context();
    const answer = await upload(ctx, text, { labels: ["a=b"], filename: "ana.txt", source: "mail" }, { bytesFirst, pieceBytes: 7 });
    expect(answer).toMatchObject({
      contentHash: sha256(text),
      deduplicated: false,
      replayed: false,
      status: "queued",
      version: 1,
    });
    expect(await stored(library, ctx)).toEqual([`originals/${ctx}/${answer.id}/1`]);
    const { document, content } = await download(ctx, answer.id);
    expect(content).toBe(text);
    expect(document).toMatchObject({ title: "ana.txt", source: "mail", labels: ["a=b"], sizeBytes: text.length });
    expect(await desk.runner.isActive("document", { contextId: ctx, id: `${answer.id}/1` })).toBe(true);
  });

  it("of what is known already answers the document that has it, and keeps one original", async () => {
    const ctx = library.context();
    const first = await upload(ctx, text);
    const again = await upload(ctx, text, { title: "Another" });
    expect(again).toMatchObject({ id: first.id, deduplicated: true, version: 1 });
    expect(await stored(library, ctx)).toEqual([`originals/${ctx}/${first.id}/1`]);
  });

  it("of what somebody else uploaded looks like a new one to who may not read it", async () => {
    const ctx = library.context();
    await upload(ctx, text);
    const writer = caller(ctx, { "memory:write": ["/"] });
    expect(await desk.service.upload(parts(text), writer)).toMatchObject({ deduplicated: false, status: "queued", version: 1 });
  });

  it("as a new version takes the place of the one before", async () => {
    const ctx = library.context();
    const { id } = await upload(ctx, text, { title: "Ana" });
    expect(await upload(ctx, `${text} Since May.`, { documentId: id })).toMatchObject({ id, version: 2, deduplicated: false });
    expect(await stored(library, ctx)).toEqual([`originals/${ctx}/${id}/2`]);
    expect((await download(ctx, id)).document).toMatchObject({ title: "Ana", version: 2 });
    expect(await desk.runner.isActive("document", { contextId: ctx, id: `${id}/1` })).toBe(false);
    expect(await desk.runner.isActive("document", { contextId: ctx, id: `${id}/2` })).toBe(true);
  });

  it("that is repeated with its operation answers as before; with other bytes it is a conflict", async () => {
    const ctx = library.context();
    const operation = { id: "op", hash: Uint8Array.of(1) };
    const first = await upload(ctx, text, { operation });
    expect(await upload(ctx, text, { operation })).toMatchObject({ id: first.id, replayed: true });
    await expect(upload(ctx, `${text}!`, { operation })).rejects.toMatchObject({ code: "conflict" });
    await expect(upload(ctx, text, { operation, title: "x" })).rejects.toMatchObject({ code: "conflict" });
    expect(await stored(library, ctx)).toHaveLength(1);
  });

  it("takes a file without bytes, which its pipeline fails", async () => {
    const ctx = library.context();
    expect(await upload(ctx, "")).toMatchObject({ status: "queued", contentHash: sha256("") });
  });
});

describe("an upload that is refused", () => {
  it.each([
    ["a path outside of the region, before it is looked up", { scopes: scopeSetMessage([["org/b/unknown"]]) }, "forbidden", ""],
    ["a path that is not registered", { scopes: scopeSetMessage([["org/a/unknown"]]) }, "invalid", "/scopes"],
    ["a reserved label", { labels: ["_a=b"] }, "invalid", "/labels/0"],
    ["too many labels", { labels: Array.from({ length: 33 }, (_, i) => `k${i}=v`) }, "conflict", "/labels"],
    ["no timestamp", { observedAt: "yesterday" }, "invalid", "/observedAt"],
    ["a title without end", { title: "a".repeat(1_025) }, "invalid", "/title"],
    ["an unknown document", { documentId: "document:none" }, "not_found", ""],
  ])("leaves nothing behind: %s", async (_what, over, code, pointer) => {
    const ctx = library.context();
    const call = caller(ctx, { "memory:write": ["org/a"] });
    const fields = pointer === "" ? {} : { fields: [expect.objectContaining({ pointer })] };
    await expect(desk.service.upload(parts(text, over), call)).rejects.toMatchObject({ code, ...fields });
    await expect(desk.service.upload(parts(text, over, { bytesFirst: true }), call)).rejects.toMatchObject({ code });
    expect(await stored(library, ctx)).toEqual([]);
  });

  it("is so before anything is read, where the caller may not write at all", async () => {
    let read = false;
    const untouched = (async function* () {
      read = true;
      yield* parts(text);
    })();
    const call = caller(library.context(), { "memory:read": ["/"] });
    await expect(desk.service.upload(untouched, call)).rejects.toMatchObject({ code: "forbidden" });
    expect(read).toBe(false);
  });

  it("stops at the size that is allowed, and without metadata or with two", async () => {
    const ctx = library.context();
    const small = await openDesk(library, { service: { limits: { extractionBudgetMs: 1, maxOriginalBytes: 10 } } });
    await expect(small.service.upload(parts(text), caller(ctx))).rejects.toMatchObject({ code: "too_large" });
    const send = (...given: ingest.UploadPart[]) => desk.service.upload(each(given), caller(ctx));
    const about = { metadata: metadata(), bytes: new Uint8Array() };
    await expect(send({ metadata: null, bytes: Buffer.from(text) })).rejects.toMatchObject({ code: "invalid" });
    await expect(send(about, about)).rejects.toMatchObject({ code: "invalid" });
    expect(await stored(library, ctx)).toEqual([]);
  });
});

describe("an upload that is cut off", () => {
  const operation = { id: "op", hash: Uint8Array.of(1) };

  it("by its sender stores nothing", async () => {
    const ctx = library.context();
    const broken = (async function* () {
      yield* parts(text);
      throw new LociError("cancelled", "gone");
    })();
    await expect(desk.service.upload(broken, caller(ctx))).rejects.toMatchObject({ code: "cancelled" });
    expect(await stored(library, ctx)).toEqual([]);
  });

  it("after its document was made, the answer being lost, keeps the original; its repetition begins the pipeline", async () => {
    const ctx = library.context();
    const lost = await openDesk(library, {
      graph: {
        async createDocument(request, call) {
          await library.graph.createDocument(request, call);
          throw new LociError("unavailable", "The connection was lost.");
        },
      },
    });
    await expect(lost.service.upload(parts(text, { operation }), caller(ctx))).rejects.toMatchObject({ code: "unavailable" });
    const { documents } = await library.graph.listDocuments({ status: "", mimeType: "", page: 0, pageSize: 9 }, caller(ctx));
    expect((await download(ctx, documents[0]?.id ?? "")).content).toBe(text);
    const again = await upload(ctx, text, { operation });
    expect(again).toMatchObject({ id: documents[0]?.id, replayed: true });
    expect(await stored(library, ctx)).toEqual([`originals/${ctx}/${again.id}/1`]);
    expect(await desk.runner.isActive("document", { contextId: ctx, id: `${again.id}/1` })).toBe(true);
  });

  it("between the services, which ask again by themselves, keeps the original that it brought", async () => {
    const ctx = library.context();
    const repeating = await openDesk(library, {
      graph: {
        async createDocument(request, call) {
          await library.graph.createDocument(request, call);
          return library.graph.createDocument(request, call);
        },
      },
    });
    const { id } = await repeating.service.upload(parts(text, { operation }), caller(ctx));
    expect(await stored(library, ctx)).toEqual([`originals/${ctx}/${id}/1`]);
    expect((await download(ctx, id)).content).toBe(text);
    expect(await desk.runner.isActive("document", { contextId: ctx, id: `${id}/1` })).toBe(true);
  });

  it("and repeated when its document is at its end begins nothing", async () => {
    const ctx = library.context();
    const { id } = await upload(ctx, text, { operation });
    await desk.runner.cancel("document", { contextId: ctx, id: `${id}/1` });
    await library.graph.setDocumentStage(stageChange({ id, version: 1 }, "ready"), own(ctx));
    expect(await upload(ctx, text, { operation })).toMatchObject({ id, replayed: true });
    expect(await desk.runner.isActive("document", { contextId: ctx, id: `${id}/1` })).toBe(false);
  });
});

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
