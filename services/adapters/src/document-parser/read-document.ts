import { LociError } from "@loci/kernel";
import type { ParsedDocument } from "@loci/ports/document-parser";
import { detect, type Declared } from "./detect.ts";
import type { ParserLimits } from "./limits.ts";
import { formats, type Format } from "./media-types.ts";
import { lineOf } from "./normal-text.ts";
import type { FormatReader } from "./reader.ts";
import { createWriter } from "./writer.ts";

/** One library for each format is loaded with the first document that needs it. */
const readers: Record<Format, () => Promise<FormatReader>> = {
  pdf: async () => (await import("./formats/pdf.ts")).readPdf,
  docx: async () => (await import("./formats/docx.ts")).readDocx,
  pptx: async () => (await import("./formats/pptx.ts")).readPptx,
  xlsx: async () => (await import("./formats/xlsx.ts")).readXlsx,
  html: async () => (await import("./formats/html.ts")).readHtml,
  markdown: async () => (await import("./formats/markdown.ts")).readMarkdown,
  csv: async () => (await import("./formats/csv.ts")).readCsv,
  json: async () => (await import("./formats/json.ts")).readJson,
  eml: async () => (await import("./formats/eml.ts")).readEml,
  text: async () => (await import("./formats/text.ts")).readText,
};

/** Reads a document in this thread; see the port for the errors. */
export async function readDocument(file: Declared, limits: ParserLimits): Promise<ParsedDocument> {
  if (file.bytes.length === 0) throw new LociError("invalid", "The file is empty.");
  const { format, charset } = await detect(file, limits);
  const read = await readers[format]();
  const writer = createWriter(limits);
  const { mediaType, name } = formats[format];
  try {
    const { title, pages } = await read({ bytes: file.bytes, charset, limits }, writer);
    if (!writer.written) throw new LociError("invalid", `The ${name} is empty: it has no text.`);
    return { mediaType, title: lineOf(title), pages, ...writer.finish() };
  } catch (thrown) {
    if (thrown instanceof LociError) throw thrown;
    // An array, a string or a stack that grew beyond what the engine holds.
    if (thrown instanceof RangeError)
      throw new LociError("too_large", `The ${name} takes more memory than is allowed.`, { cause: thrown });
    throw new LociError("invalid", `The ${name} is broken and cannot be read.`, { cause: thrown });
  }
}
