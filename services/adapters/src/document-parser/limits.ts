/** What one document may take; kept by the parsing process itself, except for the time. */
export interface ParserLimits {
  /** Resident memory of the whole parsing process, in MiB, four times the file's own bytes beside it: it is copied on its way. */
  readonly memoryMiB: number;
  readonly timeoutMs: number;
  /** Of the text that comes out, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** More than is stored of a document need not leave the process. */
  readonly maxSections: number;
  /** All entries of a zip container, unpacked. */
  readonly maxUnpackedBytes: number;
  readonly maxEntries: number;
}

/** What the process takes before it has read anything, its libraries included; the heap has the rest. */
export const programMiB = 128;

export const defaultLimits: ParserLimits = {
  memoryMiB: 512,
  timeoutMs: 60_000,
  maxCharacters: 20_000_000,
  maxSections: 20_000,
  maxUnpackedBytes: 512 * 1024 * 1024,
  maxEntries: 10_000,
};
