/** What one document may take; kept by the parsing process itself, except for the time. */
export interface ParserLimits {
  /** The parser's heap, in MiB. What lies outside the heap may be as large again, and the file's own bytes beside it. */
  readonly memoryMiB: number;
  readonly timeoutMs: number;
  /** Of the text that comes out, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** All entries of a zip container, unpacked. */
  readonly maxUnpackedBytes: number;
  readonly maxEntries: number;
}

export const defaultLimits: ParserLimits = {
  memoryMiB: 256,
  timeoutMs: 60_000,
  maxCharacters: 20_000_000,
  maxUnpackedBytes: 512 * 1024 * 1024,
  maxEntries: 10_000,
};
