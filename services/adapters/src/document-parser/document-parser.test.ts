import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { DocumentParser } from "@loci/ports/document-parser";
import { documentParserContract, type RefusedFile, type SampleDocument } from "@loci/ports/document-parser/contract";
import { createDocumentParser } from "./index.ts";
import { mediaTypes } from "./media-types.ts";
import {
  docxOf,
  emlOf,
  encryptedOfficeDocument,
  pdfBomb,
  pdfOf,
  pdfWithoutText,
  pngBytes,
  pptxOf,
  textBytes,
  xlsxOf,
  zipBomb,
  zipOf,
} from "./testing/documents.ts";

const [pdf = "", docx = "", pptx = "", xlsx = "", html = "", markdown = "", csv = "", json = "", eml = "", plain = ""] = mediaTypes;

const samples: SampleDocument[] = [
  {
    mediaType: pdf,
    filename: "report.pdf",
    bytes: pdfOf(
      ["# Report\n\nThe garden is wa-\ntered daily, by\nthe gardener.", "## Costs\n\nWater (all of it) costs 12.", "A third page."],
      {
        title: "Yearly report",
        header: "Acme Ltd",
        footer: "Page # of 3",
      },
    ),
    title: "Yearly report",
    headings: ["Report", "Costs"],
    pages: 3,
    lines: ["Report", "The garden is watered daily, by the gardener.", "Costs", "Water (all of it) costs 12.", "A third page."],
  },
  {
    mediaType: docx,
    filename: "letter.docx",
    bytes: docxOf([
      { heading: "Plans", level: 1 },
      "Salt & pepper, 1 < 2.",
      { item: "first" },
      { item: "second" },
      {
        rows: [
          ["Name", "City", "Pet"],
          ["Anna", "Paris", "cat"],
        ],
      },
      {
        rows: [
          ["Owner", "Anna"],
          ["Keeper", "Bob"],
        ],
      },
      { heading: "Later", level: 2 },
      "The end.",
    ]),
    title: "Plans",
    headings: ["Plans", "Later"],
    pages: 0,
    lines: [
      "Plans",
      "Salt & pepper, 1 < 2.",
      "- first",
      "- second",
      "Name: Anna; City: Paris; Pet: cat",
      "Owner; Anna",
      "Later",
      "The end.",
    ],
  },
  {
    mediaType: pptx,
    filename: "talk.pptx",
    bytes: pptxOf(
      [{ title: "Opening", body: ["Hello", "World"], notes: "Smile." }, { body: ["A slide without a title"] }],
      "The talk",
    ),
    title: "The talk",
    headings: ["Opening", ""],
    pages: 2,
    lines: ["Opening", "Hello", "World", "Smile.", "A slide without a title"],
  },
  {
    mediaType: xlsx,
    filename: "staff.xlsx",
    bytes: xlsxOf([
      {
        name: "People",
        rows: [
          ["Staff of 2026"],
          [],
          ["Name", "Joined", "Share", "Active"],
          ["Anna", { number: 45_352, format: "date" }, { number: 0.25, format: "percent" }, true],
          ["Bob", undefined, 0.1 + 0.2],
        ],
      },
      { name: "Empty", rows: [] },
      { name: "Numbers", rows: [[1, 2]] },
    ]),
    title: "",
    headings: ["People", "Numbers"],
    pages: 3,
    lines: [
      "Staff of 2026",
      "Name: Anna; Joined: 2024-03-01; Share: 25%; Active: true",
      "Name: Bob; Share: 0.3",
      "Numbers",
      "1; 2",
    ],
  },
  {
    mediaType: html,
    filename: "page.html",
    bytes: textBytes(
      "<!doctype html><title>A &amp; B</title><nav>Home</nav><script>no</script><h1>Top</h1><p>Some <b>bo</b>ld<br>text" +
        "<p hidden>not<ul><li>x<ul><li>y</ul></ul><table><tr><th>N<th>V<tr><td>a<td>1</table>" +
        "<pre>if a:\n  b</pre><h3>Deep</h3>end",
    ),
    title: "A & B",
    headings: ["Top", "Deep"],
    pages: 0,
    lines: ["Top", "Some bold", "text", "- x", "- y", "N: a; V: 1", "if a:", "  b", "Deep", "end"],
  },
  {
    mediaType: markdown,
    filename: "notes.md",
    bytes: textBytes(
      "---\ntitle: 'Notes'\n---\nBefore.\n\n# One\n\nsome *soft*\nwords\n\n" +
        "| N | V |\n|---|---|\n| a | 1 |\n\nTwo\n---\n\n1. x\n2. y\n",
    ),
    title: "Notes",
    headings: ["", "One", "Two"],
    pages: 0,
    lines: ["Before.", "One", "some soft words", "N: a; V: 1", "Two", "- x", "- y"],
  },
  {
    mediaType: csv,
    filename: "people.csv",
    bytes: textBytes('Name;City\r\nAnna;"Paris; France"\r\n"Bob ""B""";\r\n'),
    title: "",
    headings: [""],
    pages: 0,
    lines: ["Name: Anna; City: Paris; France", 'Name: Bob "B"'],
  },
  {
    mediaType: json,
    filename: "data.json",
    bytes: textBytes(
      JSON.stringify({
        title: "Data",
        user: { name: "Anna", tags: ["x", "y"], home: { city: "Rome" } },
        rows: [{ id: 1 }, { id: null }],
      }),
    ),
    title: "Data",
    headings: [""],
    pages: 0,
    lines: ["title: Data", "user: name: Anna; tags: x, y", "user.home: city: Rome", "rows[0]: id: 1", "rows[1]: id: null"],
  },
  {
    mediaType: eml,
    filename: "mail.eml",
    bytes: emlOf({
      subject: "=?utf-8?q?Caf=C3=A9?=",
      from: "Anna <anna@example.org>",
      to: "bob@example.org",
      date: "Mon, 2 Mar 2026 10:00:00 +0100",
      text: "Hello Bob,\r\n\r\nsee you.",
      html: "<p>Not this</p>",
      attachments: [{ name: "map.pdf", content: "%PDF-" }],
    }),
    title: "Café",
    headings: ["Café"],
    pages: 0,
    lines: [
      "From: Anna <anna@example.org>",
      "To: bob@example.org",
      "Date: Mon, 2 Mar 2026 10:00:00 +0100",
      "Hello Bob,",
      "see you.",
      "Attachments: map.pdf",
    ],
  },
  {
    mediaType: plain,
    filename: "poem.txt",
    bytes: textBytes("BM is no image\n  indented   here\n\n\n\nlast\n"),
    title: "",
    headings: [""],
    pages: 0,
    lines: ["BM is no image", "  indented   here", "last"],
  },
];

const file = (name: string, bytes: Uint8Array, mediaType: string, code: RefusedFile["code"], says: RegExp): RefusedFile => ({
  name,
  bytes,
  mediaType,
  filename: "",
  code,
  says,
});
const aPdf = pdfOf(["Bread."]);
const refused: RefusedFile[] = [
  file("an encrypted PDF", pdfOf(["secret"], { password: "x" }), pdf, "invalid", /is encrypted/),
  file("an encrypted office document", encryptedOfficeDocument(), docx, "invalid", /is encrypted/),
  file(
    "an encrypted zip entry",
    zipOf([{ path: "word/document.xml", content: "x", encrypted: true }]),
    docx,
    "invalid",
    /is encrypted/,
  ),
  file("a broken PDF", textBytes("%PDF-1.4\nnothing"), pdf, "invalid", /PDF is broken/),
  file("half a Word document", docxOf(["Bread"]).subarray(0, 200), docx, "invalid", /is broken/),
  file("a text of headings only", textBytes("# a\n".repeat(20_001)), "text/markdown", "too_large", /more than 20000 sections/),
  file("a PDF of images only", pdfWithoutText(), pdf, "invalid", /is empty/),
  file("JSON that is none", textBytes("{nope"), json, "invalid", /JSON is broken/),
  file("JSON that is nested without end", textBytes("[".repeat(5000) + "]".repeat(5000)), json, "invalid", /levels deep/),
  file("a mail that is none", textBytes("just words"), eml, "invalid", /mail is broken/),
  file(
    "a zip that is declared a PDF",
    zipOf([{ path: "a.txt", content: "x" }]),
    pdf,
    "unsupported_media_type",
    /declared as application\/pdf, but it is application\/zip/,
  ),
  file("text that is declared a PDF", textBytes("bread"), pdf, "unsupported_media_type", /but it is text/),
  file("an image that is declared a PDF", pngBytes(), pdf, "unsupported_media_type", /but it is image\/png/),
  file("a PDF that is declared text", aPdf, plain, "unsupported_media_type", /declared as text\/plain, but it is application\/pdf/),
  file("a workbook that is declared a document", xlsxOf([]), docx, "unsupported_media_type", /but it is .*spreadsheetml/),
  file("an image without a declaration", pngBytes(), "", "unsupported_media_type", /is image\/png/),
  file("RTF", textBytes("{\\rtf1 bread}"), "", "unsupported_media_type", /rtf/),
  file("a zip bomb that says how large it is", zipBomb(64 * 1024 * 1024), docx, "too_large", /unpacks to more/),
  file("a zip bomb that lies", zipBomb(64 * 1024 * 1024, 1000), "", "too_large", /unpacks to more/),
  file(
    "a zip of too many files",
    zipOf(Array.from({ length: 300 }, (_, i) => ({ path: `${i}`, content: "" }))),
    "",
    "too_large",
    /more than 200 files/,
  ),
  file("a text that is too long", textBytes("bread ".repeat(500_000)), plain, "too_large", /more than 2000000 characters/),
];

documentParserContract(
  "The parser",
  () => createDocumentParser({ maxUnpackedBytes: 16 * 1024 * 1024, maxEntries: 200, maxCharacters: 2_000_000 }),
  { samples, refused },
);

describe("The parsing process", () => {
  let parser: DocumentParser;
  beforeAll(() => {
    parser = createDocumentParser({ memoryMiB: 192 });
  });
  afterAll(() => parser.close());
  const bread = { bytes: textBytes("bread"), mediaType: "", filename: "" };

  it("is ended where its heap is full, and another reads on", async () => {
    const bytes = textBytes(`[${"[1.5],".repeat(3_000_000)}1]`);
    await expect(parser.parse({ bytes, mediaType: json, filename: "" })).rejects.toMatchObject({ code: "too_large" });
    await expect(parser.parse(bread)).resolves.toMatchObject({ text: "bread" });
  });

  it("is ended where it takes too much outside its heap", async () => {
    await expect(parser.parse({ bytes: pdfBomb(200_000_000), mediaType: pdf, filename: "" })).rejects.toMatchObject({
      code: "too_large",
    });
    await expect(parser.parse(bread)).resolves.toMatchObject({ text: "bread" });
  });

  it("takes no more memory than is configured, in its heap or outside of it", async () => {
    const strict = createDocumentParser({ memoryMiB: 256 });
    // Some 450 MiB, once what is packed is unpacked.
    await expect(strict.parse({ bytes: pdfBomb(150_000_000), mediaType: pdf, filename: "" })).rejects.toMatchObject({
      code: "too_large",
    });
    await strict.close();
  });

  it("reads nesting and repetition in a time that grows as the document does", async () => {
    const page = (part: string) => ({ bytes: textBytes(`<p>x${part.repeat(1_000_000)}`), mediaType: html, filename: "" });
    await expect(parser.parse(page("<b>"))).rejects.toMatchObject({ code: "invalid", message: expect.stringContaining("nested") });
    const notes = (part: string) => ({ bytes: textBytes(`x ${part.repeat(20_000)}`), mediaType: markdown, filename: "" });
    for (const part of ["__A-", "*a", "![", "_a'", "[a]("]) await parser.parse(notes(part));
  });

  it("is ended where a document takes too long", async () => {
    const hasty = createDocumentParser({ timeoutMs: 60_000 });
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
    const refused = expect(hasty.parse(bread)).rejects.toMatchObject({
      code: "too_large",
      message: expect.stringContaining("longer than 60 s"),
    });
    // No answer of another process is read before the time is over.
    while (jest.getTimerCount() === 0) await Promise.resolve();
    jest.advanceTimersByTime(60_000);
    jest.useRealTimers();
    await refused;
    await hasty.close();
  });

  it("is ended when the caller's deadline passes meanwhile", async () => {
    const deadline = new AbortController();
    const refused = expect(parser.parse({ ...bread, bytes: aPdf }, deadline.signal)).rejects.toMatchObject({
      code: "deadline_exceeded",
    });
    await Promise.resolve();
    deadline.abort(new DOMException("The deadline has passed.", "TimeoutError"));
    await refused;
  });

  it("ends when idle; the next document starts another", async () => {
    const idle = createDocumentParser({ idleMs: 1 });
    await idle.parse(bread);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(idle.parse(bread)).resolves.toMatchObject({ text: "bread" });
    await idle.close();
  });

  it("expands no entity and fetches nothing that a document names", async () => {
    const xml =
      '<!DOCTYPE w [<!ENTITY a "boom"><!ENTITY b SYSTEM "file:///etc/passwd">]><w:document xmlns:w="w"><w:body>' +
      "<w:p><w:r><w:t>safe &a;&b;</w:t></w:r></w:p></w:body></w:document>";
    const { text } = await parser.parse({
      bytes: zipOf([{ path: "word/document.xml", content: xml }]),
      mediaType: "",
      filename: "",
    });
    expect(text).toBe("safe &a;&b;");
  });

  it("reads UTF-16, and Latin-1 where text is declared", async () => {
    const utf16 = new Uint8Array(Buffer.from("\uFEFFnaïve", "utf16le"));
    await expect(parser.parse({ bytes: utf16, mediaType: "", filename: "" })).resolves.toMatchObject({ text: "naïve" });
    const latin1 = new Uint8Array(Buffer.from("naïve", "latin1"));
    await expect(parser.parse({ bytes: latin1, mediaType: plain, filename: "" })).resolves.toMatchObject({ text: "naïve" });
    await expect(parser.parse({ bytes: latin1, mediaType: "", filename: "" })).rejects.toMatchObject({
      code: "unsupported_media_type",
    });
  });

  it("reads a PDF of 200 pages by page where it has no headings", async () => {
    const pages = Array.from({ length: 200 }, (_, i) =>
      Array.from({ length: 40 }, (__, j) => `Line ${j} of page ${i} is on the garden.`).join("\n"),
    );
    const document = await parser.parse({ bytes: pdfOf(pages, { footer: "- # -" }), mediaType: pdf, filename: "" });
    expect(document.sections.map(({ page }) => page)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect(document.text).not.toContain("- 7 -");
  });
});
