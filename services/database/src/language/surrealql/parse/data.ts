import type { Expression, Idiom } from "../tree/expression.ts";
import type { Assignment, Data, Output } from "../tree/statement.ts";
import type { Cursor } from "./cursor.ts";
import { parseFieldExpression } from "./expression.ts";
import { parseIdiomList, parsePlainIdiom } from "./idiom.ts";
import { parseFields } from "./select-clauses.ts";

/** What a statement writes: `SET …`, `UNSET …`, `CONTENT …`, `MERGE …`, `REPLACE …`, `PATCH …`, or nothing. */
export function parseData(cursor: Cursor): Data | undefined {
  switch (cursor.peek().key) {
    case "SET":
      cursor.next();
      return { data: "set", assignments: parseAssignments(cursor) };
    case "UNSET":
      cursor.next();
      return { data: "unset", fields: parseIdiomList(cursor) };
    case "CONTENT":
      return { data: "content", value: parseObject(cursor) };
    case "MERGE":
      return { data: "merge", value: parseObject(cursor) };
    case "REPLACE":
      return { data: "replace", value: parseObject(cursor) };
    case "PATCH":
      return { data: "patch", value: parseObject(cursor) };
    default:
      return undefined;
  }
}

function parseObject(cursor: Cursor): Expression {
  cursor.next();
  return parseFieldExpression(cursor);
}

/** `a = 1, b += 2`. */
export function parseAssignments(cursor: Cursor): readonly Assignment[] {
  const list = [parseAssignment(cursor)];
  while (cursor.eat(",")) list.push(parseAssignment(cursor));
  return list;
}

function parseAssignment(cursor: Cursor): Assignment {
  const path: Idiom = parsePlainIdiom(cursor);
  const operator = cursor.peek().key;
  if (operator !== "=" && operator !== "+=" && operator !== "-=" && operator !== "+?=")
    throw cursor.unexpected("an assign operator");
  cursor.next();
  return { path, operator, value: parseFieldExpression(cursor) };
}

/** `RETURN NONE | NULL | BEFORE | AFTER | DIFF | fields`, or nothing. */
export function parseOutput(cursor: Cursor): Output | undefined {
  if (!cursor.eat("RETURN")) return undefined;
  switch (cursor.peek().key) {
    case "NONE":
      return named(cursor, "none");
    case "NULL":
      return named(cursor, "null");
    case "BEFORE":
      return named(cursor, "before");
    case "AFTER":
      return named(cursor, "after");
    case "DIFF":
      return named(cursor, "diff");
    default:
      return { output: "fields", fields: parseFields(cursor) };
  }
}

function named(cursor: Cursor, output: "none" | "null" | "before" | "after" | "diff"): Output {
  cursor.next();
  return { output };
}
