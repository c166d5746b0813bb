import type { Expression } from "../tree/expression.ts";
import type { If, Statement } from "../tree/statement.ts";
import { parseBlock } from "./braces.ts";
import type { Cursor } from "./cursor.ts";
import { parseFieldExpression } from "./expression.ts";
import { parseKind } from "./kind.ts";
import { parseFetch } from "./select-clauses.ts";

type Branch = If["branches"][number];

/** `IF a { … } ELSE IF b { … } ELSE { … }`, or in words: `IF a THEN … ELSE … END`. */
export function parseIf(cursor: Cursor): If {
  cursor.expect("IF");
  const condition = parseFieldExpression(cursor);
  if (cursor.is("{")) return parseBraced(cursor, condition);
  if (!cursor.eat("THEN")) throw cursor.unexpected("THEN or '{'");
  return parseWorded(cursor, condition);
}

function parseBraced(cursor: Cursor, condition: Expression): If {
  const branches: Branch[] = [{ condition, then: parseBody(cursor) }];
  while (cursor.eat("ELSE")) {
    if (!cursor.eat("IF")) return { statement: "if", branches, otherwise: parseBody(cursor) };
    const next = parseFieldExpression(cursor);
    branches.push({ condition: next, then: parseBody(cursor) });
  }
  return { statement: "if", branches, otherwise: undefined };
}

function parseBody(cursor: Cursor): Expression {
  return cursor.naming("fields", parseBlock);
}

function parseWorded(cursor: Cursor, condition: Expression): If {
  const branches: Branch[] = [{ condition, then: parseThen(cursor) }];
  for (;;) {
    if (cursor.eat("END")) return { statement: "if", branches, otherwise: undefined };
    if (!cursor.eat("ELSE")) throw cursor.unexpected("if to end");
    if (!cursor.eat("IF")) break;
    const next = parseFieldExpression(cursor);
    cursor.expect("THEN");
    branches.push({ condition: next, then: parseThen(cursor) });
  }
  const otherwise = parseThen(cursor);
  cursor.expect("END");
  return { statement: "if", branches, otherwise };
}

function parseThen(cursor: Cursor): Expression {
  const then = parseFieldExpression(cursor);
  cursor.eat(";");
  return then;
}

/** `FOR $item IN list { … }`. */
export function parseFor(cursor: Cursor): Statement {
  cursor.expect("FOR");
  const name = cursor.parameter();
  cursor.expect("IN");
  const over = parseFieldExpression(cursor);
  return { statement: "for", name, over, body: cursor.naming("fields", parseBlock) };
}

/** `LET $name: type = value`. */
export function parseLet(cursor: Cursor): Statement {
  cursor.expect("LET");
  const name = cursor.parameter();
  const type = cursor.eat(":") ? parseKind(cursor) : undefined;
  cursor.expect("=");
  return { statement: "let", name, type, value: parseFieldExpression(cursor) };
}

/** `RETURN value [FETCH …]`. */
export function parseReturn(cursor: Cursor): Statement {
  cursor.expect("RETURN");
  const value = parseFieldExpression(cursor);
  return { statement: "return", value, fetch: parseFetch(cursor) };
}
