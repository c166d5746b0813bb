import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { z } from "zod";
import type { attributeDetail, entityResponse, relationDetail, sourceRef } from "../answers/entities.ts";
import { clausesOf, orNull, present } from "./answers.ts";
import { endedLast, type Ended } from "./checked-facts.ts";

/** An EntityResponse. */
export function entityBody(view: graph.EntityView, ended: Ended, call: Call): z.input<typeof entityResponse> {
  return {
    entity: present(view.entity),
    attributes: attributeBodies(view.attributes, ended, call),
    relations: relationBodies(view.relations, ended, call),
    uncertainties: view.uncertainties,
  };
}

/** Attributes, what newer words have ended behind the others. */
export function attributeBodies(facts: readonly graph.FactDetail[], ended: Ended, call: Call): z.input<typeof attributeDetail>[] {
  return endedLast(facts, ended).map((fact) => ({ ...attributeBody(fact, call), ...endedBody(fact, ended) }));
}

/** Relations, likewise. */
export function relationBodies(facts: readonly graph.FactDetail[], ended: Ended, call: Call): z.input<typeof relationDetail>[] {
  return endedLast(facts, ended).map((fact) => ({ ...relationBody(fact, call), ...endedBody(fact, ended) }));
}

/** An AttributeDetail; a relation in a key's history has its object's name as value. */
export function attributeBody(fact: graph.FactDetail, call: Call): z.input<typeof attributeDetail> {
  return { entity: fact.entity, key: fact.key, value: fact.value, ...factBody(fact, call) };
}

export function relationBody(fact: graph.FactDetail, call: Call): z.input<typeof relationDetail> {
  return { subject: fact.entity, label: fact.key, object: fact.target === "" ? fact.value : fact.target, ...factBody(fact, call) };
}

function factBody(fact: graph.FactDetail, call: Call): Omit<z.input<typeof attributeDetail>, "entity" | "key" | "value"> {
  const sources = fact.sources.map(sourceBody);
  return {
    id: fact.id,
    kind: fact.kind,
    entityId: fact.entityId,
    memoryCategory: fact.memoryCategory,
    importance: fact.importance,
    confidence: fact.confidence,
    stream: fact.stream,
    scopes: clausesOf(fact.scopes, call),
    createdAt: fact.createdAt,
    knownUntil: orNull(fact.knownUntil),
    validFrom: orNull(fact.validFrom),
    validUntil: orNull(fact.validUntil),
    validPrecision: orNull(fact.validPrecision),
    recordedAt: fact.recordedAt,
    recordedUntil: orNull(fact.recordedUntil),
    supersedes: orNull(fact.supersedes),
    supersededBy: orNull(fact.supersededBy),
    ...(fact.mistaken ? { mistaken: true } : {}),
    source: sources[0] ?? null,
    sources,
    uncertaintyIds: fact.uncertaintyIds,
  };
}

/** How a fact stands that newer words have ended. */
function endedBody(
  { id, validUntil }: graph.FactDetail,
  ended: Ended,
): Partial<Pick<z.input<typeof attributeDetail>, "standing" | "endedBy" | "validUntil">> {
  const found = ended.get(id);
  return found === undefined
    ? {}
    : { standing: "ended", endedBy: found.endedBy, validUntil: validUntil === "" ? orNull(found.until) : validUntil };
}

function sourceBody(source: graph.SourceRef): z.input<typeof sourceRef> {
  const { kind, spanStart, spanEnd } = source;
  // A span of nothing says that the caller itself, not a place in a text, is the source.
  const span = spanEnd > spanStart ? { spanStart, spanEnd } : {};
  const document = source.documentId === "" ? {} : { documentId: source.documentId };
  return { kind, ref: orNull(source.ref), sessionId: orNull(source.sessionId), ...document, ...span };
}
