import type { Expression, KeyBound, RecordIdExpression, RecordKeyExpression } from "../tree/expression.ts";
import { endOfWord, isDigit, isWordPart } from "../lexer/scan.ts";
import type { Token } from "../lexer/token.ts";
import type { Cursor } from "./cursor.ts";
import { parseExpression } from "./expression.ts";
import { parseObjectFields } from "./object.ts";
import { valueOfString } from "./text.ts";

type Key = RecordIdExpression["key"];

const largestInt = 9_223_372_036_854_775_807n;

/** A record id, `person:1`; its table's name is the next token, and a colon follows. With `ranges` also `person:1..5`. */
export function parseRecordId(cursor: Cursor, ranges = true): RecordIdExpression {
  const name = cursor.peek();
  const table = cursor.identifier();
  if (!cursor.is(":")) throw cursor.unexpected(":");
  if (!cursor.glued) throw cursor.error("Unexpected whitespace", name, "No whitespace allowed after this token");
  cursor.next();
  if (cursor.peek().type === "param") throw parameterAsKey(cursor, cursor.source.slice(name.start, name.end));
  return { kind: "record-id", table, key: ranges ? parseKeyOrRange(cursor) : parseKey(cursor) };
}

/** A record id as a cast of a string reads it: without ranges and without keys that are made anew; space may stand before the key. */
export function parseWrittenRecordId(cursor: Cursor): RecordIdExpression {
  const table = cursor.identifier();
  if (!cursor.is(":")) throw cursor.unexpected(":");
  cursor.next();
  const key = cursor.peek().type === "word" ? ofLiteral(cursor.next().text) : parseKeyAt(cursor);
  return { kind: "record-id", table, key };
}

function parameterAsKey(cursor: Cursor, table: string): Error {
  const token = cursor.peek();
  const parameter = cursor.source.slice(token.start, token.end);
  const note = `Record-id's can be create from a param with \`type::record("${table}",${parameter})\``;
  return cursor.error("Unexpected token `$param` expected a record-id key", token, note);
}

/** A key, or a range of keys: `1..5`, `1>..=5`, `..`. */
export function parseKeyOrRange(cursor: Cursor): Key {
  if (atGlued(cursor, "..")) return parseRangeFrom(cursor, undefined);
  const first = parseKey(cursor);
  if (atGlued(cursor, "..")) return parseRangeFrom(cursor, { value: first, inclusive: true });
  if (!atGlued(cursor, ">") || cursor.peek(1).start !== cursor.peek().end) return first;
  cursor.next();
  if (!cursor.is("..")) throw cursor.unexpected("the range operator `..`");
  return parseRangeFrom(cursor, { value: first, inclusive: false });
}

/** A range where one key alone may not stand, as in `->likes:1..5`. */
export function parseKeyRange(cursor: Cursor): Exclude<Key, RecordKeyExpression> {
  const key = parseKeyOrRange(cursor);
  if (key.key !== "range") throw cursor.unexpected("..");
  return key;
}

function atGlued(cursor: Cursor, key: string): boolean {
  return cursor.is(key) && cursor.glued;
}

function parseRangeFrom(cursor: Cursor, begin: KeyBound | undefined): Exclude<Key, RecordKeyExpression> {
  cursor.expect("..");
  const inclusive = atGlued(cursor, "=");
  if (inclusive) cursor.next();
  const end = cursor.glued && beginsKey(cursor.peek()) ? { value: parseKey(cursor), inclusive } : undefined;
  return { key: "range", begin, end };
}

function beginsKey(token: Token): boolean {
  if (token.type === "symbol") return token.key === "[" || token.key === "{" || token.key === "-";
  return token.type === "word" || token.type === "quoted" || token.type === "digits" || isUuid(token);
}

function isUuid(token: Token): boolean {
  return token.type === "string" && token.prefix === "u";
}

function parseKey(cursor: Cursor): RecordKeyExpression {
  if (!cursor.glued) throw cursor.unexpected("a record-id key");
  return parseKeyAt(cursor);
}

function parseKeyAt(cursor: Cursor): RecordKeyExpression {
  const token = cursor.peek();
  switch (token.type) {
    case "digits":
      return ofLiteral(parseDigitsKey(cursor, ""));
    case "word":
      return generated(cursor) ?? ofLiteral(cursor.next().text);
    case "quoted":
      return ofLiteral(cursor.next().text);
    case "string":
      if (isUuid(token)) return ofLiteral(valueOfString(cursor, cursor.next()));
      throw cursor.unexpected(token.prefix === "" || token.prefix === "s" ? "an identifier" : "a record-id key");
    case "param":
    case "eof":
      throw cursor.unexpected("a record-id key");
    case "symbol":
      return parseSymbolKey(cursor, token);
  }
}

function parseSymbolKey(cursor: Cursor, token: Token): RecordKeyExpression {
  switch (token.key) {
    case "-":
      cursor.next();
      if (cursor.peek().type !== "digits") throw cursor.unexpected("a number");
      return ofLiteral(parseDigitsKey(cursor, "-"));
    case "[":
    case "{":
      return { key: "value", value: cursor.naming("fields", parseCollectionKey) };
    default:
      throw cursor.unexpected("a record-id key");
  }
}

function ofLiteral(value: Extract<Expression, { kind: "literal" }>["value"]): RecordKeyExpression {
  return { key: "value", value: { kind: "literal", value } };
}

/** Digits alone are an int if they fit, else text; text may begin with digits. */
function parseDigitsKey(cursor: Cursor, sign: string): string | bigint {
  const start = cursor.peek().start;
  let end = start;
  while (isDigit(cursor.source.charCodeAt(end))) end += 1;
  if (isWordPart(cursor.source.charCodeAt(end))) {
    end = endOfWord(cursor.source, end);
    cursor.take(end);
    return sign + cursor.source.slice(start, end);
  }
  const text = sign + cursor.source.slice(start, cursor.take(end).end);
  // Longer than the longest int: text, without the cost of a big number.
  if (text.length > 20) return text;
  const int = BigInt(text);
  return int > largestInt || int < -largestInt - 1n ? text : int;
}

/** `rand()`, `ulid()` and `uuid()`: made anew each time. */
function generated(cursor: Cursor): RecordKeyExpression | undefined {
  const by = cursor.peek().key.toLowerCase();
  if ((by !== "rand" && by !== "ulid" && by !== "uuid") || cursor.peek(1).key !== "(") return undefined;
  cursor.next();
  cursor.next();
  cursor.expect(")");
  return { key: "generated", by };
}

function parseCollectionKey(cursor: Cursor): Expression {
  const open = cursor.next();
  if (open.key === "{") {
    return parseObjectFields(cursor, open);
  }
  return parseItems(cursor, open);
}

/** The items of an array up to its `]`. */
export function parseItems(cursor: Cursor, open: Token): Expression {
  const items: Expression[] = [];
  while (!cursor.is("]")) {
    items.push(parseExpression(cursor));
    if (!cursor.eat(",")) break;
  }
  cursor.expectClosing("]", open);
  return { kind: "array", items };
}
