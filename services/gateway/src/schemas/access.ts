import { principalIdPattern, principalKindPattern } from "@loci/kernel";
import { z } from "zod";
import { title } from "./text.ts";

export const principalId = z
  .string()
  .regex(principalIdPattern, "must be 1 to 128 of A-Z, a-z, 0-9 and '._:@-', beginning and ending with a letter or digit");

export const principalKind = z
  .string()
  .regex(principalKindPattern, "must be 1 to 64 of a-z, 0-9, '_' and '-', beginning with a letter");

/** A key's name is one segment of a path, so it cannot be `.` or `..`. */
export const keyName = title(128).refine((text) => text !== "." && text !== "..", "must not be '.' or '..'");

/** A key's id, with or without its `key:`. */
export const keyId = z.string().regex(/^(?:key:)?[0-9a-z]{26}$/, "must be 26 of 0-9 and a-z");
