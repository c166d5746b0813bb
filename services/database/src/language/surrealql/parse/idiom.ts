import type { Expression, Idiom } from "../tree/expression.ts";
import type { Part } from "../tree/idiom.ts";
import type { Token } from "../lexer/token.ts";
import { parseArguments } from "./arguments.ts";
import type { Cursor } from "./cursor.ts";
import { parseDestructure, parseRecursion } from "./destructure.ts";
import { parseExpression } from "./expression.ts";
import { parseGraphPart } from "./graph.ts";
import { parseNumber } from "./number.ts";

/** The parts of one path: each takes room on the stack when it is followed. */
const longestPath = 1_000;

const graphSteps = new Set(["->", "<-", "<->", "<~"]);
const continuing = new Set([".", "[", "…", "...", ...graphSteps]);

/** Whether a token goes on with a path. */
export function continuesIdiom(cursor: Cursor): boolean {
  const key = cursor.peek().key;
  return continuing.has(key) || (key === "?" && isOptionalDot(cursor));
}

/** `?.` is the older spelling of `.?`. */
function isOptionalDot(cursor: Cursor): boolean {
  const question = cursor.peek();
  const dot = cursor.peek(1);
  return dot.key === "." && dot.start === question.end;
}

/** The parts that follow what a path begins with. */
export function parseParts(cursor: Cursor): readonly Part[] {
  return cursor.naming("fields", (inner) => {
    const parts: Part[] = [];
    while (continuesIdiom(inner)) {
      if (parts.length === longestPath) throw inner.error("Exceeded query recursion depth limit", inner.peek());
      parts.push(parsePart(inner));
    }
    return parts;
  });
}

function parsePart(cursor: Cursor): Part {
  switch (cursor.peek().key) {
    case ".":
      cursor.next();
      return parseDotPart(cursor);
    case "[":
      return parseBracketPart(cursor);
    case "…":
    case "...":
      cursor.next();
      return { part: "flatten" };
    case "?":
      cursor.next();
      return { part: "optional" };
    default:
      return parseGraphPart(cursor);
  }
}

/** What stands behind a dot. */
export function parseDotPart(cursor: Cursor): Part {
  const token = cursor.peek();
  switch (token.key) {
    case "*":
      cursor.next();
      return { part: "all" };
    case "?":
      cursor.next();
      return { part: "optional" };
    case "@":
      cursor.next();
      return { part: "repeat" };
    case "{":
      cursor.next();
      return beginsRecursion(cursor.peek()) ? parseRecursion(cursor, token) : parseDestructure(cursor, token);
    default: {
      const name = cursor.identifier();
      if (!cursor.is("(")) return { part: "field", name };
      return { part: "method", name, args: parseArguments(cursor) };
    }
  }
}

function beginsRecursion(token: Token): boolean {
  return token.type === "digits" || token.key === ".." || token.key === "*";
}

function parseBracketPart(cursor: Cursor): Part {
  const open = cursor.expect("[");
  const part = parseWithinBrackets(cursor);
  cursor.expectClosing("]", open);
  return part;
}

function parseWithinBrackets(cursor: Cursor): Part {
  switch (cursor.peek().key) {
    case "*":
      cursor.next();
      return { part: "all" };
    case "$":
      cursor.next();
      return { part: "last" };
    case "?":
    case "WHERE":
      cursor.next();
      return { part: "where", condition: parseExpression(cursor) };
    default:
      return { part: "index", index: parseExpression(cursor) };
  }
}

/** A path of an expression and what follows it; the expression alone where nothing does. */
export function withParts(cursor: Cursor, start: Expression): Expression {
  if (!continuesIdiom(cursor)) return start;
  const parts = parseParts(cursor);
  return start.kind === "idiom" ? { ...start, parts: [...start.parts, ...parts] } : { kind: "idiom", start, parts };
}

/** The path of a field, as behind SET, UNSET, AS: it begins with a name or a graph step. */
export function parsePlainIdiom(cursor: Cursor): Idiom {
  const first = cursor.peek().key;
  if (first === "<") throw cursor.unexpected("either `<-` `<->` or `->`");
  if (graphSteps.has(first)) return { kind: "idiom", start: undefined, parts: parseParts(cursor) };
  return { kind: "idiom", start: undefined, parts: [{ part: "field", name: cursor.identifier() }, ...parseParts(cursor)] };
}

export function parseIdiomList(cursor: Cursor): readonly Idiom[] {
  const list = [parsePlainIdiom(cursor)];
  while (cursor.eat(",")) list.push(parsePlainIdiom(cursor));
  return list;
}

/** The path of a field in ORDER BY, GROUP BY and SPLIT: names, `.*`, `[*]`, `[$]` and numbers in brackets. */
export function parseBasicIdiom(cursor: Cursor): Idiom {
  const parts: Part[] = [{ part: "field", name: cursor.identifier() }];
  for (;;) {
    if (cursor.eat(".")) parts.push(cursor.eat("*") ? { part: "all" } : { part: "field", name: cursor.identifier() });
    else if (cursor.is("[")) parts.push(parseBasicBrackets(cursor));
    else return { kind: "idiom", start: undefined, parts };
  }
}

function parseBasicBrackets(cursor: Cursor): Part {
  const open = cursor.expect("[");
  const part = parseWithinBasicBrackets(cursor);
  cursor.expectClosing("]", open);
  return part;
}

function parseWithinBasicBrackets(cursor: Cursor): Part {
  if (cursor.eat("*")) return { part: "all" };
  if (cursor.eat("$")) return { part: "last" };
  if (cursor.peek().type !== "digits") throw cursor.unexpected("$, * or a number");
  return { part: "index", index: { kind: "literal", value: parseNumber(cursor) } };
}
