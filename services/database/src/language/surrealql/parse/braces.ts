import type { Expression } from "../tree/expression.ts";
import type { Block, Statement } from "../tree/statement.ts";
import type { Token } from "../lexer/token.ts";
import type { Cursor } from "./cursor.ts";
import { parseExpression } from "./expression.ts";
import { beginsField, parseObjectFields } from "./object.ts";
import { parseStatement } from "./statement.ts";

/**
 * What stands in braces: an object `{ a: 1 }` or `{}`, a set `{1, 2}`, `{1,}` or `{,}`, or a block of statements `{ LET $a = 1; $a }`. A key with a
 * colon makes an object, a comma after the first expression a set.
 */
export function parseBraces(cursor: Cursor): Expression {
  const open = cursor.expect("{");
  if (cursor.eat("}")) return { kind: "object", entries: [] };
  if (cursor.is(",")) {
    cursor.next();
    cursor.expectClosing("}", open);
    return { kind: "set", items: [] };
  }
  if (beginsField(cursor)) return parseObjectFields(cursor, open);
  return cursor.deeper(() => parseBlockOrSet(cursor, open));
}

/** A block where nothing else may stand, as behind `FOR … IN …` or `ELSE`. */
export function parseBlock(cursor: Cursor): Block {
  const open = cursor.expect("{");
  return cursor.deeper(() => ({ kind: "block", statements: parseStatements(cursor, open, []) }));
}

function parseBlockOrSet(cursor: Cursor, open: Token): Expression {
  if (cursor.is(";")) return { kind: "block", statements: parseStatements(cursor, open, []) };
  const first = parseStatement(cursor);
  if (!cursor.is(",") || first.statement !== "expression") {
    // Behind the first statement the semicolon may be left out.
    return { kind: "block", statements: parseStatements(cursor, open, [first]) };
  }
  const items = [first.expression];
  while (cursor.eat(",")) {
    if (cursor.is("}")) break;
    items.push(parseExpression(cursor));
  }
  cursor.expectClosing("}", open);
  return { kind: "set", items };
}

/** The statements up to the closing brace. */
function parseStatements(cursor: Cursor, open: Token, statements: Statement[]): readonly Statement[] {
  for (;;) {
    while (cursor.eat(";")) continue;
    if (cursor.eat("}")) return statements;
    statements.push(parseStatement(cursor));
    if (cursor.is(";")) continue;
    cursor.expectClosing("}", open);
    return statements;
  }
}
