import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import type { DetailedFact, ReadFrom } from "../store/detailed-facts.ts";
import type { Reading } from "./deps.ts";

/** A fact as it is told, with where it was read. */
export function detailedFact({ scopeSets }: Pick<Reading, "scopeSets">, fact: DetailedFact): graph.FactDetail {
  const { id, entityId, key, stream, confidence, importance, knownAt, knownUntil, validFrom, validPrecision } = fact;
  const isRelation = id.startsWith("relation:");
  return {
    ...{ id, kind: isRelation ? "relation" : "attribute", entity: `${fact.subjectType}/${fact.subjectName}`, entityId, key },
    ...{ value: fact.objectName || fact.value, target: isRelation ? `${fact.objectType}/${fact.objectName}` : "" },
    ...{ memoryCategory: fact.category, stream, confidence, importance, createdAt: knownAt, knownUntil },
    ...{ validFrom, validUntil: fact.closedValidUntil || fact.validUntil, validPrecision },
    ...{ recordedAt: fact.recordedAt, recordedUntil: fact.recordedUntil },
    ...{ supersedes: fact.supersedes, supersededBy: fact.supersededBy, mistaken: fact.mistaken && knownUntil !== "" },
    scopes: scopeSetMessage(scopeSets.byKey.get(fact.scopeSet) ?? []),
    sources: fact.sources.map(sourceRef),
    uncertaintyIds: [...fact.uncertaintyIds],
  };
}

export function sourceRef({ kind, turnId, chunkId, documentId, sessionId, spanStart, spanEnd }: ReadFrom): graph.SourceRef {
  return { kind, ref: turnId || chunkId, sessionId, spanStart, spanEnd, documentId };
}
