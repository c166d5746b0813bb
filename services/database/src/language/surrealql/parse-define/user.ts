import type { Cursor } from "../parse/cursor.ts";
import { parseExpression } from "../parse/expression.ts";
import { parseStringText } from "../parse/text.ts";
import type { Define, Durations, Expression } from "../tree/index.ts";
import { durationsOfUser } from "./defaults.ts";
import { literal, parseClauses, parseComment, parseList, parseName, parseOnLevel, parseWhenTaken } from "./clauses.ts";

export function parseDefineUser(cursor: Cursor): Extract<Define, { what: "user" }> {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseName(cursor);
  const on = parseOnLevel(cursor);
  let comment: Expression | undefined;
  const clauses = parseUserClauses(cursor, { COMMENT: () => (comment = parseComment(cursor)) });
  const roles = clauses.roles ?? ["viewer"];
  const durations = durationsOfUser(clauses.durations);
  return { statement: "define", what: "user", name, whenTaken, comment, on, ...clauses, roles, durations };
}

export interface UserClauses {
  readonly password: Expression | undefined;
  readonly passhash: Expression | undefined;
  readonly roles: readonly string[] | undefined;
  readonly durations: Durations;
}

export function parseUserClauses(cursor: Cursor, more: Readonly<Record<string, () => void>>): UserClauses {
  let password: Expression | undefined;
  let passhash: Expression | undefined;
  let roles: readonly string[] | undefined;
  let durations: Durations = { grant: undefined, token: undefined, session: undefined };
  parseClauses(cursor, {
    ...more,
    PASSWORD: () => {
      refuseSecond(cursor, passhash);
      password = literal(parseStringText(cursor));
    },
    PASSHASH: () => {
      refuseSecond(cursor, password);
      passhash = literal(parseStringText(cursor));
    },
    ROLES: () => (roles = parseList(cursor, parseRole)),
    DURATION: () => (durations = parseDurations(cursor, durations, ["TOKEN", "SESSION"], "`TOKEN` or `SESSION`")),
  });
  return { password, passhash, roles, durations };
}

function refuseSecond(cursor: Cursor, other: Expression | undefined): void {
  if (other === undefined) return;
  const { key } = cursor.last;
  throw cursor.error(`Unexpected token \`${key}\``, cursor.last, "Can't set both a passhash and a password");
}

const roleNames = new Set(["OWNER", "EDITOR", "VIEWER"]);

function parseRole(cursor: Cursor): string {
  const token = cursor.peek();
  if (token.type !== "word" && token.type !== "quoted") throw cursor.unexpected("an identifier");
  if (!roleNames.has(token.text.toUpperCase())) throw cursor.unexpected("an existent role");
  return cursor.next().text.toLowerCase();
}

/** What stands behind DURATION: `FOR TOKEN 1h, FOR SESSION NONE`, each one at most with a comma before the next. */
export function parseDurations(cursor: Cursor, before: Durations, which: readonly string[], expected: string): Durations {
  let durations = before;
  cursor.expect("FOR");
  do {
    const { key } = cursor.peek();
    if (!which.includes(key)) throw cursor.unexpected(expected);
    cursor.next();
    durations = { ...durations, [key.toLowerCase()]: parseExpression(cursor) };
    cursor.eat(",");
  } while (cursor.eat("FOR"));
  return durations;
}
