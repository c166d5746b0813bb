import { LociError } from "@loci/kernel";
import type { DocumentParser } from "@loci/ports/document-parser";
import { defaultLimits, type ParserLimits } from "./limits.ts";
import { mediaTypes } from "./media-types.ts";
import { createPool } from "./pool.ts";

export interface DocumentParserOptions extends Partial<ParserLimits> {
  /** How many documents are parsed at once, each in a process of its own. */
  readonly processes?: number;
  /** After this long without a document, a process ends; the next document starts another. */
  readonly idleMs?: number;
}

/**
 * Reads PDF, Office Open XML, HTML, Markdown, text, CSV, JSON and mail in processes of their own, started by the first document.
 * Nothing is fetched, no matter what a document refers to.
 */
export function createDocumentParser({ processes = 1, idleMs = 30_000, ...given }: DocumentParserOptions = {}): DocumentParser {
  const pool = createPool({ processes, idleMs, limits: { ...defaultLimits, ...given } });
  return {
    mediaTypes,
    async parse(file, signal) {
      // Said without a process, as it is said often: an upload that was interrupted, or that never began.
      if (file.bytes.length === 0) throw new LociError("invalid", "The file is empty.");
      return pool.parse(file, signal);
    },
    close: () => pool.close(),
  };
}
