import { LociError } from "@loci/kernel";
import type { ParsedSection } from "@loci/ports/document-parser";
import type { ParserLimits } from "./limits.ts";
import { lineOf, linesOf, proseOf } from "./normal-text.ts";

/** Takes a document's blocks in order; keeps the text's normal form and the sections' spans. */
export interface DocumentWriter {
  /** Begins a section. @param level 1 is the highest */
  heading(level: number, text: string, page?: number): void;
  /** Begins a section without a heading with the next block; none where nothing follows. */
  section(page: number): void;
  /** Running text; its line ends are kept. */
  paragraph(text: string): void;
  /** One line of a paragraph that following lines go on with; for what comes in great numbers. */
  line(text: string): void;
  /** Text whose blanks mean something: code, plain text; empty lines part it into paragraphs. */
  verbatim(text: string): void;
  /** Whether something was written. */
  readonly written: boolean;
  /** The text of the first block where that is a heading of the highest level; else "". */
  readonly leadingHeading: string;
  finish(): { readonly text: string; readonly sections: readonly ParsedSection[] };
}

type OpenSection = Omit<ParsedSection, "end">;

/** @throws LociError `too_large` from any method, once the text is longer than allowed, or has more sections */
export function createWriter({ maxCharacters, maxSections }: Pick<ParserLimits, "maxCharacters" | "maxSections">): DocumentWriter {
  /** Small pieces are put together now and then: millions of them would take many times their text's memory. */
  const parts: string[] = [];
  let pieces: string[] = [];
  const sections: OpenSection[] = [];
  let length = 0;
  let next: { page: number } | undefined = { page: 0 };
  let leadingHeading = "";
  let inLines = false;

  function block(text: string, after = "\n\n"): void {
    const separator = length === 0 ? "" : after;
    inLines = false;
    if (length + separator.length + text.length > maxCharacters) {
      throw new LociError("too_large", `The document has more than ${maxCharacters} characters of text.`);
    }
    pieces.push(separator, text);
    length += separator.length + text.length;
    if (pieces.length >= 10_000) gather();
  }
  function gather(): void {
    parts.push(pieces.join(""));
    pieces = [];
  }
  function open(heading: string, level: number, page: number): void {
    if (sections.length >= maxSections) throw new LociError("too_large", `The document has more than ${maxSections} sections.`);
    sections.push({ heading, level, page, start: length === 0 ? 0 : length + 2 });
    next = undefined;
  }
  function content(text: string, after?: string): void {
    if (text === "") return;
    if (next !== undefined) open("", 0, next.page);
    block(text, after);
  }

  return {
    heading(level, raw, page = 0) {
      const text = lineOf(raw);
      if (text === "") return;
      if (length === 0 && level === 1) leadingHeading = text;
      open(text, level, page);
      block(text);
    },
    section(page) {
      next = { page };
      inLines = false;
    },
    paragraph: (text) => content(proseOf(text)),
    line(raw) {
      const text = lineOf(raw);
      if (text === "") return;
      content(text, inLines ? "\n" : "\n\n");
      inLines = true;
    },
    verbatim(text) {
      for (const slice of slicesOf(text)) content(linesOf(slice));
    },
    get written() {
      return length > 0;
    },
    get leadingHeading() {
      return leadingHeading;
    },
    finish() {
      gather();
      const text = parts.join("");
      return { text, sections: sections.map((section, i) => ({ ...section, end: sections[i + 1]?.start ?? text.length })) };
    },
  };
}

/** Slices of some size that end between paragraphs: a long text's lines are not all held at once. */
function* slicesOf(text: string): Generator<string> {
  const between = /\n[ \t]*\r?\n/g;
  let start = 0;
  while (start < text.length) {
    between.lastIndex = start + 65_536;
    const end = between.exec(text) === null ? text.length : between.lastIndex;
    yield text.slice(start, end);
    start = end;
  }
}
