import { LociError } from "@loci/kernel";
import type { ParsedDocument, ParsedSection } from "@loci/ports/document-parser";
import type { graph } from "@loci/protos";
import { chunkText, minHash } from "@loci/text";
import { pauser } from "../concurrency.ts";
import { maxChunks, maxHeadingLength, maxSections } from "../domain/limits.ts";

/**
 * Cuts a parsed document into what graph stores of it.
 * @throws LociError `too_large` for more sections or chunks than graph takes
 */
export async function chunkDocument(
  { text, sections }: Pick<ParsedDocument, "text" | "sections">,
  signal: AbortSignal,
): Promise<Pick<graph.WriteSectionsRequest, "sections" | "chunks">> {
  if (sections.length > maxSections) throw new LociError("too_large", `The document has more than ${maxSections} sections.`);
  const chunks: graph.NewChunk[] = [];
  const pause = pauser(signal);
  for (const [section, span] of sections.entries()) {
    for (const { start, end, tokens } of chunkText(text, [span])) {
      const content = text.slice(start, end);
      chunks.push({ section, start, end, text: content, tokenCount: tokens, signature: minHash(content) });
      await pause();
    }
  }
  if (chunks.length > maxChunks) throw new LociError("too_large", `The document has more than ${maxChunks} passages.`);
  return { sections: sections.map(newSection), chunks };
}

function newSection({ heading, level, start, end, page }: ParsedSection): graph.NewSection {
  return { heading: heading.slice(0, maxHeadingLength).toWellFormed(), level, start, end, page };
}
