import type { ClosureExpression, Expression, MockCount, Parameter } from "../tree/expression.ts";
import type { Cursor } from "./cursor.ts";
import { parseBlock } from "./braces.ts";
import { parseExpression } from "./expression.ts";
import { parseKind, parseSingleKind } from "./kind.ts";
import { parseInteger } from "./number.ts";

/** What a bar begins: a closure `|$a: int| $a + 1`, or random records `|person:10|`. */
export function parseBar(cursor: Cursor): Expression {
  if (cursor.eat("||")) return parseBody(cursor, []);
  if (cursor.peek(1).type !== "param") return parseMock(cursor);
  const open = cursor.expect("|");
  const parameters: Parameter[] = [];
  while (!cursor.is("|")) {
    const name = cursor.parameter();
    parameters.push({ name, type: cursor.eat(":") ? parseSingleKind(cursor) : { kind: "any" } });
    if (!cursor.eat(",")) break;
  }
  cursor.expectClosing("|", open);
  return parseBody(cursor, parameters);
}

/** With a type for the result the body is a block. */
function parseBody(cursor: Cursor, parameters: readonly Parameter[]): ClosureExpression {
  if (!cursor.eat("->")) return { kind: "closure", parameters, returns: undefined, body: parseExpression(cursor) };
  const returns = parseKind(cursor);
  return { kind: "closure", parameters, returns, body: parseBlock(cursor) };
}

function parseMock(cursor: Cursor): Expression {
  const open = cursor.expect("|");
  const table = cursor.identifier();
  cursor.expect(":");
  const count = parseCount(cursor);
  cursor.expectClosing("|", open);
  return { kind: "mock", table, count };
}

/** The bounds of a mock are ints; the begin may be left out of the range with `>..`. */
function parseCount(cursor: Cursor): MockCount {
  const beginning = cursor.is("..") ? undefined : parseSigned(cursor);
  const after = beginning !== undefined && cursor.is(">") ? cursor.eat(">") : false;
  if (!cursor.eat("..")) return { random: beginning ?? 0n };
  const inclusive = cursor.eat("=");
  const to = cursor.is("|") ? undefined : parseSigned(cursor);
  return { from: beginning !== undefined && after ? beginning + 1n : beginning, to, inclusive };
}

function parseSigned(cursor: Cursor): bigint {
  const negative = cursor.eat("-");
  const value = parseInteger(cursor, "an signed integer");
  return negative ? -value : value;
}
