import { RE2JS } from "re2js";
import { Regex } from "../../../values/value.ts";
import { regexProblem } from "../lexer/regex-syntax.ts";
import type { Expression } from "../tree/expression.ts";
import type { Token } from "../lexer/token.ts";
import type { Cursor } from "./cursor.ts";

/** A regular expression, whose first slash is the next token: it ends with the first slash that no backslash stands before. */
export function parseRegex(cursor: Cursor, open: Token): Expression {
  const source = cursor.source;
  let at = open.end;
  while (at < source.length && source.charAt(at) !== "/") at += source.charAt(at) === "\\" ? 2 : 1;
  if (at >= source.length) {
    throw cursor.error("Failed to lex regex, unexpected eof", { start: open.start, end: source.length });
  }
  const text = source.slice(open.end, at).replaceAll("\\/", "/");
  cursor.take(at + 1);
  const problem = regexProblem(text) ?? compileProblem(text);
  if (problem !== undefined) throw cursor.error(`Invalid regex syntax ${problem}`, { start: open.start, end: at + 1 });
  return { kind: "literal", value: new Regex(text) };
}

function compileProblem(text: string): string | undefined {
  try {
    RE2JS.compile(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
