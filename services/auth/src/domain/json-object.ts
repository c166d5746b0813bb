import { invalidField, LociError, type FieldError } from "@loci/kernel";
import type { z } from "zod";

export type JsonObject = Record<string, unknown>;

const maxDepth = 32;

/**
 * Reads a JSON object from outside; "" is the empty one.
 * @throws LociError `invalid` at the pointer
 */
export function readObject(json: string, pointer: string, maxBytes: number): JsonObject {
  if (json === "") return {};
  if (Buffer.byteLength(json) > maxBytes) throw invalidField(pointer, `is larger than ${maxBytes} bytes`);
  const value = parseJson(json, pointer);
  if (!isObject(value)) throw invalidField(pointer, "must be a JSON object");
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(json: string, pointer: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new LociError("invalid", `${pointer}: is not JSON`, { fields: [{ pointer, detail: "is not JSON" }], cause });
  }
}

/** Merges a patch (RFC 7396): null removes a field, objects are merged, everything else takes the place of what was there. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (isObject(value)) {
      const before = merged.get(name);
      merged.set(name, mergePatch(isObject(before) ? before : {}, value));
    } else merged.set(name, value);
  }
  // Unlike an assignment this keeps a field named __proto__ as a field.
  return Object.fromEntries(merged);
}

/**
 * Brings the camelCase spelling of these snake_case fields to snake_case; other fields stay.
 * @throws LociError `invalid` where both are given with different values
 */
export function oneSpelling(fields: JsonObject, names: readonly string[], pointer: string): JsonObject {
  const stored = new Map(names.map((name) => [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), name]));
  const result = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const kept = stored.get(name) ?? name;
    if (result.has(kept) && result.get(kept) !== value) {
      throw invalidField(`${pointer}/${name}`, "is given in two spellings with different values");
    }
    result.set(kept, value);
  }
  return Object.fromEntries(result);
}

/** What of a JSON value jsonb would refuse or change. */
export function storageProblem(value: unknown, depth = 0): string | undefined {
  if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
  if (typeof value === "string")
    return value.includes("\0") || !value.isWellFormed() ? "has a character that cannot be stored" : undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "has a number that is too large";
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const problem = storageProblem(name, depth) ?? storageProblem(inner, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A schema's findings as fields below the pointer. */
export function invalidObject(error: z.ZodError, pointer: string): LociError {
  const fields: FieldError[] = error.issues.flatMap((issue) => {
    const place = [pointer, ...issue.path.map(String)].join("/");
    return issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ pointer: `${place}/${key.slice(0, 64)}`, detail: "is not a known field" }))
      : [{ pointer: place, detail: issue.message }];
  });
  const [first] = fields;
  return new LociError("invalid", `${first?.pointer ?? pointer}: ${first?.detail ?? "is not valid"}`, { fields });
}
