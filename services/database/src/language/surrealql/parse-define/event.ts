import type { Cursor } from "../parse/cursor.ts";
import { parseExpression } from "../parse/expression.ts";
import type { Define, Expression } from "../tree/index.ts";
import { parseClauses, parseComment, parseList, parseName, parseOnTable, parseWhenTaken } from "./clauses.ts";
import { parseSmallInteger } from "./small-integer.ts";

type DefineEvent = Extract<Define, { what: "event" }>;

export function parseDefineEvent(cursor: Cursor): DefineEvent {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseName(cursor);
  const table = parseOnTable(cursor);
  let when: Expression = { kind: "literal", value: true };
  let then: readonly Expression[] = [];
  let async: DefineEvent["async"];
  let comment: Expression | undefined;
  parseClauses(cursor, {
    WHEN: () => (when = parseExpression(cursor)),
    THEN: () => (then = parseList(cursor, parseExpression)),
    ASYNC: () => (async = parseAsync(cursor)),
    RETRY: () => refuse(cursor),
    MAXDEPTH: () => refuse(cursor),
    COMMENT: () => (comment = parseComment(cursor)),
  });
  if (then.length === 0) throw cursor.error("Expected at least one `THEN` statement", cursor.last, "`THEN` statement required");
  return { statement: "define", what: "event", name, table, whenTaken, comment, when, then, async };
}

/** What stands behind ASYNC. */
export function parseAsync(cursor: Cursor): NonNullable<DefineEvent["async"]> {
  let retry = 1;
  let maxDepth = 3;
  parseClauses(cursor, {
    RETRY: () => (retry = parseSmallInteger(cursor, 16)),
    MAXDEPTH: () => (maxDepth = parseSmallInteger(cursor, 16)),
  });
  return { retry, maxDepth };
}

function refuse(cursor: Cursor): never {
  const { key } = cursor.last;
  throw cursor.error(`Unexpected token \`${key}\``, cursor.last, `${key} must be set after ASYNC`);
}
