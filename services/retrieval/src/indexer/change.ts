import { unpackVector } from "@loci/kernel";
import { scopeSetOf } from "@loci/platform/messages";
import type { DocumentClass, IndexChange } from "@loci/ports/search-index";
import type { graph } from "@loci/protos";

/** A record of the feed as the index takes it. */
export function toChange(record: graph.FeedRecord): IndexChange {
  if (record.removed) return { remove: record.id };
  return {
    put: {
      id: record.id,
      class: record.class as DocumentClass,
      scopes: scopeSetOf(record.scopes) ?? [],
      text: record.text,
      speaker: record.speaker,
      // A document is to its chunks what a session is to its turns; a section stands for itself.
      sessionId: record.class === "chunk" ? record.documentId : record.sessionId,
      seq: record.seq,
      documentId: record.documentId,
      labels: record.labels,
      knownAt: record.knownAt,
      knownUntil: record.knownUntil,
      embedding: unpackVector(record.embedding),
    },
  };
}
