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
  const width = Math.max(1, lengthInCharacters(source.slice(span.start, Math.min(span.end, lineEnd))));
  const gutter = " ".repeat(String(lineNumber).length);
  const cut = cutLine(line, column);
  const marks = " ".repeat(cut.column) + "^".repeat(width) + (span.note === undefined ? "" : ` ${span.note}`);
  return `${gutter}--> [${lineNumber}:${column + 1}]\n${gutter} |\n${lineNumber} | ${cut.text}\n${gutter} | ${marks}\n`;
}

function cutLine(line: string, column: number): { readonly text: string; readonly column: number } {
  const trimmed = line.trimStart();
  const indent = line.length - trimmed.length;
  const characters = Array.from(trimmed);
  const at = Math.max(0, column - indent);
  if (at <= farRight && characters.length <= longestLine) return { text: trimmed, column: at };
  if (at <= farRight) return { text: `${characters.slice(0, longestLine - 3).join("")}...`, column: at };
  const rest = characters.slice(at - keptBefore);
  const shown = rest.length <= longestLine ? rest.join("") : `${rest.slice(0, longestLine - 6).join("")}...`;
  return { text: `...${shown}`, column: keptBefore + 3 };
}

function countLines(source: string, before: number): number {
  let count = 1;
  for (let at = source.indexOf("\n"); at !== -1 && at < before; at = source.indexOf("\n", at + 1)) count += 1;
  return count;
}

function lengthInCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
