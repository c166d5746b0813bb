import { Duration } from "../../../values/value.ts";
import type { Expression } from "../tree/expression.ts";
import type { Token } from "../lexer/token.ts";
import type { Cursor } from "./cursor.ts";
import { parseExpression } from "./expression.ts";
import { parseNumber } from "./number.ts";
import { parseStringText } from "./text.ts";

/** Whether the key of a field and its colon come next. */
export function beginsField(cursor: Cursor): boolean {
  const token = cursor.peek();
  if (token.type === "digits") return isNumberKey(cursor);
  return (token.type === "word" || token.type === "quoted" || isText(token)) && cursor.peek(1).key === ":";
}

function isNumberKey(cursor: Cursor): boolean {
  const mark = cursor.mark();
  const value = parseNumber(cursor);
  const found = !(value instanceof Duration) && cursor.is(":");
  cursor.reset(mark);
  return found;
}

function isText(token: Token): boolean {
  return token.type === "string" && (token.prefix === "" || token.prefix === "s");
}

export function parseObjectKey(cursor: Cursor): string {
  const token = cursor.peek();
  if (isText(token)) return parseStringText(cursor);
  if (token.type === "digits") {
    parseNumber(cursor);
    return cursor.source.slice(token.start, cursor.last.end);
  }
  return cursor.identifier("an object key");
}

/** An object; its `{` is taken already. A key that is named twice has its last value. */
export function parseObjectFields(cursor: Cursor, open: Token): Expression {
  const entries: (readonly [key: string, value: Expression])[] = [];
  while (!cursor.is("}")) {
    const key = parseObjectKey(cursor);
    cursor.expect(":");
    entries.push([key, parseExpression(cursor)]);
    if (!cursor.eat(",")) break;
  }
  cursor.expectClosing("}", open);
  return { kind: "object", entries };
}
