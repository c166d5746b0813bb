import { memoryCategories, validPrecisions } from "@loci/kernel";
import { z } from "zod";

const entityName = z.object({ type: z.string(), name: z.string() });

const fact = z.object({
  turn: z.number().int().describe("number of the turn in which it was said"),
  quote: z.string().describe("the words of that turn that say it, copied verbatim"),
  subject: entityName,
  key: z.string().describe("snake_case; the label, for a relation"),
  value: z.string().describe("the attribute's value; empty for a relation"),
  target: entityName.nullable().describe("the other end of a relation; null for an attribute"),
  memory_category: z.enum(memoryCategories),
  confidence: z.number().describe("0 to 1"),
  valid_from: z.string().describe("RFC 3339 UTC; empty when the text does not say"),
  valid_until: z.string().describe("RFC 3339 UTC; empty when the text does not say"),
  valid_precision: z.enum([...validPrecisions, ""]),
  negated: z.boolean(),
  changed: z.boolean(),
});

const instruction = z.object({
  turn: z.number().int(),
  quote: z.string(),
  label: z.string().describe("snake_case name of what the instruction is about"),
  description: z.string(),
  revokes: z.boolean(),
});

/** What the model answers. All fields are required, as strict structured output wants them. */
export const extractionSchema = z.object({
  entities: z.array(z.object({ type: z.string(), name: z.string(), memory_category: z.enum(memoryCategories) })),
  facts: z.array(fact),
  instructions: z.array(instruction),
});

export type AnsweredExtraction = z.infer<typeof extractionSchema>;
export type AnsweredFact = z.infer<typeof fact>;
