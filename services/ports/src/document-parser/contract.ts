import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LociError, type ErrorCode } from "@loci/kernel";
import type { DocumentParser, FileToParse, ParsedDocument } from "./port.ts";

/** A document and what must be read from it. */
export interface SampleDocument extends FileToParse {
  readonly title: string;
  /** Of its sections, "" for one without, in order. */
  readonly headings: readonly string[];
  readonly pages: number;
  /** Lines of the text, in order. */
  readonly lines: readonly string[];
}

/** A file that must be refused. */
export interface RefusedFile extends FileToParse {
  readonly name: string;
  readonly code: ErrorCode;
  /** What the message says. */
  readonly says: RegExp;
}

export interface DocumentParserContractOptions {
  /** One for each media type at least. */
  readonly samples: readonly SampleDocument[];
  readonly refused: readonly RefusedFile[];
}

/** What every DocumentParser adapter must do. */
export function documentParserContract(
  name: string,
  make: () => DocumentParser,
  { samples, refused }: DocumentParserContractOptions,
): void {
  describe(`${name} as a document parser`, () => {
    let parser: DocumentParser;
    beforeAll(() => {
      parser = make();
    });
    afterAll(() => parser.close());

    const bytes = (text: string) => new TextEncoder().encode(text);
    const refusal = async (file: FileToParse, signal?: AbortSignal) => {
      const thrown: unknown = await parser.parse(file, signal).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(LociError);
      return LociError.from(thrown);
    };

    it("reads a sample of each media type that it names", () => {
      expect(samples.map(({ mediaType }) => mediaType)).toEqual(expect.arrayContaining([...parser.mediaTypes]));
    });

    for (const sample of samples) {
      it(`reads ${sample.filename}: title, sections, pages and text`, async () => {
        const document = await parser.parse(sample);
        expect(document.mediaType).toBe(sample.mediaType);
        expect(document.title).toBe(sample.title);
        expect(document.sections.map(({ heading }) => heading)).toEqual(sample.headings);
        expect(document.pages).toBe(sample.pages);
        expectInOrder(document.text.split("\n"), sample.lines);
        expectNormalForm(document);
        expectSectionsToCover(document);
      });

      it(`finds out what ${sample.filename} is where it is not declared`, async () => {
        const document = await parser.parse({ ...sample, mediaType: "application/octet-stream" });
        expect(document).toEqual(await parser.parse(sample));
      });
    }

    for (const file of refused) {
      it(`refuses ${file.name} with \`${file.code}\`, and reads the next document`, async () => {
        const { code, message } = await refusal(file);
        expect(message).toMatch(file.says);
        expect(code).toBe(file.code);
        await expect(parser.parse({ bytes: bytes("bread"), mediaType: "text/plain", filename: "" })).resolves.toMatchObject({
          text: "bread",
        });
      });
    }

    it("refuses a file without bytes, and one without text, with `invalid`", async () => {
      for (const text of ["", " \n\t\n "]) {
        const { code, message } = await refusal({ bytes: bytes(text), mediaType: "text/plain", filename: "a.txt" });
        expect({ code, message }).toEqual({ code: "invalid", message: expect.stringContaining("is empty") });
      }
    });

    it("refuses a media type that it does not read", async () => {
      const { code, message } = await refusal({ bytes: bytes("x"), mediaType: "video/mp4", filename: "a.txt" });
      expect({ code, message }).toEqual({ code: "unsupported_media_type", message: expect.stringContaining("video/mp4") });
    });

    it("takes a declaration in any case, with parameters", async () => {
      const file = { bytes: new Uint8Array([0x63, 0x61, 0x66, 0xe9]), filename: "" };
      await expect(parser.parse({ ...file, mediaType: "Text/Plain; charset=ISO-8859-1" })).resolves.toMatchObject({
        text: "café",
      });
    });

    it("brings any text into normal form", async () => {
      const raw = "\uFEFFcafe\u0301\u0000\u0007 one\r\n\r\n\r\n\u2028two\rthree \t \n\n\n";
      const document = await parser.parse({ bytes: bytes(raw), mediaType: "text/plain", filename: "" });
      expect(document.text).toBe("café one\n\ntwo\nthree");
      expectNormalForm(document);
    });

    it("leaves the caller's bytes as they are, and reads a part of a larger buffer", async () => {
      const whole = bytes("before inside after");
      const copy = whole.slice();
      const part = await parser.parse({ bytes: whole.subarray(7, 13), mediaType: "text/plain", filename: "" });
      expect(part.text).toBe("inside");
      expect(whole).toEqual(copy);
    });

    it("answers each of many that ask at once", async () => {
      const texts = Array.from({ length: 20 }, (_, i) => `document ${i}`);
      const documents = texts.map((text) => parser.parse({ bytes: bytes(text), mediaType: "text/plain", filename: "" }));
      expect((await Promise.all(documents)).map(({ text }) => text)).toEqual(texts);
    });

    it("refuses with `cancelled` where the caller has gone, before or meanwhile, and goes on", async () => {
      const file = { bytes: bytes("bread"), mediaType: "text/plain", filename: "" };
      expect((await refusal(file, AbortSignal.abort())).code).toBe("cancelled");
      const controllers = [new AbortController(), new AbortController()];
      const refusals = controllers.map(({ signal }) => refusal(file, signal));
      for (const controller of controllers) controller.abort();
      expect((await Promise.all(refusals)).map(({ code }) => code)).toEqual(["cancelled", "cancelled"]);
      await expect(parser.parse(file)).resolves.toMatchObject({ text: "bread" });
    });

    it("is of no more use once it is closed", async () => {
      const closed = make();
      await closed.close();
      await closed.close();
      await expect(closed.parse({ bytes: bytes("x"), mediaType: "text/plain", filename: "" })).rejects.toMatchObject({
        code: "unavailable",
      });
    });
  });
}

function expectInOrder(lines: readonly string[], expected: readonly string[]): void {
  let from = 0;
  for (const line of expected) {
    const at = lines.indexOf(line, from);
    // Shown whole where it is missing.
    if (at < 0) expect(lines.slice(from)).toContain(line);
    from = at + 1;
  }
}

function expectNormalForm({ text, title, sections }: ParsedDocument): void {
  for (const value of [text, title, ...sections.map(({ heading }) => heading)]) {
    expect(value).toBe(value.normalize("NFC"));
    expect(value.isWellFormed()).toBe(true);
    expect(value).not.toMatch(/[\p{Cc}--\n]/v);
  }
  expect(text).not.toBe("");
  expect(text).not.toMatch(/\n{3}|[^\S\n]\n|^\n|\s$/);
}

function expectSectionsToCover({ text, sections, pages }: ParsedDocument): void {
  expect(sections[0]?.start).toBe(0);
  expect(sections.at(-1)?.end).toBe(text.length);
  sections.forEach((section, i) => {
    expect(section.start).toBe(i === 0 ? 0 : sections[i - 1]?.end);
    expect(section.end).toBeGreaterThan(section.start);
    expect(section.level > 0).toBe(section.heading !== "");
    if (section.heading !== "") expect(text.slice(section.start, section.end).split("\n")[0]).toBe(section.heading);
    expect(section.page).toBeGreaterThanOrEqual(pages === 0 ? 0 : 1);
    expect(section.page).toBeLessThanOrEqual(pages);
    expect(section.page).toBeGreaterThanOrEqual(sections[i - 1]?.page ?? 0);
  });
}
