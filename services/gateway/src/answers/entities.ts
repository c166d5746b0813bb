import { z } from "zod";
import { count, instant, memoryCategory, scopeSets, stream, validPrecision, word } from "./words.ts";
import { uncertaintySummary } from "./extraction.ts";

export const entityDetail = z
  .object({
    id: z.string(),
    entityType: z.string(),
    name: z.string(),
    memoryCategory,
    importance: z.number(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "EntityDetail" });

export const sourceRef = z
  .object({
    kind: z.string(),
    ref: z.string().nullable(),
    sessionId: z.string().nullable(),
    documentId: z.string().optional(),
    /** Where in the source's text it was read. */
    spanStart: count.optional(),
    spanEnd: count.optional(),
  })
  .meta({ id: "SourceRef" });

/** What attributes and relations have in common. */
const fact = {
  id: z.string(),
  kind: word(["attribute", "relation"]),
  entityId: z.string(),
  memoryCategory,
  importance: z.number(),
  confidence: z.number(),
  stream,
  scopes: scopeSets,
  createdAt: instant,
  knownUntil: instant.nullable(),
  validFrom: instant.nullable(),
  validUntil: instant.nullable(),
  validPrecision: validPrecision.nullable(),
  recordedAt: instant,
  recordedUntil: instant.nullable(),
  supersedes: z.string().nullable(),
  supersededBy: z.string().nullable(),
  mistaken: z.literal(true).optional(),
  /** Where newer words have ended it. */
  standing: word(["ended"]).optional(),
  endedBy: z.array(z.string()).optional(),
  source: sourceRef.nullable(),
  sources: z.array(sourceRef),
  uncertaintyIds: z.array(z.string()),
};

export const attributeDetail = z
  .object({ entity: z.string(), key: z.string(), value: z.string(), ...fact })
  .meta({ id: "AttributeDetail" });

export const relationDetail = z
  .object({ subject: z.string(), label: z.string(), object: z.string(), ...fact })
  .meta({ id: "RelationDetail" });

const entityView = {
  entity: entityDetail,
  attributes: z.array(attributeDetail),
  relations: z.array(relationDetail),
  uncertainties: z.array(uncertaintySummary),
  leftOut: count.optional(),
};

export const entityResponse = z.object(entityView).meta({ id: "EntityResponse" });
export const entityListResponse = z.object({ entities: z.array(entityDetail), total: count }).meta({ id: "EntityListResponse" });
export const entityHistoryResponse = z.object({ history: z.array(attributeDetail) }).meta({ id: "EntityHistoryResponse" });
