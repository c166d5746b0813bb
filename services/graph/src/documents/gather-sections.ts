import { invalidField, LociError } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { signatureBytes } from "@loci/text";
import { integer, text } from "../rpc/checks.ts";

const maxSections = 20_000;
const maxChunks = 50_000;
const maxChunkLength = 16_000;
/** Of all chunks, in UTF-16 units: more than a document's text has that a parser gives. */
const maxTextLength = 32 * 1024 * 1024;
const longest = 2 ** 31 - 1;

/** How a whole document is cut. */
export interface Cut {
  readonly id: string;
  readonly version: number;
  readonly sections: readonly graph.NewSection[];
  readonly chunks: readonly graph.NewChunk[];
}

/**
 * Puts the parts of a document's cut together. All of it is there before its transaction begins: one that waited for its client would
 * hold up every other write of the context meanwhile.
 * @throws LociError `invalid` for what cannot be stored and for parts of different documents, `too_large` for more than is taken,
 * `unavailable` where the last part did not come
 */
export async function gatherSections(parts: AsyncIterable<graph.WriteSectionsPart>, signal: AbortSignal): Promise<Cut> {
  let of: Pick<Cut, "id" | "version"> | undefined;
  const sections: graph.NewSection[] = [];
  const chunks: graph.NewChunk[] = [];
  let length = 0;
  let isMore = false;
  for await (const part of parts) {
    if (signal.aborted) throw new LociError("cancelled", "The cut of a document broke off.");
    isMore = part.more;
    of ??= { id: part.documentId, version: part.version };
    if (of.id !== part.documentId || of.version !== part.version)
      throw invalidField("/documentId", "must be one document in one version in all parts");
    if (sections.length + part.sections.length > maxSections) throw tooMany("/sections", maxSections);
    if (chunks.length + part.chunks.length > maxChunks) throw tooMany("/chunks", maxChunks);
    for (const section of part.sections) sections.push(checkedSection(section, `/sections/${sections.length}`));
    for (const chunk of part.chunks) {
      length += chunk.text.length;
      if (length > maxTextLength) throw new LociError("too_large", `/chunks: at most ${maxTextLength} characters are allowed`);
      chunks.push(checkedChunk(chunk, `/chunks/${chunks.length}`, sections.length));
    }
  }
  if (of === undefined) throw new LociError("invalid", "A document's cut has one part at least.");
  if (isMore) throw new LociError("unavailable", "The cut of a document broke off.");
  return { ...of, sections, chunks };
}

function checkedSection(section: graph.NewSection, at: string): graph.NewSection {
  text(`${at}/heading`, section.heading, 2_048);
  span(at, section);
  integer(`${at}/page`, section.page, 0, longest);
  integer(`${at}/level`, section.level, 0, 1_000);
  return section;
}

/** @returns the chunk with a signature of its own: as it came it keeps the bytes of its whole part in memory */
function checkedChunk(chunk: graph.NewChunk, at: string, sections: number): graph.NewChunk {
  text(`${at}/text`, chunk.text, maxChunkLength, 1);
  span(at, chunk);
  integer(`${at}/section`, chunk.section, 0, sections - 1);
  integer(`${at}/tokenCount`, chunk.tokenCount, 0, longest);
  const { length } = chunk.signature;
  if (length !== 0 && length !== signatureBytes)
    throw invalidField(`${at}/signature`, `must have ${signatureBytes} bytes, or none`);
  return { ...chunk, signature: new Uint8Array(chunk.signature) };
}

function span(at: string, { start, end }: { readonly start: number; readonly end: number }): void {
  integer(`${at}/end`, end, integer(`${at}/start`, start, 0, longest), longest);
}

function tooMany(pointer: string, max: number): LociError {
  const fields = [{ pointer, detail: `at most ${max}` }];
  return new LociError("too_large", `${pointer}: at most ${max} are allowed`, { fields });
}
