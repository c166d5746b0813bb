import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { serviceDefinition } from "@loci/protos/grpc";
import type { Call } from "@loci/platform/call";
import type { graph, GraphService } from "@loci/protos";
import { chunkDocument } from "./chunk-document.ts";
import { caller, openDesk, openLibrary, parts as uploadParts, type DeskOptions, type Library } from "./testing/library.ts";

let library: Library;
beforeAll(async () => void (library = await openLibrary()));
afterAll(() => library.close());

const version = { id: "document:1", version: 3 };
const bytesOf = (part: graph.WriteSectionsPart) => serviceDefinition("graph")["WriteSections"]?.requestSerialize(part).length ?? 0;

async function partsOf(text: string, sections: Parameters<typeof chunkDocument>[1]["sections"]) {
  const made: graph.WriteSectionsPart[] = [];
  for await (const part of chunkDocument(version, { text, sections }, new AbortController().signal)) made.push(part);
  return made;
}

/** @param heading what each is called, with its number behind */
function evenSections(text: string, count: number, heading = "") {
  const length = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, i) => {
    return { heading: `${heading}${i}`, level: 1, start: i * length, end: Math.min(text.length, (i + 1) * length), page: i };
  });
}

describe("a document's cut", () => {
  it.each([
    ["in Latin letters", "Ana lives in Oslo. ".repeat(70_000), 40],
    ["in a script of three bytes a letter", "\u6771\u4EAC".repeat(700_000), 1],
    ["with many long headings", "word. ".repeat(30_000), 5_000],
  ])("goes in parts of two megabytes at most, in order and whole: %s", async (_what, text, count) => {
    const sections = evenSections(text, count, "\u6771".repeat(500));
    const made = await partsOf(text, sections);
    expect(made.length).toBeGreaterThan(2);
    expect(Math.max(...made.map(bytesOf))).toBeLessThan(2_000_000);
    expect(new Set(made.map(({ documentId }) => documentId))).toEqual(new Set([version.id]));
    expect(made.flatMap((part) => part.sections.map(({ page }) => page))).toEqual(sections.map(({ page }) => page));
    const chunks = made.flatMap((part) => part.chunks);
    expect(
      chunks
        .map(({ text: content }) => content)
        .join("")
        .replace(/\s/g, ""),
    ).toBe(text.replace(/\s/g, ""));
    expect(made.map(({ more }) => more)).toEqual([...made.slice(1).map(() => true), false]);
    let known = 0;
    for (const part of made) {
      known += part.sections.length;
      for (const { section } of part.chunks) expect(section).toBeLessThan(known);
    }
  });

  it("of a document without text is one part", async () => {
    expect(await partsOf("", [])).toEqual([{ documentId: version.id, version: 3, sections: [], chunks: [], more: false }]);
  });

  it("of too many sections is refused before there is a part", async () => {
    await expect(partsOf("x".repeat(20_001), evenSections("x".repeat(20_001), 20_001))).rejects.toMatchObject({
      code: "too_large",
    });
  });
});

describe("a process that dies between two parts of a cut", () => {
  const sentence = (i: number) => `Ana Number${i} works for Acme, and so do the other ${i} people of team ${i}.`;
  const long = Array.from({ length: 8_000 }, (_, i) => sentence(i)).join("\n\n");

  /** A process at work whose calls of writeSections pass through `through`. */
  async function begun(through: (parts: AsyncIterable<graph.WriteSectionsPart>) => AsyncIterable<graph.WriteSectionsPart>) {
    const writeSections: GraphService<Call>["writeSections"] = (parts, call) => library.graph.writeSections(through(parts), call);
    const options: DeskOptions = { limits: { maxExtractedChunks: 0 }, graph: { writeSections } };
    const desk = await openDesk(library, options);
    await desk.start();
    return desk;
  }

  it("leaves nothing of it, and the next process stores the whole", async () => {
    const ctx = library.context();
    const died = Promise.withResolvers<undefined>();
    const dying = await begun(async function* (parts) {
      for await (const part of parts) {
        yield part;
        died.resolve(undefined);
        await new Promise<never>(() => undefined);
      }
    });
    const { id } = await dying.service.upload(uploadParts(long, { filename: "long.txt" }), caller(ctx));
    await died.promise;
    await dying.runner.close(0);
    const page = (number: number) => library.graph.listChunks({ documentId: id, page: number, pageSize: 200 }, caller(ctx));
    expect(await page(0)).toEqual({ chunks: [], total: 0 });

    const sent: string[][] = [];
    const all = Promise.withResolvers<undefined>();
    const next = await begun(async function* (parts) {
      for await (const part of parts) {
        sent.push(part.chunks.map(({ text }) => text));
        yield part;
      }
      all.resolve(undefined);
    });
    // A long cut is stored in runs: it is whole when as much is stored as was sent.
    await all.promise;
    while ((await page(0)).total < sent.flat().length) await new Promise((resolve) => setTimeout(resolve, 20));
    await next.runner.close(0);
    expect(sent.length).toBeGreaterThan(1);
    const { total } = await page(0);
    const stored: string[] = [];
    for (let number = 0; stored.length < total; number++) stored.push(...(await page(number)).chunks.map(({ text }) => text));
    expect(stored).toEqual(sent.flat());
    expect(stored.join("\n\n")).toBe(long);
  });
});
