import type { Cursor } from "../parse/cursor.ts";
import { parseTableExpression } from "../parse/expression.ts";
import { parseFetch, parseFields, parseWhere } from "../parse/select-clauses.ts";
import { valueOfString } from "../parse/text.ts";
import type { Expression, Live, Show, Statement } from "../tree/index.ts";
import { parseIntegerOf, parseSmallInteger } from "./small-integer.ts";

/** A LIVE, whose keyword is taken already. */
export function parseLive(cursor: Cursor): Live {
  cursor.expect("SELECT");
  const fields = cursor.eat("DIFF") ? "diff" : parseFields(cursor);
  cursor.expect("FROM");
  const what = parseTableExpression(cursor);
  const where = parseWhere(cursor);
  return { statement: "live", fields, what, where, fetch: parseFetch(cursor) };
}

/** A KILL, whose keyword is taken already. */
export function parseKill(cursor: Cursor): Extract<Statement, { statement: "kill" }> {
  const token = cursor.peek();
  if (token.type === "param") return { statement: "kill", id: { kind: "param", name: cursor.next().text } };
  if (token.type !== "string" || token.prefix !== "u") throw cursor.unexpected("a UUID or a parameter");
  return { statement: "kill", id: parseStringValue(cursor) };
}

/** A SHOW, whose keyword is taken already. */
export function parseShow(cursor: Cursor): Show {
  cursor.expect("CHANGES");
  cursor.expect("FOR");
  const table = cursor.eat("DATABASE") ? undefined : parseTable(cursor);
  cursor.expect("SINCE");
  const since = parseSince(cursor);
  return { statement: "show", table, since, limit: cursor.eat("LIMIT") ? parseSmallInteger(cursor, 32) : undefined };
}

function parseTable(cursor: Cursor): string {
  if (!cursor.eat("TABLE")) throw cursor.unexpected("`TABLE` or `DATABASE`");
  return cursor.identifier();
}

function parseSince(cursor: Cursor): Show["since"] {
  const token = cursor.peek();
  if (token.type === "digits") return { version: parseIntegerOf(cursor, 64) };
  if (token.type === "string" && token.prefix === "d") return { time: parseStringValue(cursor) };
  throw cursor.unexpected("a version stamp or a date-time");
}

function parseStringValue(cursor: Cursor): Expression {
  return { kind: "literal", value: valueOfString(cursor, cursor.next()) };
}
