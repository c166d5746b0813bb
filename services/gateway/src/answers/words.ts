import { memoryCategories, parseTimestamp, streams, validPrecisions } from "@loci/kernel";
import { z } from "zod";

/**
 * One of some words. To the compiler it is any string, as services' messages hold words as strings; the API document and the check
 * of answers know the words.
 */
export function word(words: readonly string[], id?: string) {
  const schema = z.string().refine((text) => words.includes(text), `must be one of ${words.join(", ")}`);
  return schema.meta({ ...(id === undefined ? {} : { id }), enum: [...words] });
}

/** A point in time in RFC 3339. */
export const instant = z
  .string()
  .refine((text) => parseTimestamp(text) !== undefined, "must be an RFC 3339 timestamp")
  .meta({ format: "date-time" });

/** How many there are. */
export const count = z.int().min(0);

export const memoryCategory = word(memoryCategories, "MemoryCategory");
export const stream = word(streams, "Stream");
export const validPrecision = word(validPrecisions, "ValidPrecision");

/** Clauses of which one must hold, each with paths that must all hold. */
export const scopeSets = z.array(z.array(z.string())).meta({ id: "ScopeSets" });
