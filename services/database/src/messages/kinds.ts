import { QueryError } from "../errors.ts";

/** A value is not of a kind and cannot be made so. */
export function refused(text: string): QueryError {
  return new QueryError("Internal", text, { reason: "coerce" });
}

/** A range of more numbers than an array may have. */
export function rangeTooLong(range: string): string {
  return `Casting range \`${range}\` to an array would create an array larger then the max allocation limit.`;
}
