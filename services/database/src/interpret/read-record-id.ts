import { QueryError } from "../errors.ts";
import { parseConstantRecordId, parseLeadingRecordId } from "../language/surrealql/index.ts";
import type { RecordId } from "../values/value.ts";

/** The record id that a text writes, `person:1`; undefined where it writes none. */
export function readRecordId(text: string): RecordId | undefined {
  return orNone(() => parseConstantRecordId(text));
}

/** The record id that a text begins with, as casts and functions of the language read it. */
export function readLeadingRecordId(text: string): RecordId | undefined {
  return orNone(() => parseLeadingRecordId(text));
}

function orNone(read: () => RecordId): RecordId | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}
