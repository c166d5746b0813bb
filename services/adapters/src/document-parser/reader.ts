import type { ParserLimits } from "./limits.ts";
import type { DocumentWriter } from "./writer.ts";

export interface Source {
  readonly bytes: Uint8Array;
  /** As declared; "" for none. */
  readonly charset: string;
  readonly limits: ParserLimits;
}

export interface Facts {
  readonly title: string;
  /** Pages, slides or sheets; 0 where the format has none. */
  readonly pages: number;
}

/** Reads one format: writes the text, and answers what stands beside it. An error that is no LociError means a broken file. */
export type FormatReader = (source: Source, writer: DocumentWriter) => Promise<Facts>;
