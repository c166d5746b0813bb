import type { GraphPart, GraphTable } from "../tree/idiom.ts";
import type { Cursor } from "./cursor.ts";
import { parseExpression } from "./expression.ts";
import { parsePlainIdiom } from "./idiom.ts";
import { parseKeyRange } from "./record-id.ts";
import { parseGroup, parseLimits, parseOrder, parseSelection, parseSplit } from "./select-clauses.ts";

const directions: ReadonlyMap<string, GraphPart["direction"]> = new Map([
  ["->", "out"],
  ["<-", "in"],
  ["<->", "both"],
  ["<~", "reference"],
]);

/** A step over edges or references: `->likes`, `<-?`, `<~(comment FIELD author)`, `->(likes WHERE at > 1 AS l)`, `->(SELECT * FROM likes)`. */
export function parseGraphPart(cursor: Cursor): GraphPart {
  const direction = directions.get(cursor.next().key) ?? "out";
  const token = cursor.peek();
  if (token.key === "?") {
    cursor.next();
    return plain(direction, []);
  }
  if (token.key === "(") return cursor.deeper(() => parseInParentheses(cursor, direction));
  if (token.type !== "word" && token.type !== "quoted") throw cursor.unexpected("`?`, `(` or an identifier");
  return plain(direction, [parseTable(cursor, false)]);
}

function plain(direction: GraphPart["direction"], tables: readonly GraphTable[]): GraphPart {
  return {
    part: "graph",
    direction,
    tables,
    select: undefined,
    where: undefined,
    split: [],
    group: undefined,
    order: undefined,
    limit: undefined,
    start: undefined,
    alias: undefined,
  };
}

function parseInParentheses(cursor: Cursor, direction: GraphPart["direction"]): GraphPart {
  const open = cursor.expect("(");
  const select = cursor.eat("SELECT") ? parseSelection(cursor) : undefined;
  if (select !== undefined) cursor.expect("FROM");
  const tables = cursor.eat("?") ? [] : parseTables(cursor);
  const where = cursor.eat("WHERE") ? parseExpression(cursor) : undefined;
  const clauses = {
    split: select === undefined ? [] : parseSplit(cursor, select),
    group: select === undefined ? undefined : parseGroup(cursor, select),
    order: select === undefined ? undefined : parseOrder(cursor, select),
  };
  const limits = parseLimits(cursor);
  const alias = cursor.eat("AS") ? parsePlainIdiom(cursor) : undefined;
  cursor.expectClosing(")", open);
  return { ...plain(direction, tables), select: select?.fields, where, ...clauses, ...limits, alias };
}

function parseTables(cursor: Cursor): readonly GraphTable[] {
  const tables = [parseTable(cursor, true)];
  while (cursor.eat(",")) tables.push(parseTable(cursor, true));
  return tables;
}

function parseTable(cursor: Cursor, inParentheses: boolean): GraphTable {
  const table = cursor.identifier(inParentheses ? "`?`, an identifier or a range" : undefined);
  const key = cursor.is(":") && cursor.glued ? parseRange(cursor) : undefined;
  const field = inParentheses && cursor.eat("FIELD") ? cursor.identifier() : undefined;
  return { table, key, field };
}

function parseRange(cursor: Cursor): GraphTable["key"] {
  cursor.next();
  return parseKeyRange(cursor);
}
