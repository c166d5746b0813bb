/** What shows by its form alone that the service wrote it: a block of memory, and a record in JSON. */
import type { Span } from "./spans.ts";

/** The first line of every block, whatever became of its case, line breaks and quotation marks; with its end, or up to an empty line. */
const block =
  /<memory>[\s>*#"'\\nr-]*What (?:is known from earlier|follows is stored data)\b(?:(?!<memory>)[\s\S])*?(?:<\/memory>|\n[ \t>]*\n|(?=<memory>)|$)/gi;

/** The id of a record, as a member of a JSON object. */
const recordId = /"(?:id|turnId|traceId|entityId)"\s*:\s*"[a-z_]+:[0-9a-z]{26}"/g;
const longestObject = 20_000;
const maxRecords = 200;

export function spansOfOwnForm(text: string): Span[] {
  return [...blocks(text), ...records(text)];
}

function blocks(text: string): Span[] {
  return [...text.matchAll(block)].map((found) => ({ start: found.index, end: found.index + found[0].length }));
}

/** The objects of JSON that name one of the service's records. */
function records(text: string): Span[] {
  const spans: Span[] = [];
  for (const { index } of text.matchAll(recordId).take(maxRecords)) {
    const last = spans.at(-1);
    if (last && index < last.end) continue;
    const start = opening(text, index);
    if (start >= 0) spans.push({ start, end: closing(text, start) });
  }
  return spans;
}

function opening(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at >= Math.max(0, from - longestObject); at--) {
    const letter = text.charAt(at);
    if (letter === "}") depth++;
    if (letter === "{" && depth-- === 0) return at;
  }
  return -1;
}

/** Where the object ends; where it was cut, at the end of the text. */
function closing(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < Math.min(text.length, start + longestObject); at++) {
    const letter = text.charAt(at);
    if (letter === "\\") at++;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === "{") depth++;
    else if (!quoted && letter === "}" && --depth === 0) return at + 1;
  }
  return Math.min(text.length, start + longestObject);
}
