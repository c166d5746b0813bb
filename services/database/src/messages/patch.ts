import { QueryError } from "../errors.ts";

/** Texts of JSON patches that cannot be read or applied. */

export function invalidPatch(cause: string): QueryError {
  return new QueryError("Validation", `The JSON Patch contains invalid operations. Failed to parse JSON patch structure: ${cause}`);
}

export function patchTestFailed(expected: string, found: string): QueryError {
  return new QueryError(
    "Internal",
    `Given test operation failed for JSON Patch. Expected \`${expected}\`, but got \`${found}\` instead.`,
  );
}
