import { z } from "zod";
import { memoryCategory, word } from "./words.ts";

export const entitySummary = z
  .object({ id: z.string(), entityType: z.string(), name: z.string(), memoryCategory, isNew: z.boolean() })
  .meta({ id: "EntitySummary" });

export const attributeSummary = z
  .object({ id: z.string(), entityId: z.string(), key: z.string(), value: z.string(), memoryCategory })
  .meta({ id: "AttributeSummary" });

const relationSummary = z
  .object({ id: z.string(), subject: z.string(), label: z.string(), object: z.string(), memoryCategory })
  .meta({ id: "RelationSummary" });

const correctionSummary = z
  .object({ entityId: z.string(), key: z.string(), oldValue: z.string(), newValue: z.string() })
  .meta({ id: "CorrectionSummary" });

export const instructionSummary = z
  .object({ id: z.string(), label: z.string(), description: z.string() })
  .meta({ id: "InstructionSummary" });

export const uncertaintySummary = z
  .object({ id: z.string(), about: z.string(), reason: z.string() })
  .meta({ id: "UncertaintySummary" });

export const decisionKind = word(["create", "update", "supersede"], "DecisionKind");

const decisionSummary = z
  .object({ id: z.string(), kind: decisionKind, rule: z.string(), recordId: z.string() })
  .meta({ id: "DecisionSummary" });

/** What was understood of a text, and what the memory made of it. */
export const extractionResult = z
  .object({
    turnId: z.string(),
    entities: z.array(entitySummary),
    attributes: z.array(attributeSummary),
    relations: z.array(relationSummary),
    corrections: z.array(correctionSummary),
    instructions: z.array(instructionSummary),
    uncertainties: z.array(uncertaintySummary),
    decisions: z.array(decisionSummary),
  })
  .meta({ id: "ExtractionResult" });
