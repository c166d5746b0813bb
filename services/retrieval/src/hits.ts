import type { Candidate } from "@loci/ports/search-index";
import type { graph, retrieval } from "@loci/protos";
import type { CheckedHit } from "./fuse/fold.ts";

/** The contract's kind of result for each kind of record. */
const sources: Readonly<Record<string, string>> = {
  attribute: "attribute",
  relation: "attribute",
  entity: "entity",
  turn: "memory_chunk",
  memory_chunk: "memory_chunk",
};

export function toHit({
  ranked,
  record,
}: {
  readonly ranked: { readonly score: number };
  readonly record: graph.MemoryRecord;
}): retrieval.Hit {
  const isRelation = record.kind === "relation";
  return {
    id: record.id,
    source: sources[record.kind] ?? record.kind,
    text: record.text,
    score: ranked.score,
    occurredAt: record.knownAt,
    scopes: record.scopes,
    labels: record.labels,
    turnId: record.turnId,
    sessionId: record.sessionId,
    role: record.role,
    speaker: record.speaker,
    entityId: record.entityId,
    entity: record.entityName === "" ? "" : `${record.entityType}/${record.entityName}`,
    key: isRelation ? "" : record.key,
    value: isRelation ? "" : record.value,
    subject: isRelation ? record.entityName : "",
    label: isRelation ? record.key : "",
    object: isRelation ? record.value : "",
    validFrom: record.validFrom,
    validUntil: record.standing?.until || record.validUntil,
    uncertaintyIds: record.uncertaintyIds,
    memoryCategory: record.memoryCategory,
    confidence: record.confidence,
    documentId: record.documentId,
    documentTitle: record.documentTitle,
    section: record.sectionHeading,
    positionPercent: record.positionPercent,
    charStart: record.charStart,
    charEnd: record.charEnd,
    standing: record.standing,
  };
}

/** Whether others say otherwise: by an open uncertainty, or by the words alone. */
export function isDisputed({ standing, uncertaintyIds }: Pick<retrieval.Hit, "standing" | "uncertaintyIds">): boolean {
  return uncertaintyIds.length > 0 || standing?.kind === "disputed";
}

/**
 * A hit as the trace keeps it: where each leg had it, and what each leg gave. No text: a trace must not outlive what is
 * forgotten.
 */
export function tracedHit({ ranked, record }: CheckedHit, place: number, candidates: readonly Candidate[]): retrieval.TracedHit {
  const rankIn = (key: "bm25" | "cosine") => 1 + candidates.filter((other) => other[key] > ranked.candidate[key]).length;
  const rankOf = (leg: string) => (leg === "bm25" ? rankIn("bm25") : leg === "vector" ? rankIn("cosine") : 0);
  return {
    id: record.id,
    source: sources[record.kind] ?? record.kind,
    rank: place,
    score: ranked.score,
    legs: ranked.parts.map((part) => ({
      leg: part.leg,
      rank: rankOf(part.leg),
      score: part.score,
      contribution: part.contribution,
    })),
  };
}
