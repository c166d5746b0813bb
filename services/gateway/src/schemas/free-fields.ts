import { z } from "zod";

/**
 * An object whose fields have any name. z.record leaves out a field named `__proto__`, which is a field like any other: it would be
 * lost without a word.
 */
export const freeFields = z
  .unknown()
  .refine((value) => typeof value === "object" && value !== null && !Array.isArray(value), "must be an object")
  .transform((value) => value as Record<string, unknown>)
  .meta({ type: "object", propertyNames: { type: "string" }, additionalProperties: {} });
