import { LociError } from "@loci/kernel";
import { pauser } from "@loci/platform/call";
import type { ParsedDocument, ParsedSection } from "@loci/ports/document-parser";
import type { graph } from "@loci/protos";
import { chunkText, minHash } from "@loci/text";
import { maxChunks, maxHeadingLength, maxSections } from "../domain/limits.ts";
import type { Version } from "./objects.ts";

/** In UTF-16 units and bytes of signatures: a part is a message of two megabytes at most, whatever its script. */
const partSize = 512 * 1024;
/** What a section or chunk takes besides its text. */
const itemSize = 64;

/**
 * Cuts a parsed document into what graph stores of it, part by part: there is never more of the cut than one part.
 * @throws LociError `too_large` for more sections or chunks than graph takes
 */
export async function* chunkDocument(
  { id: documentId, version }: Version,
  { text, sections }: Pick<ParsedDocument, "text" | "sections">,
  signal: AbortSignal,
): AsyncGenerator<graph.WriteSectionsPart> {
  if (sections.length > maxSections) throw new LociError("too_large", `The document has more than ${maxSections} sections.`);
  const emptyPart = (): graph.WriteSectionsPart => ({ documentId, version, sections: [], chunks: [], more: false });
  const pause = pauser(signal);
  let part = emptyPart();
  let size = 0;
  let chunks = 0;
  for (const [index, section] of sections.entries()) {
    const made = newSection(section);
    part.sections.push(made);
    size += made.heading.length + itemSize;
    await pause();
    for (const { start, end, tokens } of chunkText(text, [section])) {
      if (++chunks > maxChunks) throw new LociError("too_large", `The document has more than ${maxChunks} passages.`);
      const content = text.slice(start, end);
      const signature = minHash(content);
      part.chunks.push({ section: index, start, end, text: content, tokenCount: tokens, signature });
      size += content.length + signature.length + itemSize;
      if (size >= partSize) {
        yield { ...part, more: true };
        part = emptyPart();
        size = 0;
      }
      await pause();
    }
  }
  yield part;
}

function newSection({ heading, level, start, end, page }: ParsedSection): graph.NewSection {
  return { heading: heading.slice(0, maxHeadingLength).toWellFormed(), level, start, end, page };
}
