import type { Cursor } from "../parse/cursor.ts";
import { parseFieldExpression } from "../parse/expression.ts";
import type { Expression, Remove } from "../tree/index.ts";
import { literal, parseFunctionPath, parseIfExists, parseName, parseOnLevel, parseOnTable, plainName } from "./clauses.ts";
import { withoutModules } from "./define.ts";

/** A REMOVE, whose keyword is taken already. */
export function parseRemove(cursor: Cursor): Remove {
  const { key } = cursor.peek();
  switch (key) {
    case "NAMESPACE":
    case "DATABASE":
    case "TABLE":
      cursor.next();
      return parseWithExpunge(cursor, key.toLowerCase() as "namespace" | "database" | "table");
    case "PARAM":
      return parseNamed(cursor, "param", (inner) => literal(inner.parameter()));
    case "FUNCTION":
      return parseNamed(cursor, "function", parseFunction);
    case "ANALYZER":
    case "SEQUENCE":
    case "BUCKET":
    case "API":
      return parseNamed(cursor, key.toLowerCase() as "analyzer" | "sequence" | "bucket" | "api", parseName);
    case "FIELD":
    case "INDEX":
    case "EVENT":
      return parseOfTable(cursor, key.toLowerCase() as "field" | "index" | "event");
    case "USER":
    case "ACCESS":
      return parseOfLevel(cursor, key.toLowerCase() as "user" | "access");
    case "MODULE":
      throw withoutModules(cursor, "REMOVE");
    default:
      throw cursor.unexpected("a remove statement keyword");
  }
}

/** `AND EXPUNGE` may stand before the name or after it, where it reads as an operator. */
function parseWithExpunge(cursor: Cursor, what: "namespace" | "database" | "table"): Remove {
  let expunge = parseExpunge(cursor);
  const ifExists = parseIfExists(cursor);
  expunge = parseExpunge(cursor) || expunge;
  const name = parseFieldExpression(cursor);
  if (name.kind === "binary" && name.operator === "&&" && isExpunge(name.right))
    return { statement: "remove", what, name: plainName(name.left), ifExists, expunge: true };
  return { statement: "remove", what, name: plainName(name), ifExists, expunge };
}

function parseExpunge(cursor: Cursor): boolean {
  if (!cursor.eat("AND")) return false;
  cursor.expect("EXPUNGE");
  return true;
}

function isExpunge(expression: Expression): boolean {
  const name = plainName(expression);
  return name !== expression && name.kind === "literal" && typeof name.value === "string" && name.value.toUpperCase() === "EXPUNGE";
}

type Named = "param" | "function" | "analyzer" | "sequence" | "bucket" | "api";

function parseNamed(cursor: Cursor, what: Named, parse: (cursor: Cursor) => Expression): Remove {
  cursor.next();
  const ifExists = parseIfExists(cursor);
  return { statement: "remove", what, name: parse(cursor), ifExists, expunge: false };
}

/** Empty parentheses may follow. */
function parseFunction(cursor: Cursor): Expression {
  const name = literal(parseFunctionPath(cursor));
  if (cursor.is("(")) {
    const open = cursor.next();
    cursor.expectClosing(")", open);
  }
  return name;
}

function parseOfTable(cursor: Cursor, what: "field" | "index" | "event"): Remove {
  cursor.next();
  const ifExists = parseIfExists(cursor);
  const name = what === "field" ? parseFieldExpression(cursor) : parseName(cursor);
  return { statement: "remove", what, name, table: parseOnTable(cursor), ifExists };
}

function parseOfLevel(cursor: Cursor, what: "user" | "access"): Remove {
  cursor.next();
  const ifExists = parseIfExists(cursor);
  const name = parseName(cursor);
  return { statement: "remove", what, name, on: parseOnLevel(cursor), ifExists };
}
