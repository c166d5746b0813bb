import type { Expression } from "../tree/expression.ts";
import type { Statement } from "../tree/statement.ts";
import { isDefining, isManaging, parseDefining, parseManaging } from "../parse-define/index.ts";
import { parseFor, parseIf, parseLet, parseReturn } from "./control.ts";
import type { Cursor } from "./cursor.ts";
import { parseExplained } from "./explain.ts";
import { parseExpressionHere } from "./expression.ts";
import { parseInsert } from "./insert.ts";
import { parseDuration } from "./number.ts";
import { parseSelect } from "./select.ts";
import { parseOption, parseThrow, parseUse } from "./session.ts";
import { parseCreate, parseDelete, parseRelate, parseUpdate } from "./write.ts";

type Parse = (cursor: Cursor) => Statement;

/** Statements that may stand wherever an expression may. */
const within: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ["BREAK", (cursor) => parseWord(cursor, { statement: "break" })],
  ["CONTINUE", (cursor) => parseWord(cursor, { statement: "continue" })],
  ["CREATE", parseCreate],
  ["DELETE", parseDelete],
  ["EXPLAIN", parseExplained],
  ["FOR", parseFor],
  ["IF", parseIf],
  ["INSERT", parseInsert],
  ["LET", parseLet],
  ["RELATE", parseRelate],
  ["RETURN", parseReturn],
  ["SELECT", parseSelect],
  ["SLEEP", parseSleep],
  ["THROW", parseThrow],
  ["UPDATE", parseUpdate],
  ["UPSERT", parseUpdate],
]);

/** Statements that only a whole text has; elsewhere their keywords are names. */
const outermost: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ["BEGIN", (cursor) => parseTransaction(cursor, { statement: "begin" })],
  ["CANCEL", (cursor) => parseTransaction(cursor, { statement: "cancel" })],
  ["COMMIT", (cursor) => parseTransaction(cursor, { statement: "commit" })],
  ["OPTION", parseOption],
  ["USE", parseUse],
]);

/** Whether a keyword begins a statement also within expressions. */
export function isStatementWithin(key: string): boolean {
  return within.has(key) || isDefining(key);
}

/** Whether a keyword begins a statement only at the outermost level. */
export function isOutermostStatement(key: string): boolean {
  return outermost.has(key) || isManaging(key);
}

/** The statement whose keyword is the next token. */
export function parseStatementWithin(cursor: Cursor): Statement {
  const parse = within.get(cursor.peek().key) ?? parseDefined;
  return cursor.naming("fields", parse);
}

/** One statement of a whole text. */
export function parseOutermost(cursor: Cursor): Statement {
  const parse = outermost.get(cursor.peek().key);
  if (parse !== undefined) return parse(cursor);
  return parseManaging(cursor) ?? parseStatement(cursor);
}

function parseDefined(cursor: Cursor): Statement {
  const statement = parseDefining(cursor);
  if (statement === undefined) throw cursor.unexpected("an expression");
  return statement;
}

/** One statement of a block. */
export function parseStatement(cursor: Cursor): Statement {
  const start = cursor.peek();
  const expression = cursor.naming("fields", parseExpressionHere);
  if (start.type === "param") refuseAssignment(cursor, expression, start.start);
  return expression.kind === "statement" && !expression.parenthesised
    ? expression.statement
    : { statement: "expression", expression };
}

/** `$a = 1` once declared a parameter. */
function refuseAssignment(cursor: Cursor, expression: Expression, start: number): void {
  if (expression.kind !== "binary" || expression.operator !== "=" || expression.left.kind !== "param") return;
  throw cursor.error(
    "Parameter declarations without `let` are deprecated.",
    { start, end: cursor.last.end },
    `Replace with \`let $${expression.left.name} = ...\` to keep the previous behavior.`,
  );
}

function parseWord(cursor: Cursor, statement: Statement): Statement {
  cursor.next();
  return statement;
}

function parseTransaction(cursor: Cursor, statement: Statement): Statement {
  cursor.next();
  cursor.eat("TRANSACTION");
  return statement;
}

function parseSleep(cursor: Cursor): Statement {
  cursor.expect("SLEEP");
  return { statement: "sleep", duration: { kind: "literal", value: parseDuration(cursor) } };
}
