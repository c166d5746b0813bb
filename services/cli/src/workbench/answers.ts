/** The server's answers in the shapes of a workbench. Pure. */
import type { Schemas } from "@loci/client";
import { endMarks } from "../standing.ts";
import { minute } from "../times.ts";
import type { Answer, ChatPart, EntityView, Fact, Inspected, OtherRecord, SessionRow, Span, Trace, Written } from "./memory.ts";

export function writtenOf(answer: Schemas["FactsResponse"], inSession: string): Written {
  const { extraction } = answer;
  const names = new Map((extraction?.entities ?? []).map(({ id, entityType, name }) => [id, `${entityType}/${name}`]));
  return {
    sessionId: answer.sessionId || inSession,
    id: answer.turnId ?? answer.chunkId ?? "",
    entities: (extraction?.entities ?? []).map(({ id, entityType, name }) => ({ id, type: entityType, name })),
    facts: [
      ...(extraction?.attributes ?? []).map(({ entityId, key, value }) => `${names.get(entityId) ?? entityId} ${key}: ${value}`),
      ...(extraction?.relations ?? []).map(({ subject, label, object }) => `${subject} ${label} -> ${object}`),
      ...(extraction?.instructions ?? []).map(({ label, description }) => `instruction ${label}: ${description}`),
      ...(extraction?.corrections ?? []).map(({ key, oldValue, newValue }) => `corrected ${key}: ${oldValue} -> ${newValue}`),
    ],
    disputed: (extraction?.uncertainties ?? []).map(({ about, reason }) => `${about}: ${reason}`),
    deferred: answer.deferred,
  };
}

export function answerOf({ tier, queryMs, hits, trace }: Schemas["QueryMemoryResponse"]): Answer {
  return {
    tier,
    ms: queryMs,
    traceId: trace.traceId,
    reason: trace.tierReason,
    hits: hits.map(({ id, source, text, score, occurredAt, disagreement, ...how }) => ({
      ...{ id, source, text, score, disputed: disagreement !== undefined, ended: endMarks(how) },
      ...(occurredAt === undefined ? {} : { occurredAt }),
    })),
    degraded: trace.degraded,
  };
}

export function replyOf(done: Schemas["ChatResponse"]): ChatPart {
  const { reply, citations, traceId, sessionId, degraded } = done;
  return {
    type: "done",
    reply,
    citations: citations.map(({ marker, id, snippet, disputed }) => ({ marker, id, snippet, disputed: disputed ?? false })),
    traceId,
    sessionId,
    degraded,
  };
}

export function sessionOf({ id, title, preview, turns, lastTurnAt, createdAt }: Schemas["SessionResponse"]): SessionRow {
  return { id, title, preview, turns, at: lastTurnAt ?? createdAt };
}

export function entityViewOf({ entity, attributes, relations }: Schemas["EntityResponse"]): EntityView {
  const { id, entityType, name, memoryCategory, createdAt, updatedAt } = entity;
  return {
    entity: { id, type: entityType, name, category: memoryCategory, createdAt, updatedAt },
    facts: [...attributes.map((fact) => attributeOf(fact)), ...relations.map(relationOf)],
  };
}

export function attributeOf(fact: Schemas["AttributeDetail"]): Fact {
  return { ...factOf(fact), key: fact.key, value: fact.value, relation: fact.kind === "relation" };
}

function relationOf(fact: Schemas["RelationDetail"]): Fact {
  return { ...factOf(fact), key: fact.label, value: fact.object, relation: true };
}

function factOf(fact: Schemas["AttributeDetail"] | Schemas["RelationDetail"]): Omit<Fact, "key" | "value" | "relation"> {
  return {
    id: fact.id,
    known: spanOf(fact.createdAt, fact.knownUntil),
    valid: spanOf(fact.validFrom, fact.validUntil),
    recorded: spanOf(fact.recordedAt, fact.recordedUntil),
    confidence: fact.confidence,
    stream: fact.stream,
    scopes: fact.scopes.map((clause) => clause.join(" and ")),
    sources: fact.sources.map(({ kind, ref }) => ({ kind, ...(ref ? { ref } : {}) })),
    ...(fact.supersedes === null ? {} : { supersedes: fact.supersedes }),
    ...(fact.supersededBy === null ? {} : { supersededBy: fact.supersededBy }),
    disputes: fact.uncertaintyIds,
  };
}

function spanOf(from: string | null, until: string | null): Span {
  return { ...(from === null ? {} : { from }), ...(until === null ? {} : { until }) };
}

export function traceOf(trace: Schemas["TraceRecord"]): Trace {
  return {
    id: trace.id,
    kind: trace.kind,
    createdAt: trace.createdAt,
    query: trace.queryText,
    tier: trace.resolutionTier,
    reason: trace.tierReason,
    ms: trace.latencyMs,
    cached: trace.cached,
    stages: trace.stageMs,
    hits: trace.hits.map(({ id, rank, score, source, legs }) => ({
      ...{ id, rank, score, source },
      legs: legs.map(({ leg, rank: legRank, contribution }) => ({ leg, rank: legRank, contribution })),
    })),
    degraded: trace.degraded,
    ...(trace.parent === null ? {} : { reply: trace.parent.responseText }),
    parents: trace.parents,
  };
}

export function inspectedOf(id: string, answer: Schemas["InspectResponse"]): Inspected {
  switch (answer.kind) {
    case "entity":
      return { kind: "entity", view: entityViewOf(answer) };
    case "attribute": {
      const facts = answer.history.length > 0 ? answer.history : answer.current === null ? [] : [answer.current];
      const [first] = facts;
      const title = first === undefined ? id : `${first.entity} ${first.key}`;
      return { kind: "facts", title, facts: facts.map(attributeOf), why: answer.decisions.map(whyText) };
    }
    case "relation": {
      const facts = answer.history.length > 0 ? answer.history : answer.matches;
      const [first] = facts;
      const title = first === undefined ? id : `${first.subject} ${first.label}`;
      return { kind: "facts", title, facts: facts.map(relationOf), why: answer.decisions.map(whyText) };
    }
    case "trace":
      return { kind: "trace", trace: traceOf(answer.trace) };
    case "document":
      return other("document", id, answer.document);
    case "instruction":
      return other("instruction", id, answer.instruction);
    case "uncertainty":
      return other("uncertainty", id, answer.uncertainty);
    case "health":
      return other("health", id, { ...answer.records, ...answer.health });
    default:
      return other(answer.kind, id, answer.record);
  }
}

/** `create by the rule new_value, 2026-03-01 12:00`. */
function whyText({ kind, rule, createdAt }: Schemas["Decision"]): string {
  return `${kind} by the rule ${rule}, ${minute(createdAt)}`;
}

function other(kind: string, id: string, record: object): Inspected {
  const fields = Object.entries(record).flatMap(([name, value]) => {
    const text = fieldText(value);
    return text === "" || name === "id" ? [] : [{ name, value: text }];
  });
  const shown: OtherRecord = { kind, id, fields };
  return { kind: "other", record: shown };
}

function fieldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return value
      .map(fieldText)
      .filter((text) => text !== "")
      .join(", ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? minute(text) : text;
}
