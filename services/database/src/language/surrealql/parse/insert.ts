import type { Expression, Idiom } from "../tree/expression.ts";
import type { Insert } from "../tree/statement.ts";
import { parseArguments } from "./arguments.ts";
import type { Cursor } from "./cursor.ts";
import { parseAssignments, parseOutput } from "./data.ts";
import { parseFieldExpression } from "./expression.ts";
import { parsePlainIdiom } from "./idiom.ts";
import { parseTimeout, parseVersion } from "./select-clauses.ts";

/** `INSERT [RELATION] [IGNORE] [INTO target] value | (columns) VALUES (…) [ON DUPLICATE KEY UPDATE …] [RETURN …] [VERSION …] [TIMEOUT …]`. */
export function parseInsert(cursor: Cursor): Insert {
  cursor.expect("INSERT");
  const relation = cursor.eat("RELATION");
  const ignore = cursor.eat("IGNORE");
  const into = cursor.eat("INTO") ? parseTarget(cursor) : undefined;
  const data = parseRows(cursor) ?? { values: "expression" as const, value: parseFieldExpression(cursor) };
  const onDuplicate = cursor.is("ON") ? parseOnDuplicate(cursor) : undefined;
  const output = parseOutput(cursor);
  const version = parseVersion(cursor);
  const timeout = parseTimeout(cursor);
  return { statement: "insert", relation, ignore, into, data, onDuplicate, output, version, timeout, parallel: false };
}

function parseTarget(cursor: Cursor): Expression {
  if (cursor.peek().type === "param") return { kind: "param", name: cursor.parameter() };
  return { kind: "table", name: cursor.identifier() };
}

function parseOnDuplicate(cursor: Cursor): Insert["onDuplicate"] {
  cursor.expect("ON");
  cursor.expect("DUPLICATE");
  cursor.expect("KEY");
  cursor.expect("UPDATE");
  return parseAssignments(cursor);
}

/** `(a, b) VALUES (1, 2), (3, 4)`; undefined where the parentheses hold an expression, and then nothing is taken. */
function parseRows(cursor: Cursor): Insert["data"] | undefined {
  if (!cursor.is("(") || !beginsColumns(cursor)) return undefined;
  const mark = cursor.mark();
  const open = cursor.next();
  const columns: Idiom[] = [];
  let comma = false;
  while (!cursor.is(")")) {
    columns.push(parsePlainIdiom(cursor));
    comma = cursor.eat(",");
    if (!comma) break;
  }
  if (columns.length === 1 && !comma && (!cursor.is(")") || cursor.peek(1).key !== "VALUES")) {
    cursor.reset(mark);
    return undefined;
  }
  cursor.expectClosing(")", open);
  const selector = { start: open.start, end: cursor.last.end, note: `This selector has ${columns.length} field(s)` };
  cursor.expect("VALUES");
  const rows = [parseRow(cursor, columns, selector)];
  while (cursor.eat(",")) rows.push(parseRow(cursor, columns, selector));
  return { values: "rows", columns, rows };
}

/** Whether a name stands behind the parenthesis that is no beginning of a call, a record id or a statement. */
function beginsColumns(cursor: Cursor): boolean {
  const first = cursor.peek(1);
  if (first.type !== "word" && first.type !== "quoted") return false;
  return [",", ")", ".", "[", "->", "<-", "VALUES"].includes(cursor.peek(2).key);
}

function parseRow(
  cursor: Cursor,
  columns: readonly Idiom[],
  selector: { readonly start: number; readonly end: number; readonly note: string },
): readonly Expression[] {
  if (!cursor.is("(")) throw cursor.unexpected("(");
  const start = cursor.peek().start;
  if (cursor.peek(1).key === ")") {
    cursor.next();
    throw cursor.unexpected("an expression");
  }
  const row = cursor.naming("fields", parseArguments);
  if (row.length === columns.length) return row;
  const text = `Invalid numbers of values to insert, found ${row.length} value(s) but selector requires ${columns.length} value(s).`;
  throw cursor.errorAt(text, { start, end: cursor.last.end }, selector);
}
