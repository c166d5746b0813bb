import { identifier, sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { forgetChunks } from "../store/documents-forget.ts";
import { cut, cutPart, document, vector, type Cut } from "../testing/documents.ts";
import { caller, loci, openRoom, type Room } from "../testing/room.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const code = (expected: string) => expect.objectContaining({ code: expected });
const rows = (ctx: string, table: string) =>
  room.database.inContext(ctx, (tx) =>
    tx.query(sql`select * from graph.${identifier(table)} where ctx = ${ctx} order by position`),
  );
const create = async (ctx: string, over: Partial<graph.CreateDocumentRequest> = {}) =>
  (await room.service.createDocument(document(over), caller(ctx))).document?.id ?? "";
const write = async (ctx: string, parts: AsyncIterable<graph.WriteSectionsPart>) =>
  (await room.service.writeSections(parts, loci(ctx))).chunkIds;
const embed = (ctx: string, documentId: string, chunkIds: string[], version = 1) => {
  const embeddings = chunkIds.map((_, i) => vector(1, i));
  return room.service.writeChunkEmbeddings({ documentId, version, chunkIds, embeddings }, loci(ctx));
};
const textsOf = async (ctx: string, documentId: string) =>
  (await room.service.listChunks({ documentId, page: 0, pageSize: 0 }, caller(ctx))).chunks.map((chunk) => chunk.text);

const guide: Cut = [
  { heading: "Guide", chunks: ["Guide. How it begins.", "And goes on."] },
  { heading: "Setup", level: 2, chunks: ["Setup. Unpack the box."] },
  { heading: "End", chunks: [] },
];

/** The same cut, each section and each chunk in a part of its own. */
async function* pieces(documentId: string, version: number, sections: Cut): AsyncGenerator<graph.WriteSectionsPart> {
  const whole = cutPart(documentId, version, sections);
  for (const [i, section] of whole.sections.entries()) {
    yield { ...whole, sections: [section], chunks: [], more: true };
    for (const chunk of whole.chunks.filter((one) => one.section === i))
      yield { ...whole, sections: [], chunks: [chunk], more: true };
  }
  yield { ...whole, sections: [], chunks: [] };
}

async function* breakingOff(parts: AsyncIterable<graph.WriteSectionsPart>, after: number, meanwhile: () => Promise<void>) {
  let sent = 0;
  for await (const part of parts) {
    if (sent++ === after) break;
    yield part;
  }
  await meanwhile();
  throw new Error("the sender was killed");
}

describe("a cut in parts", () => {
  it("is stored as the same cut in one part is, and again with the same ids", async () => {
    const ctx = room.context();
    const [inOne, inMany] = [await create(ctx), await create(ctx)];
    await write(ctx, cut(inOne, 1, guide));
    const chunkIds = await write(ctx, pieces(inMany, 1, guide));
    expect(await write(ctx, pieces(inMany, 1, guide))).toEqual(chunkIds);
    for (const table of ["section", "chunk"]) {
      const of = async (id: string) =>
        (await rows(ctx, table))
          .filter((row) => row["document_id"] === id)
          .map(({ position, path, text, level, char_start, char_end, page }) => {
            return { position, path, text, level, char_start, char_end, page };
          });
      expect(await of(inMany)).toEqual(await of(inOne));
    }
    const sections = new Set((await rows(ctx, "chunk")).map((row) => row["section_id"]));
    expect(sections.size).toBe(4);
  });

  it("changes nothing where it breaks off; meanwhile and afterwards the version before is whole, and another try has its effect", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    await embed(ctx, id, await write(ctx, cut(id, 1, guide)));
    await create(ctx, { id });
    const before = { sections: await rows(ctx, "section"), chunks: await rows(ctx, "chunk") };
    const { revision } = await room.service.head({}, caller(ctx));
    const next: Cut = [{ heading: "New", chunks: ["Other words.", "And more of them."] }];
    let seen: string[] = [];
    for (const after of [0, 1, 2]) {
      const look = async () => void (seen = await textsOf(ctx, id));
      await expect(write(ctx, breakingOff(pieces(id, 2, next), after, look))).rejects.toThrow("the sender was killed");
      expect(seen).toEqual(["Guide. How it begins.", "And goes on.", "Setup. Unpack the box."]);
      expect({ sections: await rows(ctx, "section"), chunks: await rows(ctx, "chunk") }).toEqual(before);
      expect((await room.service.head({}, caller(ctx))).revision).toBe(revision);
    }
    await write(ctx, pieces(id, 2, next));
    expect(await textsOf(ctx, id)).toEqual(["Other words.", "And more of them."]);
    expect((await rows(ctx, "section")).map((row) => row["heading"])).toEqual(["New"]);
  });

  it("changes nothing where it ends without its last part, as the stream of a sender that was lost may", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    await write(ctx, cut(id, 1, guide));
    const before = await rows(ctx, "chunk");
    const ending = async function* () {
      for await (const part of pieces(id, 1, [{ heading: "New", chunks: ["Other words."] }])) if (part.more) yield part;
    };
    await expect(write(ctx, ending())).rejects.toEqual(code("unavailable"));
    expect(await rows(ctx, "chunk")).toEqual(before);
  });

  it("lets others write in its context while its parts are awaited", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    let made = "";
    const parts = async function* () {
      const whole = cutPart(id, 1, guide);
      yield { ...whole, chunks: [], more: true };
      made = await create(ctx);
      yield { ...whole, sections: [] };
    };
    expect(await write(ctx, parts())).toHaveLength(3);
    expect(made).toMatch(/^document:/);
  });

  it("is refused to whoever is not Loci itself before a part is read", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    let asked = 0;
    const parts = async function* () {
      asked++;
      yield cutPart(id, 1, guide);
    };
    await expect(room.service.writeSections(parts(), caller(ctx))).rejects.toEqual(code("forbidden"));
    expect(asked).toBe(0);
  });

  it("is refused without a part, of two documents, with a chunk before its section, with too much of anything", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    const sent = async function* (...parts: readonly graph.WriteSectionsPart[]) {
      for (const part of parts) yield part;
    };
    const part = cutPart(id, 1, guide);
    const only = { ...part, chunks: [] };
    await expect(write(ctx, sent())).rejects.toEqual(code("invalid"));
    await expect(write(ctx, sent(part, { ...part, version: 2 }))).rejects.toEqual(code("invalid"));
    await expect(write(ctx, sent({ ...part, sections: [] }, only))).rejects.toMatchObject({
      code: "invalid",
      fields: [expect.objectContaining({ pointer: "/chunks/0/section" })],
    });
    const [section] = part.sections;
    if (section === undefined) throw new Error("no section");
    const many = { ...part, sections: Array.from({ length: 10_001 }, () => section), chunks: [] };
    await expect(write(ctx, sent(many, many))).rejects.toEqual(code("too_large"));
    const [chunk] = part.chunks;
    if (chunk === undefined) throw new Error("no chunk");
    const long = { ...chunk, text: "x".repeat(16_000), signature: new Uint8Array() };
    const large = { ...part, sections: [], chunks: Array.from({ length: 1_100 }, () => long) };
    await expect(write(ctx, sent(only, large, large))).rejects.toEqual(code("too_large"));
    expect(await rows(ctx, "chunk")).toEqual([]);
  });
});

describe("a cut of many chunks", () => {
  const many = (word: string): Cut => [
    { heading: "Many", chunks: Array.from({ length: 450 }, (_, i) => `${word} number ${i} weighs ${i * 7919} grams.`) },
  ];
  const texts = async (ctx: string, id: string) => {
    const pages = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((page) => room.service.listChunks({ documentId: id, page, pageSize: 200 }, caller(ctx))),
    );
    return pages.flatMap(({ chunks }) => chunks.map((chunk) => chunk.text));
  };
  /** Cut off as soon as it has stored something, but not all of it. */
  const writeUntilKilled = async (ctx: string, parts: AsyncIterable<graph.WriteSectionsPart>, word: string) => {
    const killed = new AbortController();
    const writing = room.service.writeSections(parts, { ...loci(ctx), signal: killed.signal });
    const stored = async () => (await rows(ctx, "chunk")).filter((row) => String(row["text"]).startsWith(word)).length;
    while ((await stored()) === 0) await new Promise((go) => setTimeout(go, 1));
    killed.abort(new Error("the process was killed"));
    await expect(writing).rejects.toThrow();
    return stored();
  };

  it("lets others in while it is stored", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    const writing = write(ctx, cut(id, 1, many("Part")));
    const seen = new Set<number>();
    while (!seen.has(450)) seen.add((await rows(ctx, "chunk")).length);
    await writing;
    expect(seen.size).toBeGreaterThan(3);
    expect(await texts(ctx, id)).toHaveLength(450);
  });

  it("is whole after another try, when the first was killed in between, and what was stored keeps its ids", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    expect(await writeUntilKilled(ctx, cut(id, 1, many("Part")), "Part")).toBeLessThan(450);
    const before = (await rows(ctx, "chunk")).map((row) => row["id"]);
    const chunkIds = await write(ctx, cut(id, 1, many("Part")));
    expect(chunkIds).toEqual(expect.arrayContaining(before));
    expect(await texts(ctx, id)).toEqual(many("Part")[0]?.chunks);
    expect((await rows(ctx, "section")).map((row) => row["heading"])).toEqual(["Many"]);
  });

  it("takes nothing of the version before away until all of its own is stored", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    await write(ctx, cut(id, 1, many("Part")));
    await create(ctx, { id });
    await writeUntilKilled(ctx, cut(id, 2, many("Piece")), "Piece");
    expect(await texts(ctx, id)).toEqual(expect.arrayContaining([...(many("Part")[0]?.chunks ?? [])]));
    await write(ctx, cut(id, 2, many("Piece")));
    expect(await texts(ctx, id)).toEqual(many("Piece")[0]?.chunks);
  });

  it("ends where its document is deleted meanwhile, and leaves nothing of it to be found", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    const writing = write(ctx, cut(id, 1, many("Part")));
    while ((await rows(ctx, "chunk")).length === 0) await new Promise((go) => setTimeout(go, 1));
    const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
    await room.service.deleteDocument({ id, purge: true, dryRun: false, operation: null, replies: [] }, caller(ctx, all));
    await expect(writing).rejects.toEqual(code("conflict"));
    expect(await rows(ctx, "chunk")).toEqual([]);
  });
});

describe("what was forgotten of a document", () => {
  it("does not come back as the opening of its section when the document is cut again", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    const [first = "", ...rest] = await write(ctx, cut(id, 1, guide));
    await embed(ctx, id, [first, ...rest]);
    await room.database.inContext(ctx, (tx) => forgetChunks(tx, ctx, [first], { purge: false, now: "2030-01-01T00:00:00.000Z" }));
    const openings = async () => (await rows(ctx, "section")).map((row) => row["text"]);
    const left = await openings();
    expect(left.join()).not.toContain("Guide");
    await create(ctx, { id });
    await write(ctx, cut(id, 2, guide));
    expect((await openings()).join()).not.toContain("Guide");
    expect((await rows(ctx, "section")).map((row) => row["path"]).join()).not.toContain("Guide");
    expect(await textsOf(ctx, id)).toEqual(["And goes on.", "Setup. Unpack the box."]);
  });
});

describe("a cut of very many headings", () => {
  const words = (i: number) => Array.from({ length: 60 }, (_, k) => `w${i}x${k}ing`).join(" ");
  const headings = Array.from({ length: 3_000 }, (_, i) => ({ heading: words(i), chunks: [] }));

  it("holds up nothing else while they are read", async () => {
    const ctx = room.context();
    const id = await create(ctx);
    const begun = process.threadCpuUsage();
    const spent = () => process.threadCpuUsage(begun).user;
    let [longest, last] = [0, 0];
    const looks = setInterval(() => {
      longest = Math.max(longest, spent() - last);
      last = spent();
    }, 1);
    await write(ctx, cut(id, 1, headings));
    clearInterval(looks);
    expect(longest).toBeLessThan(spent() / 4);
  });
});
