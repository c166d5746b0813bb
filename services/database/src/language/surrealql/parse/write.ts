import type { Create, Delete, Relate, Update } from "../tree/statement.ts";
import type { Expression } from "../tree/expression.ts";
import type { Cursor } from "./cursor.ts";
import { parseData, parseOutput } from "./data.ts";
import { parseFieldExpression } from "./expression.ts";
import { parseItems, parseRecordId } from "./record-id.ts";
import { parseExplain, parseTimeout, parseVersion, parseWhere, parseWith } from "./select-clauses.ts";
import { parseTargets } from "./select.ts";

/** `CREATE [ONLY] targets [data] [RETURN …] [VERSION …] [TIMEOUT …]`. */
export function parseCreate(cursor: Cursor): Create {
  cursor.expect("CREATE");
  const only = cursor.eat("ONLY");
  const what = parseTargets(cursor);
  const data = parseData(cursor);
  const output = parseOutput(cursor);
  const version = parseVersion(cursor);
  const timeout = parseTimeout(cursor);
  return { statement: "create", only, what, data, output, version, timeout, parallel: false };
}

/** `UPDATE | UPSERT [ONLY] targets [WITH …] [data] [WHERE …] [RETURN …] [TIMEOUT …] [EXPLAIN]`. */
export function parseUpdate(cursor: Cursor): Update {
  const statement = cursor.next().key === "UPSERT" ? "upsert" : "update";
  const only = cursor.eat("ONLY");
  const what = parseTargets(cursor);
  const withIndex = parseWith(cursor);
  const data = parseData(cursor);
  const where = parseWhere(cursor);
  const output = parseOutput(cursor);
  const timeout = parseTimeout(cursor);
  const explain = parseExplain(cursor);
  return { statement, only, what, with: withIndex, data, where, output, timeout, parallel: false, explain };
}

/** `DELETE [FROM] [ONLY] targets [WITH …] [WHERE …] [RETURN …] [TIMEOUT …] [EXPLAIN]`. */
export function parseDelete(cursor: Cursor): Delete {
  cursor.expect("DELETE");
  cursor.eat("FROM");
  const only = cursor.eat("ONLY");
  const what = parseTargets(cursor);
  const withIndex = parseWith(cursor);
  const where = parseWhere(cursor);
  const output = parseOutput(cursor);
  const timeout = parseTimeout(cursor);
  const explain = parseExplain(cursor);
  return { statement: "delete", only, what, with: withIndex, where, output, timeout, parallel: false, explain };
}

/** `RELATE [ONLY] [OR UPDATE] from->edge->to [UNIQUE] [data] [RETURN …] [TIMEOUT …]`, or with both arrows the other way. */
export function parseRelate(cursor: Cursor): Relate {
  cursor.expect("RELATE");
  const only = cursor.eat("ONLY");
  const orUpdate = cursor.areNext("OR", "UPDATE");
  if (orUpdate) {
    cursor.next();
    cursor.next();
  }
  const first = parseEnd(cursor);
  const arrow = cursor.peek().key;
  if (arrow !== "->" && arrow !== "<-") throw cursor.unexpected("a relation arrow");
  cursor.next();
  const through = parseEdge(cursor);
  if (!cursor.eat(arrow)) throw cursor.unexpected(arrow === "<-" ? "<" : arrow);
  const second = parseEnd(cursor);
  const [from, to] = arrow === "->" ? [first, second] : [second, first];
  const unique = cursor.eat("UNIQUE");
  const data = parseData(cursor);
  const output = parseOutput(cursor);
  const timeout = parseTimeout(cursor);
  return { statement: "relate", only, orUpdate, from, through, to, unique, data, output, timeout, parallel: false };
}

/** What is related: a record, an array, a parameter or something in parentheses. */
function parseEnd(cursor: Cursor): Expression {
  if (cursor.is("[")) return parseItems(cursor, cursor.next());
  return parseParameterOrParenthesised(cursor) ?? parseRelatedRecord(cursor);
}

/** The edge: a table, a record id of one, a parameter or something in parentheses. */
function parseEdge(cursor: Cursor): Expression {
  const found = parseParameterOrParenthesised(cursor);
  if (found !== undefined) return found;
  if (cursor.peek(1).key === ":") return parseRelatedRecord(cursor);
  return { kind: "table", name: cursor.identifier() };
}

/** A record id, whose errors RELATE words in its own way. */
function parseRelatedRecord(cursor: Cursor): Expression {
  const colon = cursor.peek(1);
  const key = cursor.peek(2);
  if (colon.key !== ":") return parseRecordId(cursor, false);
  if (key.type !== "eof" && key.start !== colon.end) throw cursor.error("Unexpected whitespace after record-id table", key);
  const isKey = key.type !== "eof" && (key.type !== "symbol" || key.key === "[" || key.key === "{" || key.key === "-");
  if (isKey) return parseRecordId(cursor, false);
  cursor.next();
  cursor.next();
  throw cursor.unexpected("an identifier");
}

function parseParameterOrParenthesised(cursor: Cursor): Expression | undefined {
  if (cursor.peek().type === "param") return { kind: "param", name: cursor.parameter() };
  if (!cursor.is("(")) return undefined;
  const open = cursor.next();
  const inner = parseFieldExpression(cursor);
  cursor.expectClosing(")", open);
  return inner.kind === "statement" ? { ...inner, parenthesised: true } : inner;
}
