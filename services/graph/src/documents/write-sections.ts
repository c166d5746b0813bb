import { invalidField } from "@loci/kernel";
import { analyse, signatureBytes } from "@loci/text";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { createHash } from "node:crypto";
import { atMost, integer, text } from "../rpc/checks.ts";
import type { Parts } from "../rpc/deps.ts";
import { bandCandidates, repeatedDocuments, storeBands } from "../store/chunk-bands.ts";
import {
  chunkLikenesses,
  embeddedOf,
  sectionLikenesses,
  storeChunks,
  storeSections,
  type NewChunk,
  type Section,
} from "../store/chunks.ts";
import { removePassages } from "../store/documents-forget.ts";
import { storeDocument } from "../store/documents.ts";
import { announce } from "../store/feed.ts";
import { nearDuplicateDocument, nearDuplicates } from "./domain/duplicates.ts";
import { headingPaths, identify, sectionText } from "./domain/sections.ts";
import { completeSections } from "./section-vectors.ts";
import { documentWork } from "./work.ts";

const maxSections = 20_000;
const maxChunks = 50_000;
const maxChunkLength = 16_000;
const longest = 2 ** 31 - 1;

/**
 * Stores how a document is cut, in place of how it was before. A chunk whose text was there already keeps its id and what was
 * made of it (vector, facts); the others of the version before leave recall.
 */
export async function writeSections(
  parts: Parts,
  request: graph.WriteSectionsRequest,
  call: Call,
): Promise<graph.WriteSectionsResponse> {
  check(request);
  return documentWork(
    parts,
    call,
    { id: request.documentId, version: request.version },
    async ({ tx, contextId, document, now }) => {
      const known = {
        sections: await sectionLikenesses(tx, contextId, document.id),
        chunks: await chunkLikenesses(tx, contextId, document.id),
      };
      const own = { documentId: document.id, scopeSet: document.scopeSet, knownAt: document.knownAt, recordedAt: now };

      const paths = headingPaths(request.sections);
      const sectionIds = identify(paths, known.sections, () => parts.ids("section"));
      const openings = new Map(request.chunks.map((chunk) => [chunk.section, chunk.text] as const).reverse());
      const sections = request.sections.map(({ heading, level, start, end, page }, i): Section => {
        const path = paths[i] ?? "";
        return {
          ...{ ...own, id: sectionIds[i] ?? "", position: i, heading, headingNorm: headingForm(heading), path },
          ...{ text: sectionText(path, openings.get(i) ?? ""), level, charStart: start, charEnd: end, page },
        };
      });

      const hashes = request.chunks.map((chunk) => createHash("sha256").update(chunk.text).digest("base64url"));
      const chunkIds = identify(hashes, known.chunks, () => parts.ids("chunk"));
      const wasThere = new Set(known.chunks.map((one) => one.id));
      const cut = request.chunks.map((chunk, i) => ({
        ...chunk,
        id: chunkIds[i] ?? "",
        contentHash: hashes[i] ?? "",
        position: i,
      }));
      const fresh = cut.filter((chunk) => !wasThere.has(chunk.id));
      const kept = new Set([...chunkIds, ...sectionIds]);
      const gone = { chunkIds: known.chunks.map((one) => one.id), sectionIds: known.sections.map((one) => one.id) };
      const left = {
        chunkIds: gone.chunkIds.filter((id) => !kept.has(id)),
        sectionIds: gone.sectionIds.filter((id) => !kept.has(id)),
      };
      await removePassages(tx, contextId, left);

      const originals = nearDuplicates(fresh, await bandCandidates(tx, contextId, document.scopeSet, fresh));
      const chunks = cut.map(({ section, start, end, tokenCount, ...chunk }): NewChunk => ({
        ...{ ...own, ...chunk, sectionId: sectionIds[section] ?? "", charStart: start, charEnd: end, tokenCount },
        ...{ page: request.sections[section]?.page ?? 0, duplicateOf: originals.get(chunk.id) ?? "", extracted: false },
      }));
      await storeSections(tx, contextId, sections);
      await storeChunks(tx, contextId, chunks);
      const first = fresh.filter((chunk) => !originals.has(chunk.id));
      await storeBands(
        tx,
        contextId,
        first.map((chunk) => ({ ...chunk, scopeSet: document.scopeSet })),
      );

      const nearDuplicateOf = nearDuplicateDocument(chunks.length, await repeatedDocuments(tx, contextId, document.id));
      const length = Math.max(0, ...sections.map((one) => one.charEnd), ...[chunks.at(-1)?.charEnd ?? 0]);
      await storeDocument(tx, contextId, { ...document, length, nearDuplicateOf, updatedAt: now });

      const again = await embeddedOf(
        tx,
        contextId,
        chunkIds.filter((id) => wasThere.has(id)),
      );
      const complete = await completeSections(tx, contextId, again);
      await announce(tx, contextId, [document.id, ...left.chunkIds, ...left.sectionIds, ...again, ...complete]);
      return { chunkIds };
    },
  );
}

function check({ sections, chunks }: graph.WriteSectionsRequest): void {
  atMost("/sections", sections, maxSections);
  atMost("/chunks", chunks, maxChunks);
  for (const [i, section] of sections.entries()) {
    text(`/sections/${i}/heading`, section.heading, 2_048);
    span(`/sections/${i}`, section);
    integer(`/sections/${i}/page`, section.page, 0, longest);
    integer(`/sections/${i}/level`, section.level, 0, 1_000);
  }
  for (const [i, chunk] of chunks.entries()) {
    text(`/chunks/${i}/text`, chunk.text, maxChunkLength, 1);
    span(`/chunks/${i}`, chunk);
    integer(`/chunks/${i}/section`, chunk.section, 0, sections.length - 1);
    integer(`/chunks/${i}/tokenCount`, chunk.tokenCount, 0, longest);
    const { length } = chunk.signature;
    if (length !== 0 && length !== signatureBytes)
      throw invalidField(`/chunks/${i}/signature`, `must have ${signatureBytes} bytes, or none`);
  }
}

function span(at: string, { start, end }: { readonly start: number; readonly end: number }): void {
  integer(`${at}/end`, end, integer(`${at}/start`, start, 0, longest), longest);
}

/** Numbering and the order of its words make no heading another one. */
function headingForm(heading: string): string {
  return [...new Set(analyse(heading))]
    .filter((term) => !/^\p{N}+$/u.test(term))
    .sort()
    .join(" ");
}
