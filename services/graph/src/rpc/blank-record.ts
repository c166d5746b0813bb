import type { graph } from "@loci/protos";

/** A record of which nothing is told yet. */
export const blankRecord: Omit<graph.MemoryRecord, "id" | "kind" | "text" | "scopes" | "knownAt" | "recordedAt"> = {
  ...{ labels: [], knownUntil: "", validFrom: "", validUntil: "", turnId: "", sessionId: "", role: "", speaker: "", seq: 0 },
  ...{ entityId: "", entityType: "", entityName: "", key: "", value: "", spanStart: -1, spanEnd: -1, memoryCategory: "" },
  ...{ confidence: 0, importance: 0, stream: "", uncertaintyIds: [], targetEntityId: "", isOwn: false },
  ...{ documentId: "", documentTitle: "", documentSource: "", documentMimeType: "", sectionId: "", sectionHeading: "" },
  ...{ position: 0, charStart: 0, charEnd: 0, positionPercent: 0, chunkId: "", page: 0, duplicateOf: "", standing: null },
};
