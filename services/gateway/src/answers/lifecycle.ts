import { z } from "zod";
import { citation } from "./chat.ts";
import { attributeSummary, decisionKind } from "./extraction.ts";
import { count } from "./words.ts";

export const lifecycleResponse = z.object({ affected: count }).meta({ id: "LifecycleResponse" });

export const consolidateOutcome = z
  .object({
    entityName: z.string(),
    /** Type/name */
    entity: z.string(),
    key: z.string(),
    value: z.string(),
    kind: decisionKind,
    observationId: z.string().nullable(),
    proofCount: count,
    rationale: z.string().nullable(),
    /** false where the caller may read and not write. */
    committed: z.boolean(),
  })
  .meta({ id: "ConsolidateOutcome" });

export const consolidateResponse = z
  .object({
    traceId: z.string(),
    dryRun: z.boolean(),
    created: count,
    updated: count,
    superseded: count,
    outcomes: z.array(consolidateOutcome),
    degraded: z.array(z.string()),
  })
  .meta({ id: "ConsolidateResponse" });

const proposedRelation = z
  .object({ subject: z.string(), label: z.string(), object: z.string() })
  .meta({ id: "ElaborateProposedRelation" });

export const elaborateOutcome = z
  .object({
    dryRun: z.boolean(),
    entityName: z.string(),
    entityType: z.string(),
    proposedRelations: z.array(proposedRelation),
    proposed: z.array(consolidateOutcome),
    relationsEmitted: count,
    traceId: z.string(),
  })
  .meta({ id: "ElaborateOutcome" });

export const elaborateResponse = z
  .object({ outcomes: z.array(elaborateOutcome), relationsEmitted: count, degraded: z.array(z.string()) })
  .meta({ id: "ElaborateResponse" });

/** Why a reflection was not kept although it was asked for, by a code and in words. */
export const notPersisted = z.object({ reason: z.string(), detail: z.string() }).meta({ id: "NotPersisted" });

export const reflectResponse = z
  .object({
    reflection: z.string(),
    /** Ids of what it cites. */
    evidence: z.array(z.string()),
    traceId: z.string(),
    degraded: z.array(z.string()),
    citations: z.array(citation),
    persistedAttributes: z.array(attributeSummary),
    /** null where it was kept, or that was not asked for. */
    notPersisted: notPersisted.nullable(),
  })
  .meta({ id: "ReflectResponse" });
