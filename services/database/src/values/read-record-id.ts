import type { RecordId } from "./value.ts";

/** Reads the text of a record id, `person:1`; undefined where it is none. The parser of the language has it, which values must not import. */
export type ReadRecordId = (text: string) => RecordId | undefined;
