import type { common, graph } from "@loci/protos";
import type { ReadChunk, ReadSection } from "../store/read-chunks.ts";

type Told = Omit<Partial<graph.MemoryRecord>, "id"> &
  Pick<graph.MemoryRecord, "id" | "kind" | "text" | "scopes" | "knownAt" | "recordedAt">;

/** What recall tells of a chunk. */
export function chunkRecord(chunk: ReadChunk, scopes: common.ScopeSet): Told {
  const { id, text, knownAt, recordedAt, sectionId, sectionHeading, duplicateOf } = chunk;
  return {
    id,
    kind: "chunk",
    text,
    scopes,
    knownAt,
    recordedAt,
    ...placeOf(chunk),
    sectionId,
    sectionHeading,
    duplicateOf,
    chunkId: id,
  };
}

/** What recall tells of a section: its heading path and how it begins. */
export function sectionRecord(section: ReadSection, scopes: common.ScopeSet): Told {
  const { id, text, knownAt, recordedAt, heading } = section;
  return {
    id,
    kind: "section",
    text,
    scopes,
    knownAt,
    recordedAt,
    ...placeOf(section),
    sectionId: id,
    sectionHeading: heading,
  };
}

/** Where a fact was read. */
export function placeInDocument(chunk: ReadChunk): Partial<graph.MemoryRecord> {
  const { labels: _labels, seq: _seq, stream: _stream, ...place } = placeOf(chunk);
  return { ...place, chunkId: chunk.id, sectionId: chunk.sectionId, sectionHeading: chunk.sectionHeading };
}

function placeOf(one: ReadChunk | ReadSection) {
  const { documentId, documentTitle, documentSource, documentMimeType, documentLength, position, charStart, charEnd, page } = one;
  return {
    ...{ documentId, documentTitle, documentSource, documentMimeType, position, charStart, charEnd, page },
    ...{ seq: position, labels: [...one.labels], stream: "authoritative" },
    positionPercent: documentLength === 0 ? 0 : Math.min(100, (100 * charStart) / documentLength),
  };
}
