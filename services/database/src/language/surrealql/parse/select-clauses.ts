import type { Expression, Idiom } from "../tree/expression.ts";
import type { Explain, Fields, Group, Order, OrderBy, SelectedField, WithIndex } from "../tree/select.ts";
import type { Cursor } from "./cursor.ts";
import { parseFieldExpression } from "./expression.ts";
import { parseBasicIdiom, parsePlainIdiom } from "./idiom.ts";
import { parsePath } from "./path.ts";
import { checkSelected, selectionOf, type Selection } from "./selected.ts";

/** `*`, `a, b AS c`, or `VALUE a`; the word `VALUE` is never a field's name here. */
export function parseFields(cursor: Cursor): Fields {
  if (cursor.eat("VALUE")) return { value: parseField(cursor) };
  const list = [parseFieldOrAll(cursor)];
  while (cursor.eat(",")) list.push(parseFieldOrAll(cursor));
  return { list };
}

/** The fields together with where they stand, for what later clauses name. */
export function parseSelection(cursor: Cursor): Selection {
  const start = cursor.peek().start;
  const fields = parseFields(cursor);
  return selectionOf(fields, start, cursor.last.end);
}

function parseFieldOrAll(cursor: Cursor): SelectedField | "*" {
  return cursor.eat("*") ? "*" : parseField(cursor);
}

function parseField(cursor: Cursor): SelectedField {
  const expression = parseFieldExpression(cursor);
  return { expression, alias: cursor.eat("AS") ? parsePlainIdiom(cursor) : undefined };
}

/** `SPLIT [ON] a, b`. */
export function parseSplit(cursor: Cursor, selection: Selection): readonly Idiom[] {
  if (!cursor.eat("SPLIT")) return [];
  cursor.eat("ON");
  return parseSelected(cursor, selection, "split");
}

/** `GROUP ALL`, `GROUP [BY] a, b`. */
export function parseGroup(cursor: Cursor, selection: Selection): Group | undefined {
  if (!cursor.eat("GROUP")) return undefined;
  if (cursor.eat("ALL")) return { all: true };
  cursor.eat("BY");
  return { by: parseSelected(cursor, selection, "group") };
}

/** `ORDER [BY] RAND()`, `ORDER [BY] a COLLATE NUMERIC DESC, b`. */
export function parseOrder(cursor: Cursor, selection: Selection): Order | undefined {
  if (!cursor.eat("ORDER")) return undefined;
  cursor.eat("BY");
  if (cursor.eat("RAND")) {
    const open = cursor.expect("(");
    cursor.expectClosing(")", open);
    return { random: true };
  }
  const by = [parseOrderBy(cursor, selection)];
  while (cursor.eat(",")) by.push(parseOrderBy(cursor, selection));
  return { by };
}

function parseOrderBy(cursor: Cursor, selection: Selection): OrderBy {
  const start = cursor.peek().start;
  const path = parseBasicIdiom(cursor);
  const collate = cursor.eat("COLLATE");
  const numeric = cursor.eat("NUMERIC");
  const descending = cursor.eat("DESCENDING");
  if (!descending) cursor.eat("ASCENDING");
  checkSelected(cursor, selection, { path, clause: "order", start });
  return { path, collate, numeric, descending };
}

function parseSelected(cursor: Cursor, selection: Selection, clause: "split" | "group"): readonly Idiom[] {
  const list = [parseOneSelected(cursor, selection, clause)];
  while (cursor.eat(",")) list.push(parseOneSelected(cursor, selection, clause));
  return list;
}

function parseOneSelected(cursor: Cursor, selection: Selection, clause: "split" | "group"): Idiom {
  const start = cursor.peek().start;
  const path = parseBasicIdiom(cursor);
  checkSelected(cursor, selection, { path, clause, start });
  return path;
}

/** `LIMIT [BY] n` and `START [AT] n`, in either order. */
export function parseLimits(cursor: Cursor): { readonly limit: Expression | undefined; readonly start: Expression | undefined } {
  const early = parseStart(cursor);
  const limit = parseLimit(cursor);
  return { limit, start: early ?? parseStart(cursor) };
}

function parseLimit(cursor: Cursor): Expression | undefined {
  if (!cursor.eat("LIMIT")) return undefined;
  cursor.eat("BY");
  return parseFieldExpression(cursor);
}

function parseStart(cursor: Cursor): Expression | undefined {
  if (!cursor.eat("START")) return undefined;
  cursor.eat("AT");
  return parseFieldExpression(cursor);
}

/** `WITH NOINDEX`, `WITH INDEX a, b`. */
export function parseWith(cursor: Cursor): WithIndex | undefined {
  if (!cursor.eat("WITH")) return undefined;
  if (cursor.eat("NOINDEX") || cursor.areNext("NO", "INDEX")) {
    if (cursor.eat("NO")) cursor.next();
    return { no: true };
  }
  if (!cursor.eat("INDEX")) throw cursor.unexpected("`NO`, `NOINDEX` or `INDEX`");
  const indexes = [cursor.identifier()];
  while (cursor.eat(",")) indexes.push(cursor.identifier());
  return { indexes };
}

/** `WHERE condition`. */
export function parseWhere(cursor: Cursor): Expression | undefined {
  return cursor.eat("WHERE") ? parseFieldExpression(cursor) : undefined;
}

/** `FETCH a, b`, also `FETCH $a` and `FETCH type::field("a")`. */
export function parseFetch(cursor: Cursor): readonly Expression[] {
  if (!cursor.eat("FETCH")) return [];
  const list = [parseFetched(cursor)];
  while (cursor.eat(",")) list.push(parseFetched(cursor));
  return list;
}

function parseFetched(cursor: Cursor): Expression {
  const token = cursor.peek();
  if (token.type === "param") return { kind: "param", name: cursor.parameter() };
  if (token.key === "TYPE" && cursor.peek(1).key === "::") return parsePath(cursor);
  return parsePlainIdiom(cursor);
}

/** `TIMEOUT 5s`. */
export function parseTimeout(cursor: Cursor): Expression | undefined {
  return cursor.eat("TIMEOUT") ? parseFieldExpression(cursor) : undefined;
}

/** `VERSION d"…"`. */
export function parseVersion(cursor: Cursor): Expression | undefined {
  return cursor.eat("VERSION") ? parseFieldExpression(cursor) : undefined;
}

/** `EXPLAIN [FULL]` behind a statement. */
export function parseExplain(cursor: Cursor): Explain | undefined {
  if (!cursor.eat("EXPLAIN")) return undefined;
  return { full: cursor.eat("FULL"), position: "after", analyze: false, format: "json" };
}
