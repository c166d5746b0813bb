import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LociError, type Grants } from "@loci/kernel";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph, ingest } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { dropOrphans, findUnfinished, type FinderDeps } from "./index.ts";
import {
  caller,
  everything,
  openDesk,
  openLibrary,
  own,
  parts,
  settled,
  stored,
  type Desk,
  type Library,
} from "./testing/library.ts";
import { bringHome } from "./objects.ts";
import { stageChange } from "./work.ts";

let library: Library;
let desk: Desk;
beforeAll(async () => {
  library = await openLibrary();
  desk = await openDesk(library);
});
afterAll(() => library.close());

const text = "Ana Silva works for Acme in Lisbon.";
const upload = (ctx: string, ...given: Parameters<typeof parts>) => desk.service.upload(parts(...given), caller(ctx));
const workOf = (ctx: string, { id, version }: ingest.UploadResponse) => ({ contextId: ctx, id: `${id}/${version}` });
const within = (ctx: string, region: string, over: Grants = {}) =>
  caller(ctx, { "memory:read": [region], "memory:write": [region], "memory:forget": [region], ...over });

/** Uploaded under org/a, and failed at its third stage. */
async function failedDocument(ctx: string) {
  const document = await upload(ctx, text, { scopes: scopeSetMessage([["org/a"]]) });
  await desk.runner.cancel("document", workOf(ctx, document));
  const failed = { id: document.id, version: 1, status: "failed", error: "No.", failedStage: "extracting_nodes", attempts: 3 };
  await library.graph.setDocumentStage({ ...failed, mimeType: "", title: "", pages: 0 }, own(ctx));
  return document;
}

describe("an original", () => {
  it("is given to whom sees its document, and to nobody else", async () => {
    const ctx = library.context();
    const { id } = await upload(ctx, text, { scopes: scopeSetMessage([["org/a"]]) });
    await expect(all(desk.service.downloadOriginal({ id }, within(ctx, "org/b")))).rejects.toMatchObject({ code: "not_found" });
    await expect(all(desk.service.downloadOriginal({ id }, caller(library.context())))).rejects.toMatchObject({
      code: "not_found",
    });
    const [first, ...pieces] = await all(desk.service.downloadOriginal({ id }, within(ctx, "org/a")));
    expect(first?.document).toMatchObject({ id, sizeBytes: text.length });
    expect(Buffer.concat(pieces.map((piece) => piece.bytes)).toString()).toBe(text);
  });

  it("is said to be lost where it is, before any of it is sent", async () => {
    const ctx = library.context();
    const { id } = await upload(ctx, text);
    await library.objects.delete(await stored(library, ctx));
    await expect(all(desk.service.downloadOriginal({ id }, caller(ctx)))).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a document whose record names an upload of another context, as an imported one may", () => {
  it("neither shows, takes nor deletes what stands there", async () => {
    const [victim, ctx] = [library.context(), library.context()];
    const { id: theirs } = await upload(victim, text);
    const kept = [`originals/${victim}/${theirs}/1`, `incoming/${victim}/01hzzzzzzzzzzzzzzzzzzzzzzz`];
    await library.objects.put(kept[1] ?? "", bytesOf(text));
    const about = { title: "", source: "", mimeType: "text/plain", filename: "a.txt", labels: [], observedAt: "" };
    for (const [i, foreign] of kept.entries()) {
      const made = { id: "", scopes: null, sizeBytes: text.length, contentHash: `${i}`.repeat(64), operation: null };
      const { document } = await library.graph.createDocument({ ...about, ...made, originalKey: foreign }, caller(ctx));
      if (document === null) throw new Error("no document was made");
      const { id } = document;
      await expect(all(desk.service.downloadOriginal({ id }, caller(ctx)))).rejects.toMatchObject({ code: "not_found" });
      await expect(bringHome(library.objects, ctx, document)).rejects.toMatchObject({ code: "not_found" });
      await desk.service.deleteDocument({ id, operation: null, replies: [], purge: false, dryRun: false }, caller(ctx));
    }
    expect([...(await stored(library, victim)), ...(await stored(library, ctx))]).toEqual([...kept].sort());
  });
});

describe("another try", () => {
  it("begins at the stage that failed", async () => {
    const ctx = library.context();
    const document = await failedDocument(ctx);
    const begun = await desk.service.retryDocument({ id: document.id, operation: null }, within(ctx, "org/a"));
    expect(begun).toMatchObject({ id: document.id, status: "extracting_nodes", error: "" });
    expect(await desk.runner.isActive("document", workOf(ctx, document))).toBe(true);
    await expect(desk.service.retryDocument({ id: document.id, operation: null }, within(ctx, "org/a"))).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("that is repeated begins what nobody began, and nothing that is at its end", async () => {
    const ctx = library.context();
    const document = await failedDocument(ctx);
    const request = { id: document.id, operation: { id: "op", hash: Uint8Array.of(1) } };
    const lost = await openDesk(library, {
      graph: {
        async retryDocument(asked, call) {
          await library.graph.retryDocument(asked, call);
          throw new LociError("unavailable", "The connection was lost.");
        },
      },
    });
    await expect(lost.service.retryDocument(request, caller(ctx))).rejects.toMatchObject({ code: "unavailable" });
    expect(await desk.runner.isActive("document", workOf(ctx, document))).toBe(false);
    expect(await desk.service.retryDocument(request, caller(ctx))).toMatchObject({ status: "extracting_nodes" });
    expect(await desk.runner.isActive("document", workOf(ctx, document))).toBe(true);
    await desk.runner.cancel("document", workOf(ctx, document));
    await library.graph.setDocumentStage(stageChange(document, "ready"), own(ctx));
    await desk.service.retryDocument(request, caller(ctx));
    expect(await desk.runner.isActive("document", workOf(ctx, document))).toBe(false);
  });

  it.each([
    ["sees it not", "org/b", {}, "not_found"],
    ["may not write it", "org/b", { "memory:read": ["/"] }, "forbidden"],
    ["may write nothing", "org/a", { "memory:write": [] }, "forbidden"],
  ])("is refused to whom %s", async (_who, region, over, code) => {
    const ctx = library.context();
    const { id } = await failedDocument(ctx);
    await expect(desk.service.retryDocument({ id, operation: null }, within(ctx, region, over))).rejects.toMatchObject({ code });
  });
});

describe("a deletion", () => {
  it("takes the document, its work and its bytes", async () => {
    const ctx = library.context();
    const document = await upload(ctx, text);
    await desk.service.deleteDocument({ id: document.id, operation: null, replies: [], purge: false, dryRun: false }, caller(ctx));
    expect(await stored(library, ctx)).toEqual([]);
    expect(await desk.runner.isActive("document", workOf(ctx, document))).toBe(false);
    await expect(
      desk.service.deleteDocument({ id: document.id, operation: null, replies: [], purge: false, dryRun: false }, caller(ctx)),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("that is not allowed leaves everything as it is", async () => {
    const ctx = library.context();
    const document = await upload(ctx, text, { scopes: scopeSetMessage([["org/a"]]) });
    const mayNot = within(ctx, "org/b", { "memory:read": ["/"] });
    await expect(
      desk.service.deleteDocument({ id: document.id, operation: null, replies: [], purge: false, dryRun: false }, mayNot),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await stored(library, ctx)).toHaveLength(1);
    expect(await desk.runner.isActive("document", workOf(ctx, document))).toBe(true);
  });

  it("of originals is Loci's own, for documents that are purged", async () => {
    const ctx = library.context();
    const { id } = await upload(ctx, text);
    const request = { contextId: ctx, documentIds: [id] };
    await expect(desk.service.dropOriginals(request, caller(ctx))).rejects.toMatchObject({ code: "forbidden" });
    await desk.service.dropOriginals(request, own(""));
    expect(await stored(library, ctx)).toEqual([]);
  });
});

describe("the depth of the queue", () => {
  it("is a principal's own documents, and for Loci itself the whole queue", async () => {
    const ctx = library.context();
    await upload(ctx, text, { scopes: scopeSetMessage([["org/a"]]) });
    await upload(ctx, `${text} Still.`, { scopes: scopeSetMessage([["org/b"]]) });
    await failedDocument(ctx);
    expect(await desk.service.getQueueDepth({}, within(ctx, "org/b"))).toEqual({ queued: 1, running: 0, failed: 0 });
    const { queued } = await desk.runner.depth("document");
    expect(await desk.service.getQueueDepth({}, own(""))).toEqual({ queued, running: 0, failed: 0 });
    await expect(desk.service.getQueueDepth({}, caller(ctx, { "memory:write": ["/"] }))).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("what a crash left", () => {
  it("is begun again where it stood, if nobody works on it", async () => {
    const ctx = library.context();
    const lost = await upload(ctx, text);
    await desk.runner.cancel("document", workOf(ctx, lost));
    const queued = await upload(ctx, `${text} Still.`);
    await findUnfinished(desk.finder);
    expect(await desk.runner.isActive("document", workOf(ctx, lost))).toBe(false);
    library.clock.aheadMs += 61_000;
    await findUnfinished(desk.finder);
    expect(await desk.runner.isActive("document", workOf(ctx, lost))).toBe(true);
    expect(await desk.runner.isActive("document", workOf(ctx, queued))).toBe(true);
    await desk.start();
    expect((await settled(library, ctx, lost.id)).status).toBe("ready");
    await desk.runner.close(0);
    desk = await openDesk(library);
  });

  it("is not begun again where it ended while others were looked at", async () => {
    const ctx = library.context();
    const [ready, failed, replaced, left] = [
      await upload(ctx, text),
      await upload(ctx, `${text} Still.`),
      await upload(ctx, `${text} Again.`),
      await upload(ctx, `${text} Anew.`),
    ];
    for (const one of [ready, failed, replaced, left]) await desk.runner.cancel("document", workOf(ctx, one));
    library.clock.aheadMs += 61_000;
    const listUnfinishedDocuments: FinderDeps["graph"]["listUnfinishedDocuments"] = async (request, call) => {
      const found = await library.graph.listUnfinishedDocuments(request, call);
      await library.graph.setDocumentStage(stageChange(ready, "ready"), own(ctx));
      await library.graph.setDocumentStage(stageChange(failed, "failed", { error: "No.", failedStage: "chunking" }), own(ctx));
      await library.graph.setDocumentStage(stageChange(left, "chunking"), own(ctx));
      await desk.service.upload(parts(`${text} Newer.`, { documentId: replaced.id }), caller(ctx));
      return found;
    };
    await findUnfinished({ ...desk.finder, graph: { ...desk.finder.graph, listUnfinishedDocuments } });
    const isActive = (one: ingest.UploadResponse) => desk.runner.isActive("document", workOf(ctx, one));
    expect(await Promise.all([ready, failed, replaced, left].map(isActive))).toEqual([false, false, false, true]);
    await desk.runner.cancel("document", workOf(ctx, left));
    await desk.runner.cancel("document", { contextId: ctx, id: `${replaced.id}/2` });
  });

  it("is let be as soon as the look at it has had its time", async () => {
    const ctx = library.context();
    const [first, second] = [await upload(ctx, text), await upload(ctx, `${text} Still.`)];
    for (const one of [first, second]) await desk.runner.cancel("document", workOf(ctx, one));
    library.clock.aheadMs += 61_000;
    const late = new AbortController();
    const submitted: string[] = [];
    const submit: FinderDeps["runner"]["submit"] = async (_pipeline, { id }) => {
      submitted.push(id);
      late.abort(new LociError("deadline_exceeded", "It took too long."));
    };
    const looking = findUnfinished({ ...desk.finder, runner: { ...desk.runner, submit } }, late.signal);
    await expect(looking).rejects.toMatchObject({ code: "deadline_exceeded" });
    expect(submitted).toHaveLength(1);

    const orphan = `originals/${ctx}/document:none/1`;
    await library.objects.put(orphan, bytesOf("left"));
    for (const at of [1, 2, 3]) {
      let asked = 0;
      const tooLate = new AbortController();
      // At the first look at all contexts, at the one at a context, and while a key's document is looked for.
      const keys: FinderDeps["objects"]["list"] = async function* (prefix) {
        if (++asked === [1, 4, 5][at - 1]) tooLate.abort(new LociError("deadline_exceeded", "It took too long."));
        yield* library.objects.list(prefix);
      };
      const dropping = dropOrphans({ ...desk.finder, objects: { ...library.objects, list: keys } }, tooLate.signal);
      await expect(dropping).rejects.toMatchObject({ code: "deadline_exceeded" });
    }
    expect(await stored(library, ctx)).toContain(orphan);
    await dropOrphans(desk.finder, new AbortController().signal);
    expect(await stored(library, ctx)).not.toContain(orphan);
  });

  it("is dropped a day later, unless a document has it", async () => {
    const ctx = library.context();
    const noMove = await openDesk(library, {
      service: { objects: { ...library.objects, move: () => Promise.reject(new LociError("unavailable", "The disk is full.")) } },
    });
    const unmoved = await noMove.service.upload(parts(text), caller(ctx));
    const kept = await upload(ctx, `${text} Still.`);
    const second = await upload(ctx, `${text} Again.`);
    await upload(ctx, `${text} Anew.`, { documentId: second.id });
    const gone = await upload(ctx, `${text} No more.`);
    await library.graph.deleteDocument({ id: gone.id, operation: null, replies: [], purge: false, dryRun: false }, caller(ctx));
    for (const key of [
      `originals/${ctx}/${second.id}/1`,
      `parsed/${ctx}/${gone.id}/1`,
      `incoming/${ctx}/01hzzzzzzzzzzzzzzzzzzzzzzz`,
    ]) {
      await library.objects.put(key, bytesOf("left"));
    }
    const { documents } = await library.graph.listDocuments({ status: "", mimeType: "", page: 0, pageSize: 9 }, own(ctx));
    const waiting = documents.find((one) => one.id === unmoved.id)?.originalKey ?? "";
    await dropOrphans(desk.finder);
    library.clock.aheadMs += 25 * 3_600_000;
    await dropOrphans(desk.finder);
    expect(await stored(library, ctx)).toEqual(
      [waiting, `originals/${ctx}/${kept.id}/1`, `originals/${ctx}/${second.id}/2`].sort(),
    );
    const [, ...pieces] = await all(desk.service.downloadOriginal({ id: unmoved.id }, caller(ctx)));
    expect(Buffer.concat(pieces.map((piece) => piece.bytes)).toString()).toBe(text);
  });
});

describe("an export of originals", () => {
  const big = Buffer.alloc(900 * 1024, "0123456789 ");

  async function exported(ctx: string) {
    const lines = (await all(desk.service.exportOriginals({ contextId: "" }, caller(ctx)))).flatMap((one) => one.lines);
    return lines;
  }
  const sent = (...lines: string[]) => each([{ contextId: "", lines, firstLine: 1, embedding: null, complete: false }]);

  it("in pieces of half a mebibyte comes back as it was", async () => {
    const ctx = library.context();
    const first = await upload(ctx, big, { filename: "big.txt" });
    const empty = await upload(ctx, "", { filename: "empty.txt" });
    const lines = await exported(ctx);
    expect(lines).toHaveLength(4);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(513 * 1024);
    const before = await stored(library, ctx);
    await library.objects.delete(before);
    const answer = await desk.service.importOriginals(sent(...lines), caller(ctx));
    expect(answer).toMatchObject({ imported: { original: 2 }, skipped: { original: 0 } });
    expect(await stored(library, ctx)).toEqual(before);
    const [, ...pieces] = await all(desk.service.downloadOriginal({ id: first.id }, caller(ctx)));
    expect(Buffer.concat(pieces.map((piece) => piece.bytes)).equals(big)).toBe(true);
    await desk.service.deleteDocument({ id: empty.id, operation: null, replies: [], purge: false, dryRun: false }, caller(ctx));
    await desk.service.deleteDocument({ id: first.id, operation: null, replies: [], purge: false, dryRun: false }, caller(ctx));
    expect(await exported(ctx)).toEqual([]);
    expect(await desk.service.importOriginals(sent(...lines), caller(ctx))).toMatchObject({
      imported: { original: 0 },
      skipped: { original: 2 },
    });
  });

  it("is refused back where the context is another's by the time that it is stored, and leaves nothing behind", async () => {
    const ctx = library.context();
    await upload(ctx, text);
    const lines = await exported(ctx);
    await library.objects.delete(await stored(library, ctx));
    const createdAt = ["first", "second"];
    const getContext: IngestDeps["auth"]["getContext"] = async ({ contextId: id }) => ({
      ...{ id, displayName: id, configJson: "", policyJson: "", owner: "" },
      createdAt: createdAt.shift() ?? "",
    });
    const auth = { findUnregistered: async () => ({ paths: [] }), getContext };
    const slow = await openDesk(library, { service: { auth } });
    const storing = slow.service.importOriginals(sent(...lines), caller(ctx));
    await expect(storing).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await stored(library, ctx)).toEqual([]);
  });

  it("is refused back where a piece is missing, changed or none", async () => {
    const ctx = library.context();
    await upload(ctx, big, { filename: "big.txt" });
    const [one = "", two = "", three = ""] = await exported(ctx);
    const changed = two.replace(/"base64":"..../, '"base64":"AAAA');
    for (const lines of [[one, three], [two], [one, two], [one, changed, three], ["{}"], ["no JSON"]]) {
      await expect(desk.service.importOriginals(sent(...lines), caller(ctx))).rejects.toMatchObject({ code: "invalid" });
    }
    expect(await stored(library, ctx)).toHaveLength(1);
    expect(await exported(ctx)).toEqual([one, two, three]);
  });

  it("needs the management of the whole context, or Loci itself", async () => {
    const ctx = library.context();
    await upload(ctx, text);
    for (const region of [[], ["org/a"]]) {
      const call = caller(ctx, { ...everything, "grant:manage": region });
      await expect(all(desk.service.exportOriginals({ contextId: "" }, call))).rejects.toMatchObject({ code: "forbidden" });
      await expect(desk.service.importOriginals(sent(), call)).rejects.toMatchObject({ code: "forbidden" });
    }
    const manager = caller(ctx, { "grant:manage": ["/"] });
    await expect(all(desk.service.exportOriginals({ contextId: "" }, manager))).rejects.toMatchObject({ code: "forbidden" });
    await expect(desk.service.importOriginals(sent(), manager)).rejects.toMatchObject({ code: "forbidden" });
    expect(await all(desk.service.exportOriginals({ contextId: ctx }, own("")))).toHaveLength(1);
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function* each(requests: readonly graph.ImportLine[]): AsyncGenerator<graph.ImportLine> {
  yield* requests;
}

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
