import type { MemoryCategory, Stream } from "@loci/kernel";
import { timeText } from "@loci/platform/db";
import type { Fact, Source, Statement, Subject } from "../memory/model.ts";
import type { Column } from "./bulk.ts";

export interface FactRow {
  readonly id: string;
  readonly entity_id: string;
  readonly key: string;
  readonly value: string;
  readonly value_norm: string;
  readonly target_type: string;
  readonly target_entity_id: string;
  readonly stream: Stream;
  readonly memory_category: MemoryCategory;
  readonly confidence: number;
  readonly importance: number;
  readonly scope_set: string;
  readonly labels: string[];
  readonly known_at: Date;
  readonly known_until: Date | null;
  readonly valid_from: Date | null;
  readonly valid_until: Date | null;
  readonly valid_precision: string;
  readonly closed_valid_until: Date | null;
  readonly recorded_at: Date;
  readonly recorded_until: Date | null;
  readonly supersedes: string;
  readonly superseded_by: string;
  readonly merged_into: string;
  readonly quarantined: boolean;
  readonly mistaken: boolean;
  readonly expired_at: Date | null;
  readonly derived: boolean;
}

/** A fact's columns but revised_at, which is when they were written. */
export const factColumns: readonly Column<Fact>[] = [
  { name: "id", type: "text", of: (fact) => fact.id },
  { name: "entity_id", type: "text", of: (fact) => fact.entityId },
  { name: "key", type: "text", of: (fact) => fact.key },
  { name: "value", type: "text", of: (fact) => fact.value },
  { name: "value_norm", type: "text", of: (fact) => fact.valueNorm },
  { name: "target_type", type: "text", of: (fact) => fact.targetType },
  { name: "target_entity_id", type: "text", of: (fact) => fact.targetEntityId },
  { name: "stream", type: "text", of: (fact) => fact.stream },
  { name: "memory_category", type: "text", of: (fact) => fact.category },
  { name: "confidence", type: "float8", of: (fact) => fact.confidence },
  { name: "importance", type: "float8", of: (fact) => fact.importance },
  { name: "scope_set", type: "text", of: (fact) => fact.scopeSet },
  { name: "labels", type: "text[]", of: (fact) => fact.labels },
  { name: "known_at", type: "timestamptz", of: (fact) => fact.knownAt },
  { name: "known_until", type: "timestamptz", of: (fact) => fact.knownUntil },
  { name: "valid_from", type: "timestamptz", of: (fact) => fact.validFrom },
  { name: "valid_until", type: "timestamptz", of: (fact) => fact.validUntil },
  { name: "valid_precision", type: "text", of: (fact) => fact.validPrecision },
  { name: "closed_valid_until", type: "timestamptz", of: (fact) => fact.closedValidUntil },
  { name: "recorded_at", type: "timestamptz", of: (fact) => fact.recordedAt },
  { name: "recorded_until", type: "timestamptz", of: (fact) => fact.recordedUntil },
  { name: "supersedes", type: "text", of: (fact) => fact.supersedes },
  { name: "superseded_by", type: "text", of: (fact) => fact.supersededBy },
  { name: "merged_into", type: "text", of: (fact) => fact.mergedInto },
  { name: "quarantined", type: "boolean", of: (fact) => fact.quarantined },
  { name: "mistaken", type: "boolean", of: (fact) => fact.mistaken },
  { name: "expired_at", type: "timestamptz", of: (fact) => fact.expiredAt },
  { name: "derived", type: "boolean", of: (fact) => fact.derived },
];

export const factColumnNames: readonly string[] = factColumns.map((column) => column.name);

export function toFact(row: FactRow): Fact {
  return {
    id: row.id,
    entityId: row.entity_id,
    key: row.key,
    stream: row.stream,
    scopeSet: row.scope_set,
    value: row.value,
    valueNorm: row.value_norm,
    targetType: row.target_type,
    targetEntityId: row.target_entity_id,
    category: row.memory_category,
    confidence: row.confidence,
    importance: row.importance,
    labels: row.labels,
    knownAt: timeText(row.known_at),
    knownUntil: timeText(row.known_until),
    validFrom: timeText(row.valid_from),
    validUntil: timeText(row.valid_until),
    validPrecision: row.valid_precision,
    closedValidUntil: timeText(row.closed_valid_until),
    recordedAt: timeText(row.recorded_at),
    recordedUntil: timeText(row.recorded_until),
    supersedes: row.supersedes,
    supersededBy: row.superseded_by,
    mergedInto: row.merged_into,
    quarantined: row.quarantined,
    mistaken: row.mistaken,
    expiredAt: timeText(row.expired_at),
    derived: row.derived,
  };
}

export type StoredStatement = Statement & Subject;

export interface StatementRow {
  readonly id: string;
  readonly fact_id: string;
  readonly entity_id: string;
  readonly key: string;
  readonly scope_set: string;
  readonly stream: Stream;
  readonly source: Source["kind"];
  readonly turn_id: string;
  readonly session_id: string;
  readonly document_id: string;
  readonly chunk_id: string;
  readonly seq: number;
  readonly span_start: number;
  readonly span_end: number;
  readonly value: string;
  readonly value_norm: string;
  readonly target_type: string;
  readonly target_entity_id: string;
  readonly negated: boolean;
  readonly changed: boolean;
  readonly corrected: boolean;
  readonly beside: boolean;
  readonly instead_of: string;
  readonly memory_category: MemoryCategory;
  readonly confidence: number;
  readonly labels: string[];
  readonly known_at: Date;
  readonly valid_from: Date | null;
  readonly valid_until: Date | null;
  readonly valid_precision: string;
  readonly retracted_at: Date | null;
  readonly ruling: string;
  readonly reason: string;
  readonly witness: string;
}

export const statementColumns: readonly Column<
  StoredStatement & { readonly quarantined: boolean; readonly recordedAt: string; readonly principal: string }
>[] = [
  { name: "id", type: "text", of: (one) => one.id },
  { name: "fact_id", type: "text", of: (one) => one.factId },
  { name: "entity_id", type: "text", of: (one) => one.entityId },
  { name: "key", type: "text", of: (one) => one.key },
  { name: "scope_set", type: "text", of: (one) => one.scopeSet },
  { name: "stream", type: "text", of: (one) => one.stream },
  { name: "source", type: "text", of: (one) => one.source.kind },
  { name: "turn_id", type: "text", of: (one) => one.source.turnId },
  { name: "session_id", type: "text", of: (one) => one.source.sessionId },
  { name: "document_id", type: "text", of: (one) => one.source.chunk?.documentId ?? "" },
  { name: "chunk_id", type: "text", of: (one) => one.source.chunk?.id ?? "" },
  { name: "seq", type: "integer", of: (one) => one.source.seq },
  { name: "span_start", type: "integer", of: (one) => one.source.spanStart },
  { name: "span_end", type: "integer", of: (one) => one.source.spanEnd },
  { name: "value", type: "text", of: (one) => one.value },
  { name: "value_norm", type: "text", of: (one) => one.valueNorm },
  { name: "target_type", type: "text", of: (one) => one.targetType },
  { name: "target_entity_id", type: "text", of: (one) => one.targetEntityId },
  { name: "negated", type: "boolean", of: (one) => one.negated },
  { name: "changed", type: "boolean", of: (one) => one.changed },
  { name: "corrected", type: "boolean", of: (one) => one.corrected ?? false },
  { name: "beside", type: "boolean", of: (one) => one.beside ?? false },
  { name: "instead_of", type: "text", of: (one) => one.insteadOf ?? "" },
  { name: "quarantined", type: "boolean", of: (one) => one.quarantined },
  { name: "memory_category", type: "text", of: (one) => one.category },
  { name: "confidence", type: "float8", of: (one) => one.confidence },
  { name: "labels", type: "text[]", of: (one) => one.labels },
  { name: "known_at", type: "timestamptz", of: (one) => one.knownAt },
  { name: "valid_from", type: "timestamptz", of: (one) => one.validFrom },
  { name: "valid_until", type: "timestamptz", of: (one) => one.validUntil },
  { name: "valid_precision", type: "text", of: (one) => one.validPrecision },
  { name: "recorded_at", type: "timestamptz", of: (one) => one.recordedAt },
  { name: "principal", type: "text", of: (one) => (one.source.kind === "caller" ? one.principal : "") },
  { name: "ruling", type: "text", of: (one) => one.ruling?.id ?? "" },
  { name: "reason", type: "text", of: (one) => one.ruling?.reason ?? one.conclusion?.rationale ?? "" },
  { name: "evidence", type: "text[]", of: (one) => one.conclusion?.evidence ?? [] },
  { name: "witness", type: "text", of: (one) => one.source.witness ?? "" },
];

export function toStatement(row: StatementRow): StoredStatement {
  return {
    id: row.id,
    factId: row.fact_id,
    ...{ entityId: row.entity_id, key: row.key, stream: row.stream, scopeSet: row.scope_set },
    ...{ value: row.value, valueNorm: row.value_norm, targetType: row.target_type, targetEntityId: row.target_entity_id },
    source: {
      ...{ kind: row.source, turnId: row.turn_id, sessionId: row.session_id, seq: row.seq },
      ...{ spanStart: row.span_start, spanEnd: row.span_end },
      ...(row.chunk_id === "" ? {} : { chunk: { id: row.chunk_id, documentId: row.document_id } }),
      ...(row.witness === "" ? {} : { witness: row.witness }),
    },
    ...{
      negated: row.negated,
      changed: row.changed,
      category: row.memory_category,
      confidence: row.confidence,
      labels: row.labels,
    },
    ...(row.corrected ? { corrected: true } : {}),
    ...(row.beside ? { beside: true } : {}),
    ...(row.instead_of === "" ? {} : { insteadOf: row.instead_of }),
    knownAt: timeText(row.known_at),
    ...{ validFrom: timeText(row.valid_from), validUntil: timeText(row.valid_until), validPrecision: row.valid_precision },
    ...(row.retracted_at === null ? {} : { retractedAt: timeText(row.retracted_at) }),
    ...(row.ruling === "" ? {} : { ruling: { id: row.ruling, reason: row.reason } }),
  };
}
