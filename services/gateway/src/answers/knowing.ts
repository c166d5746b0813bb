import { z } from "zod";
import { document } from "./documents.ts";
import { attributeDetail, entityDetail, entityResponse, relationDetail } from "./entities.ts";
import { instructionSummary, uncertaintySummary } from "./extraction.ts";
import { decision, traceRecord } from "./traces.ts";
import { uncertainty } from "./uncertainties.ts";
import { count, instant, scopeSets } from "./words.ts";

export const categoryState = z
  .object({ entities: z.array(entityDetail), attributes: z.array(attributeDetail), relations: z.array(relationDetail) })
  .meta({ id: "CategoryState" });

export const stateResponse = z
  .object({
    identity: categoryState,
    knowledge: categoryState,
    context: categoryState,
    instructions: z.array(instructionSummary),
    unknowns: z.array(uncertaintySummary),
    leftOut: count.optional(),
  })
  .meta({ id: "StateResponse" });

const profileEntry = z
  .object({
    key: z.string(),
    value: z.string(),
    factId: z.string(),
    /** Type/name */
    entity: z.string(),
    disputed: z.boolean(),
  })
  .meta({ id: "ProfileEntry" });

export const profileResponse = z
  .object({
    static: z.array(profileEntry),
    dynamic: z.array(profileEntry),
    preferences: z.array(profileEntry),
    instructions: z.array(instructionSummary),
    leftOut: count.optional(),
  })
  .meta({ id: "ProfileResponse" });

/** A passage: a turn, a literal text, or a part of a document. */
export const memoryRecord = z
  .object({
    id: z.string(),
    text: z.string(),
    scopes: scopeSets,
    labels: z.array(z.string()),
    knownAt: instant,
    recordedAt: instant,
    turnId: z.string().nullable(),
    sessionId: z.string().nullable(),
    role: z.string().nullable(),
    documentId: z.string().nullable(),
    documentTitle: z.string().nullable(),
    section: z.string().nullable(),
  })
  .meta({ id: "MemoryRecord" });

export const passageKinds = ["turn", "memory_chunk", "chunk", "section"] as const;

/** Of an answer of a bounded length: how many records had no room. */
const bounded = { leftOut: count.optional() };

/** One record of any kind with what was decided about it; without a ref, how many records there are and how they are. */
export const inspectResponse = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("entity"), ...entityResponse.shape, decisions: z.array(decision) }),
    z.object({
      kind: z.literal("attribute"),
      current: attributeDetail.nullable(),
      history: z.array(attributeDetail),
      decisions: z.array(decision),
      ...bounded,
    }),
    z.object({
      kind: z.literal("relation"),
      matches: z.array(relationDetail),
      history: z.array(relationDetail),
      decisions: z.array(decision),
      ...bounded,
    }),
    z.object({ kind: z.literal("trace"), trace: traceRecord, ...bounded }),
    z.object({ kind: z.literal("document"), document, decisions: z.array(decision), ...bounded }),
    z.object({ kind: z.literal("instruction"), instruction: instructionSummary, decisions: z.array(decision), ...bounded }),
    z.object({ kind: z.literal("uncertainty"), uncertainty, decisions: z.array(decision), ...bounded }),
    z.object({ kind: z.enum(passageKinds), record: memoryRecord, decisions: z.array(decision), ...bounded }),
    z.object({
      kind: z.literal("health"),
      records: z.record(z.string(), count),
      health: z.record(z.string(), count),
      revision: count,
    }),
  ])
  .meta({ id: "InspectResponse" });
