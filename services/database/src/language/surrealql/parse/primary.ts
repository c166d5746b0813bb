import { Geometry, type Value } from "../../../values/value.ts";
import type { Expression, RecordIdExpression } from "../tree/expression.ts";
import type { Token } from "../lexer/token.ts";
import { parseBraces } from "./braces.ts";
import { parseBar } from "./closure.ts";
import { Cursor } from "./cursor.ts";
import { parseExpression } from "./expression.ts";
import { continuesIdiom, parseDotPart, parseParts } from "./idiom.ts";
import { parseNumber } from "./number.ts";
import { parsePath } from "./path.ts";
import { parseItems, parseRecordId } from "./record-id.ts";
import { parseRegex } from "./regex.ts";
import { parseScript } from "./script.ts";
import { isOutermostStatement, isStatementWithin, parseStatementWithin } from "./statement.ts";
import { unescape } from "../lexer/escape.ts";
import { rawStart, valueOfString } from "./text.ts";

const beginning = new Set("( [ { < <- <-> <~ -> | || / - + ! @ ..".split(" "));

/** Whether an expression can begin with a token. */
export function beginsExpression(token: Token): boolean {
  return token.type === "symbol" ? beginning.has(token.key) : token.type !== "eof";
}

/** An expression without operators around it and without a path behind it. */
export function parsePrimary(cursor: Cursor): Expression {
  const token = cursor.peek();
  switch (token.type) {
    case "digits":
      return { kind: "literal", value: parseNumber(cursor) };
    case "string":
      cursor.next();
      return token.prefix === "r" ? parseRecordIdIn(cursor, token) : { kind: "literal", value: valueOfString(cursor, token) };
    case "param":
      return { kind: "param", name: cursor.next().text };
    case "word":
      return parseWord(cursor, token);
    case "quoted": {
      const next = cursor.peek(1).key;
      return next === "::" || next === "(" ? parsePath(cursor) : parseName(cursor);
    }
    case "symbol":
      return parseSymbol(cursor, token);
    case "eof":
      throw cursor.unexpected("an expression");
  }
}

function parseWord(cursor: Cursor, token: Token): Expression {
  const value = literals.get(token.key);
  if (value !== undefined) {
    cursor.next();
    return { kind: "literal", value: value.is };
  }
  if (token.text === "NaN" || token.text === "Infinity") {
    cursor.next();
    return { kind: "literal", value: Number(token.text) };
  }
  const next = cursor.peek(1);
  if (isStatementWithin(token.key) && !(token.key === "SLEEP" && next.key === "(")) {
    return { kind: "statement", statement: parseStatementWithin(cursor), parenthesised: false };
  }
  if (token.key === "FUNCTION") return parseScript(cursor);
  if (next.key === "::") return parsePath(cursor);
  return next.key === "(" ? parsePath(cursor) : parseName(cursor);
}

const literals: ReadonlyMap<string, { readonly is: Value }> = new Map<string, { readonly is: Value }>([
  ["NONE", { is: undefined }],
  ["NULL", { is: null }],
  ["TRUE", { is: true }],
  ["FALSE", { is: false }],
]);

function parseName(cursor: Cursor): Expression {
  if (cursor.peek(1).key === ":") return parseRecordId(cursor);
  const name = cursor.next().text;
  return cursor.namesAreTables ? { kind: "table", name } : { kind: "idiom", start: undefined, parts: [{ part: "field", name }] };
}

function parseSymbol(cursor: Cursor, token: Token): Expression {
  switch (token.key) {
    case "[":
      return parseItems(cursor, cursor.next());
    case "{":
      return parseBraces(cursor);
    case "(":
      return parseParenthesised(cursor);
    case "|":
    case "||":
      return parseBar(cursor);
    case "/":
      return parseRegex(cursor, token);
    case "-":
    case "+":
      return parseSigned(cursor, token);
    case "->":
    case "<-":
    case "<->":
    case "<~":
      return { kind: "idiom", start: undefined, parts: parseParts(cursor) };
    case "@":
      return parseDocumentPath(cursor);
    default:
      throw cursor.unexpected("an expression");
  }
}

/** `@` alone is nothing: a path has to follow, whose first dot may be left out. */
function parseDocumentPath(cursor: Cursor): Expression {
  cursor.next();
  const first = continuesIdiom(cursor) ? [] : [cursor.naming("fields", parseDotPart)];
  return { kind: "idiom", start: undefined, parts: [{ part: "repeat" }, ...first, ...parseParts(cursor)] };
}

function parseSigned(cursor: Cursor, sign: Token): Expression {
  cursor.next();
  const negative = sign.key === "-";
  if (cursor.peek().type === "word") {
    cursor.next();
    return { kind: "literal", value: negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY };
  }
  const value = parseNumber(cursor, negative);
  const literal: Expression = { kind: "literal", value };
  const negatable = typeof value === "bigint" || typeof value === "number" || !negative || !isDuration(value);
  return negatable ? literal : { kind: "prefix", operator: "-", operand: literal };
}

function isDuration(value: Value): boolean {
  return typeof value === "object" && value !== null && "nanos" in value;
}

/** Errors show the whole text, unless positions in what escapes stand for are others than in it. */
function cursorIn(outer: Cursor, token: Token): Cursor {
  if (token.text.includes("\\")) return new Cursor(unescape(token.text, outer.source, rawStart(token)));
  return new Cursor(outer.source.slice(0, token.end - 1), rawStart(token), outer.source);
}

function parseRecordIdIn(outer: Cursor, token: Token): RecordIdExpression {
  return parseRecordId(cursorIn(outer, token), false);
}

/** A point `(1.5, 2)`, or an expression in parentheses. */
function parseParenthesised(cursor: Cursor): Expression {
  const open = cursor.expect("(");
  const inner = parseExpression(cursor);
  if (cursor.is(",")) {
    const longitude = coordinate(inner);
    if (longitude !== undefined) {
      cursor.next();
      const latitude = parseCoordinate(cursor);
      cursor.expectClosing(")", open);
      return { kind: "literal", value: new Geometry({ type: "Point", coordinates: [longitude, latitude] }) };
    }
  }
  if (!cursor.is(")")) refuseOutermost(cursor, open);
  cursor.expectClosing(")", open);
  return inner.kind === "statement" ? { ...inner, parenthesised: true } : inner;
}

/** `(USE NS a)`: a statement that cannot stand here was read as the name of a field. */
function refuseOutermost(cursor: Cursor, open: Token): void {
  const word = new Cursor(cursor.source, open.end).peek();
  if (word.type !== "word" || word.end !== cursor.last.end || !isOutermostStatement(word.key)) return;
  const found = cursor.peek();
  throw cursor.errorAt(`Unexpected token \`${word.key}\` expected \`)\``, found, {
    start: word.start,
    end: word.end,
    note: "This is a reserved keyword here and can't be an identifier",
  });
}

function coordinate(expression: Expression): number | undefined {
  if (expression.kind !== "literal") return undefined;
  const { value } = expression;
  return typeof value === "bigint" || typeof value === "number" ? Number(value) : undefined;
}

function parseCoordinate(cursor: Cursor): number {
  const token = cursor.peek();
  const signed = token.key === "-" || token.key === "+";
  if (token.type !== "digits" && !(signed && cursor.peek(1).type === "digits")) throw cursor.unexpected("a floating point number");
  if (signed) cursor.next();
  const value = parseNumber(cursor, token.key === "-");
  if (typeof value !== "bigint" && typeof value !== "number")
    throw cursor.error("Unexpected token `a number`, expected a floating point number", token);
  return Number(value);
}
