import type { Expression, Idiom, RecordIdExpression } from "../tree/expression.ts";
import type { Kind } from "../tree/kind.ts";
import type { Program, Statement } from "../tree/statement.ts";
import { beginsStatement } from "../lexer/keywords.ts";
import { Cursor } from "./cursor.ts";
import { parseExpression } from "./expression.ts";
import { parsePlainIdiom } from "./idiom.ts";
import { parseKind } from "./kind.ts";
import { parseRecordId, parseWrittenRecordId } from "./record-id.ts";
import { parseOutermost } from "./statement.ts";

/** Parses a whole text: statements that semicolons part. Throws a `QueryError` for what is no SurrealQL. */
export function parseProgram(text: string): Program {
  return { statements: [...statementsOf(text)] };
}

/** The statements of a text, each parsed when it is asked for. Throws a `QueryError` where one is none. */
export function* statementsOf(text: string): Generator<Statement, void, undefined> {
  const cursor = new Cursor(text);
  for (;;) {
    while (cursor.eat(";")) continue;
    if (cursor.peek().type === "eof") return;
    yield parseOutermost(cursor);
    if (!cursor.is(";")) expectEnd(cursor);
  }
}

function expectEnd(cursor: Cursor): void {
  const token = cursor.peek();
  if (token.type === "eof") return;
  if (!beginsStatement(token.key)) throw cursor.unexpected("Eof");
  throw cursor.unexpected("the query to end", "maybe forgot a semicolon after the previous statement?");
}

function parseWhole<T>(text: string, parse: (cursor: Cursor) => T): T {
  const cursor = new Cursor(text);
  const result = parse(cursor);
  if (cursor.peek().type !== "eof") throw cursor.unexpected("Eof");
  return result;
}

/** Parses one expression. */
export function parseExpressionText(text: string): Expression {
  return parseWhole(text, parseExpression);
}

/** Parses a record id, `person:1`, as a cast of a string to `record` does. */
export function parseRecordIdText(text: string): RecordIdExpression {
  return parseWhole(text, (cursor) => parseRecordId(cursor));
}

/** Parses the record id that a text begins with, without ranges; what follows it is ignored. */
export function parseRecordIdPrefix(text: string): RecordIdExpression {
  return parseWrittenRecordId(new Cursor(text));
}

/** Parses a type, `option<array<int>>`. */
export function parseKindText(text: string): Kind {
  return parseWhole(text, parseKind);
}

/** Parses the path of a field that a text begins with; what follows it is ignored. */
export function parseLeadingIdiom(text: string): Idiom {
  return parsePlainIdiom(new Cursor(text));
}

/** Parses the path of a field, `a.b[0].c`, as `type::field` and FETCH do with strings. */
export function parseIdiomText(text: string): Idiom {
  return parseWhole(text, parsePlainIdiom);
}
