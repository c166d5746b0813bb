/** Makes plain text with structure of a file's bytes. */
export interface DocumentParser {
  /** The media types that it reads. */
  readonly mediaTypes: readonly string[];
  /**
   * Reads a document. What the bytes are counts, not only what they are said to be.
   * @throws LociError `unsupported_media_type` for a format that is not read, or for bytes that are another than the declared
   * one; `invalid` for what is broken, encrypted, or empty (of bytes, or of text); `too_large` for what takes more memory, time
   * or text than is allowed (a zip bomb); `cancelled`, or `deadline_exceeded`, where the signal says so.
   * The message is one sentence for a person, without contents.
   */
  parse(file: FileToParse, signal?: AbortSignal): Promise<ParsedDocument>;
  close(): Promise<void>;
}

export interface FileToParse {
  readonly bytes: Uint8Array;
  /** As declared; "" to find out. */
  readonly mediaType: string;
  /** For its ending, where neither declaration nor content tells; "" for none. */
  readonly filename: string;
}

export interface ParsedDocument {
  /** What it is, found out. */
  readonly mediaType: string;
  /** The document's own title; "" where it has none. */
  readonly title: string;
  /**
   * The whole text, never empty: paragraphs separated by an empty line, "\n" line ends, NFC, without control characters; headings
   * stand in it as lines.
   */
  readonly text: string;
  /** In the order of the text, not overlapping, together covering it; a section without a heading has heading "". */
  readonly sections: readonly ParsedSection[];
  /** Pages, slides or sheets; 0 where the format has none. */
  readonly pages: number;
}

/** A heading with what follows it, up to the next heading of any level, or the next page where headings are rare. */
export interface ParsedSection {
  readonly heading: string;
  /** 1 is the highest; 0 without a heading. */
  readonly level: number;
  /** Span in the text, in UTF-16 code units, its heading line included. */
  readonly start: number;
  readonly end: number;
  /** The page, slide or sheet on which it begins, from 1; 0 where the format has none. */
  readonly page: number;
}
