import type { Expression } from "../tree/expression.ts";
import { parseArguments } from "./arguments.ts";
import type { Cursor } from "./cursor.ts";

/** `function($a) { JavaScript }`: its body is skipped, as it is never run. */
export function parseScript(cursor: Cursor): Expression {
  cursor.next();
  if (!cursor.is("(")) throw cursor.unexpected("(");
  const args = parseArguments(cursor);
  if (!cursor.is("{")) throw cursor.unexpected("{");
  const start = cursor.peek().start;
  const end = endOfBody(cursor.source, start);
  if (end === undefined) {
    throw cursor.error("Invalid JavaScript function, encountered unexpected eof", { start, end: cursor.source.length });
  }
  cursor.take(end);
  return { kind: "call", callee: { of: "script", body: cursor.source.slice(start, end) }, args };
}

/** Behind the brace that closes the body; braces in strings, templates and comments do not count. */
function endOfBody(source: string, open: number): number | undefined {
  let depth = 0;
  let at = open;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (depth === 0) return at + 1;
    at = behind(source, at, character);
  }
  return undefined;
}

function behind(source: string, at: number, character: string): number {
  if (character === "'" || character === '"' || character === "`") return endOfString(source, at + 1, character);
  if (source.startsWith("//", at)) return endOf(source, "\n", at);
  return source.startsWith("/*", at) ? endOf(source, "*/", at + 2) : at + 1;
}

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + mark.length;
}

function endOfString(source: string, from: number, quote: string): number {
  let at = from;
  while (at < source.length && source.charAt(at) !== quote) at += source.charAt(at) === "\\" ? 2 : 1;
  return at + 1;
}
