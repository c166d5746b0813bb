import { LociError } from "@loci/kernel";
import { getDocumentProxy } from "unpdf";
import { lineOf } from "../normal-text.ts";
import type { FormatReader } from "../reader.ts";
import { blocksOf } from "./pdf-blocks.ts";
import { linesOfItems, type Line } from "./pdf-lines.ts";
import { withoutRunningLines } from "./pdf-running-lines.ts";

/** PDF: the text that is drawn, in the order in which it is drawn. Images are not read. */
export const readPdf: FormatReader = async ({ bytes, limits }, writer) => {
  const pdf = await open(bytes);
  try {
    const pages: Line[][] = [];
    let characters = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const lines = linesOfItems((await page.getTextContent()).items);
      characters += lines.reduce((sum, { text }) => sum + text.length, 0);
      if (characters > limits.maxCharacters) {
        throw new LociError("too_large", `The document has more than ${limits.maxCharacters} characters of text.`);
      }
      pages.push(lines);
      page.cleanup();
    }
    for (const block of blocksOf(withoutRunningLines(pages))) {
      if (block.kind === "page") writer.section(block.page);
      else if (block.kind === "heading") writer.heading(block.level, block.text, block.page);
      else writer.paragraph(block.text);
    }
    const { info } = (await pdf.getMetadata()) as { info: { Title?: unknown } };
    const title = typeof info.Title === "string" ? lineOf(info.Title) : "";
    if (!writer.written) throw new LociError("invalid", "The PDF is empty: it has no text, only images perhaps.");
    return { title: title || writer.leadingHeading, pages: pdf.numPages };
  } finally {
    await pdf.loadingTask.destroy();
  }
};

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      enableXfa: false,
    });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === "PasswordException") throw new LociError("invalid", "The PDF is encrypted.");
    throw thrown;
  }
}
