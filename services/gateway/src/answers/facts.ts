import { inferModes } from "@loci/kernel";
import { z } from "zod";
import { extractionResult } from "./extraction.ts";
import { word } from "./words.ts";

export const factsResponse = z
  .object({
    mode: word(inferModes, "InferMode"),
    sessionId: z.string(),
    turnId: z.string().optional(),
    /** Of a text that was kept as it is, without a turn. */
    chunkId: z.string().optional(),
    /** null as long as nothing was extracted. */
    extraction: extractionResult.nullable(),
    preview: z.boolean().optional(),
    /** The text is kept; its extraction comes later. */
    deferred: z.boolean(),
  })
  .meta({ id: "FactsResponse" });

export const factsBatchResponse = z
  .object({
    extractions: z.array(extractionResult),
    sessionId: z.string(),
    turnIds: z.array(z.string()),
    chunkIds: z.array(z.string()),
    deferred: z.boolean(),
  })
  .meta({ id: "FactsBatchResponse" });
