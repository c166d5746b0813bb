import type { Cursor } from "../parse/cursor.ts";
import { parseFieldExpression } from "../parse/expression.ts";
import { parseRecordId } from "../parse/record-id.ts";
import type { AccessStatement } from "../tree/index.ts";
import { parseDurationLiteral, parseLevel } from "./clauses.ts";

type Action = AccessStatement["action"];

/** An ACCESS, whose keyword is taken already. */
export function parseAccessStatement(cursor: Cursor): AccessStatement {
  const name = cursor.identifier();
  const on = cursor.eat("ON") ? parseLevel(cursor) : undefined;
  return { statement: "access", name, on, action: parseAction(cursor) };
}

function parseAction(cursor: Cursor): Action {
  const { key } = cursor.peek();
  switch (key) {
    case "GRANT":
      cursor.next();
      return parseGrant(cursor);
    case "SHOW":
    case "REVOKE":
      cursor.next();
      return { do: key === "SHOW" ? "show" : "revoke", which: parseWhich(cursor) };
    case "PURGE":
      cursor.next();
      return parsePurge(cursor);
    default:
      throw cursor.unexpected("one of GRANT, SHOW, REVOKE or PURGE");
  }
}

/** Errors of the words that follow point at the action itself. */
function misplaced(cursor: Cursor, action: string, at: { readonly start: number; readonly end: number }, expected: string): Error {
  return cursor.error(`Unexpected token \`${action}\`, expected ${expected}`, at);
}

function parseGrant(cursor: Cursor): Action {
  const grant = cursor.last;
  cursor.expect("FOR");
  if (cursor.eat("USER")) return { do: "grant", to: { user: cursor.identifier() } };
  if (cursor.eat("RECORD")) return { do: "grant", to: { record: parseRecordId(cursor) } };
  throw misplaced(cursor, "GRANT", grant, "either USER or RECORD");
}

function parseWhich(cursor: Cursor): Extract<Action, { do: "show" | "revoke" }>["which"] {
  const action = cursor.last;
  if (cursor.eat("ALL")) return { all: true };
  if (cursor.eat("GRANT")) return { grant: cursor.identifier() };
  if (cursor.eat("WHERE")) return { where: parseFieldExpression(cursor) };
  throw misplaced(cursor, action.key, action, "one of ALL, GRANT or WHERE");
}

function parsePurge(cursor: Cursor): Action {
  const purge = cursor.last;
  let expired = false;
  let revoked = false;
  for (;;) {
    if (cursor.is("EXPIRED") && !expired) expired = true;
    else if (cursor.is("REVOKED") && !revoked) revoked = true;
    else break;
    cursor.next();
    cursor.eat(",");
  }
  if (!expired && !revoked) throw misplaced(cursor, "PURGE", purge, "EXPIRED, or REVOKED");
  if (cursor.is("EXPIRED") || cursor.is("REVOKED")) throw misplaced(cursor, "PURGE", purge, "ACCESS PURGE statement to end");
  return { do: "purge", expired, revoked, grace: cursor.eat("FOR") ? parseDurationLiteral(cursor) : undefined };
}
