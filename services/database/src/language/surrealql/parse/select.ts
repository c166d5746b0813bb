import type { Select } from "../tree/select.ts";
import type { Expression } from "../tree/expression.ts";
import type { Cursor } from "./cursor.ts";
import { parseFieldExpression, parseTableExpression } from "./expression.ts";
import {
  parseExplain,
  parseFetch,
  parseGroup,
  parseLimits,
  parseOrder,
  parseSelection,
  parseSplit,
  parseTimeout,
  parseVersion,
  parseWhere,
  parseWith,
} from "./select-clauses.ts";

/** `SELECT … FROM …` with its clauses in their fixed order; the keyword is the next token. */
export function parseSelect(cursor: Cursor): Select {
  cursor.expect("SELECT");
  const selection = parseSelection(cursor);
  const omit = cursor.eat("OMIT") ? parseOmit(cursor) : [];
  cursor.expect("FROM");
  const only = cursor.eat("ONLY");
  const from = parseTargets(cursor);
  const withIndex = parseWith(cursor);
  const where = parseWhere(cursor);
  const splitStart = cursor.peek().start;
  const split = parseSplit(cursor, selection);
  const groupStart = cursor.peek().start;
  const splitEnd = cursor.last.end;
  const group = parseGroup(cursor, selection);
  if (split.length > 0 && group !== undefined) {
    throw cursor.errorAt(
      "SPLIT and GROUP are mutually exclusive",
      { start: splitStart, end: splitEnd, note: "SPLIT cannot be used with GROUP" },
      { start: groupStart, end: cursor.last.end, note: "GROUP cannot be used with SPLIT" },
    );
  }
  const order = parseOrder(cursor, selection);
  const { limit, start } = parseLimits(cursor);
  const fetch = parseFetch(cursor);
  const version = parseVersion(cursor);
  const timeout = parseTimeout(cursor);
  const tempfiles = cursor.eat("TEMPFILES");
  const explain = parseExplain(cursor);
  return {
    statement: "select",
    fields: selection.fields,
    omit,
    only,
    from,
    with: withIndex,
    where,
    split,
    group,
    order,
    limit,
    start,
    fetch,
    version,
    timeout,
    parallel: false,
    tempfiles,
    explain,
  };
}

/** The query of a view: of whole tables, with WHERE and GROUP alone. What is selected is shown in errors with the FROM behind it. */
export function parseViewSelect(cursor: Cursor): Select {
  cursor.expect("SELECT");
  const selected = parseSelection(cursor);
  cursor.expect("FROM");
  const selection = { ...selected, end: cursor.last.end };
  const from: Expression[] = [{ kind: "table", name: cursor.identifier() }];
  while (cursor.eat(",")) from.push({ kind: "table", name: cursor.identifier() });
  const where = parseWhere(cursor);
  const group = parseGroup(cursor, selection);
  return {
    statement: "select",
    fields: selection.fields,
    omit: [],
    only: false,
    from,
    with: undefined,
    where,
    split: [],
    group,
    order: undefined,
    limit: undefined,
    start: undefined,
    fetch: [],
    version: undefined,
    timeout: undefined,
    parallel: false,
    tempfiles: false,
    explain: undefined,
  };
}

function parseOmit(cursor: Cursor): readonly Expression[] {
  const list = [parseFieldExpression(cursor)];
  while (cursor.eat(",")) list.push(parseFieldExpression(cursor));
  return list;
}

/** What a statement reads or writes: `person, $ids, (SELECT …)`; bare names are tables. */
export function parseTargets(cursor: Cursor): readonly Expression[] {
  const list = [parseTableExpression(cursor)];
  while (cursor.eat(",")) list.push(parseTableExpression(cursor));
  return list;
}
