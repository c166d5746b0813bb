import type { DestructureField, Part, RecursePart } from "../tree/idiom.ts";
import type { Token } from "../lexer/token.ts";
import { shownToken } from "../lexer/token.ts";
import type { Cursor } from "./cursor.ts";
import { parseExpression } from "./expression.ts";
import { parseParts } from "./idiom.ts";
import { parseSmallInteger } from "../parse-define/small-integer.ts";
import { parseRecordId } from "./record-id.ts";

/** `.{ name, address.*, friend.{ name }, all: ->knows->person }`; the brace is taken already. */
export function parseDestructure(cursor: Cursor, open: Token): Part {
  return { part: "destructure", fields: cursor.deeper(() => parseFields(cursor, open)) };
}

function parseFields(cursor: Cursor, open: Token): readonly DestructureField[] {
  const fields: DestructureField[] = [];
  while (!cursor.is("}")) {
    fields.push(parseField(cursor));
    if (!cursor.eat(",")) break;
  }
  cursor.expectClosing("}", open);
  return fields;
}

function parseField(cursor: Cursor): DestructureField {
  const name = cursor.identifier();
  if (cursor.eat(":")) return { field: "aliased", name, value: parseExpression(cursor) };
  if (!cursor.eat(".")) return { field: "name", name };
  if (cursor.eat("*")) return { field: "all", name };
  if (!cursor.is("{") && cursor.peek().type !== "word") throw cursor.unexpected("an identifier");
  if (!cursor.is("{"))
    throw cursor.error(`Unexpected token \`${shownToken(cursor.peek())}\` expected a \`*\` or a destructuring`, cursor.peek());
  const open = cursor.next();
  return { field: "nested", name, fields: cursor.deeper(() => parseFields(cursor, open)) };
}

/** `.{1..3+path}(->knows->person)`; the brace is taken already. */
export function parseRecursion(cursor: Cursor, open: Token): RecursePart {
  if (cursor.is("*")) throw cursor.error("Unexpected token `*` expected an integer or ..", cursor.peek());
  const min = cursor.peek().type === "digits" ? parseSmallInteger(cursor, 32) : undefined;
  let max = min;
  if (cursor.eat("..")) max = cursor.peek().type === "digits" ? parseSmallInteger(cursor, 32) : undefined;
  const instruction = cursor.eat("+") ? parseInstruction(cursor) : undefined;
  cursor.expectClosing("}", open);
  return { part: "recurse", min, max, path: parsePath(cursor), instruction };
}

function parsePath(cursor: Cursor): readonly Part[] | undefined {
  if (!cursor.is("(")) return undefined;
  const open = cursor.next();
  const path = cursor.deeper(parseParts);
  cursor.expectClosing(")", open);
  return path;
}

function parseInstruction(cursor: Cursor): RecursePart["instruction"] {
  const token = cursor.peek();
  const name = cursor.identifier();
  switch (name.toLowerCase()) {
    case "path":
      return { find: "path", inclusive: parseInclusive(cursor) };
    case "collect":
      return { find: "collect", inclusive: parseInclusive(cursor) };
    case "shortest": {
      cursor.expect("=");
      const to = cursor.peek().type === "param" ? ({ kind: "param", name: cursor.parameter() } as const) : parseRecordId(cursor);
      return { find: "shortest", to, inclusive: parseInclusive(cursor) };
    }
    default:
      throw cursor.error(`Unexpected instruction \`${name}\` expected \`path\`, \`collect\`, or \`shortest\``, token);
  }
}

function parseInclusive(cursor: Cursor): boolean {
  if (!cursor.eat("+")) return false;
  const token = cursor.peek();
  const option = cursor.identifier();
  if (option.toLowerCase() !== "inclusive") throw cursor.error(`Unexpected option \`${option}\` expected \`inclusive\``, token);
  return true;
}
