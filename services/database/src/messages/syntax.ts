import { QueryError } from "../errors.ts";

/** A stretch of the source, `end` excluded, with what is said about it below the line. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly note?: string;
}

/** Longest line of source that is shown whole; of a longer one a part around the span is shown. */
const longestLine = 80;
/** A span that begins further right than this has the line's beginning cut off. */
const farRight = 50;
const keptBefore = 10;

/** A text is no SurrealQL: what is wrong, and each place with its line of source. */
export function syntaxError(text: string, source: string, ...spans: readonly Span[]): QueryError {
  const shown = spans.map((span) => snippet(source, span));
  return new QueryError("Validation", `Parse error: ${text}\n${shown.join("")}`, { reason: "parse", details: { kind: "Parse" } });
}

function snippet(source: string, span: Span): string {
  const lineStart = source.lastIndexOf("\n", span.start - 1) + 1;
  const lineNumber = countLines(source, lineStart);
  const found = source.indexOf("\n", lineStart);
  const lineEnd = found === -1 ? source.length : found;
  const line = source.slice(lineStart, lineEnd).trimEnd();
  const column = lengthInCharacters(source.slice(lineStart, span.start));
  // Of what goes over several lines only the beginning is marked.
  const width = span.end > lineEnd ? 1 : Math.max(1, lengthInCharacters(source.slice(span.start, span.end)));
  const gutter = " ".repeat(String(lineNumber).length);
  const cut = cutLine(line, span.start - lineStart, column);
  const marks = " ".repeat(cut.column) + "^".repeat(width) + (span.note === undefined ? "" : ` ${span.note}`);
  return `${gutter}--> [${lineNumber}:${column + 1}]\n${gutter} |\n${lineNumber} | ${cut.text}\n${gutter} | ${marks}\n`;
}

/** A line can be as long as an import: only what is shown of it is taken apart. `start` is where the span begins in the line, `column` the same in characters. */
function cutLine(line: string, start: number, column: number): { readonly text: string; readonly column: number } {
  const trimmed = line.trimStart();
  const indent = line.length - trimmed.length;
  const at = Math.max(0, column - indent);
  const isFar = at > farRight;
  const shown = isFar ? firstCharacters(line.slice(backBy(keptBefore, line, start))) : firstCharacters(trimmed);
  if (!isFar && shown.length <= longestLine) return { text: trimmed, column: at };
  if (!isFar) return { text: `${shown.slice(0, longestLine - 3).join("")}...`, column: at };
  const rest = shown.length <= longestLine ? shown.join("") : `${shown.slice(0, longestLine - 6).join("")}...`;
  return { text: `...${rest}`, column: keptBefore + 3 };
}

/** Enough of them to tell that there are more than are shown. */
function firstCharacters(text: string): readonly string[] {
  return Array.from(text.slice(0, 2 * (longestLine + 1)));
}

/** Where the character begins that stands so many before the one at `index`. */
function backBy(characters: number, text: string, index: number): number {
  let at = index;
  for (let left = characters; left > 0 && at > 0; left--) at -= isPairEnd(text, at - 1) ? 2 : 1;
  return at;
}

function countLines(source: string, before: number): number {
  let count = 1;
  for (let at = source.indexOf("\n"); at !== -1 && at < before; at = source.indexOf("\n", at + 1)) count += 1;
  return count;
}

function lengthInCharacters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) if (isPairEnd(text, at)) count -= 1;
  return count;
}

/** Whether a unit of UTF-16 is the second half of a character. */
function isPairEnd(text: string, at: number): boolean {
  return isWithin(text.charCodeAt(at), 0xdc00, 0xdfff) && isWithin(text.charCodeAt(at - 1), 0xd800, 0xdbff);
}

function isWithin(code: number, first: number, last: number): boolean {
  return code >= first && code <= last;
}
