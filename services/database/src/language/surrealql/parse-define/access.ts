import type { Cursor } from "../parse/cursor.ts";
import { parseExpression } from "../parse/expression.ts";
import type { AccessKind, Define, Durations, Expression, Jwt, Level } from "../tree/index.ts";
import { parseClauses, parseComment, parseName, parseOnLevel, parseWhenTaken } from "./clauses.ts";
import { durationsOfAccess } from "./defaults.ts";
import { parseJwt } from "./jwt.ts";
import { parseDurations } from "./user.ts";

const plainRecord: AccessKind = { kind: "record", signup: undefined, signin: undefined, jwt: undefined, refresh: false };

export function parseDefineAccess(cursor: Cursor): Extract<Define, { what: "access" }> {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseName(cursor);
  const on = parseOnLevel(cursor);
  let access = plainRecord;
  let authenticate: Expression | undefined;
  let durations: Durations = { grant: undefined, token: undefined, session: undefined };
  let comment: Expression | undefined;
  parseClauses(cursor, {
    TYPE: () => (access = parseAccessKind(cursor, on) ?? access),
    AUTHENTICATE: () => (authenticate = parseExpression(cursor)),
    DURATION: () => (durations = parseAccessDurations(cursor, durations)),
    COMMENT: () => (comment = parseComment(cursor)),
  });
  durations = durationsOfAccess(access, durations);
  return { statement: "define", what: "access", name, whenTaken, comment, on, access, authenticate, durations };
}

export function parseAccessDurations(cursor: Cursor, before: Durations): Durations {
  return parseDurations(cursor, before, ["GRANT", "TOKEN", "SESSION"], "GRANT, TOKEN or SESSIONS");
}

function parseAccessKind(cursor: Cursor, on: Level): AccessKind | undefined {
  switch (cursor.peek().key) {
    case "JWT":
      cursor.next();
      return { kind: "jwt", jwt: parseJwt(cursor) };
    case "RECORD":
      if (on !== "database") throw cursor.unexpected("a valid access type at this level");
      cursor.next();
      return parseRecord(cursor);
    case "BEARER":
      cursor.next();
      cursor.expect("FOR");
      return parseBearer(cursor, on);
    default:
      return undefined;
  }
}

/** A JWT may be named and has no effect. */
function parseBearer(cursor: Cursor, on: Level): AccessKind {
  const of = parseBearerOf(cursor, on);
  if (cursor.eat("WITH")) {
    cursor.expect("JWT");
    parseJwt(cursor);
  }
  return { kind: "bearer", for: of };
}

function parseBearerOf(cursor: Cursor, on: Level): "user" | "record" {
  if (cursor.eat("USER")) return "user";
  if (!cursor.is("RECORD")) throw cursor.unexpected("USER or RECORD");
  if (on !== "database") throw cursor.unexpected("USER", "`RECORD` bearer can only be defined on a database");
  cursor.next();
  return "record";
}

function parseRecord(cursor: Cursor): AccessKind {
  let signup: Expression | undefined;
  let signin: Expression | undefined;
  parseClauses(cursor, {
    SIGNUP: () => (signup = parseExpression(cursor)),
    SIGNIN: () => (signin = parseExpression(cursor)),
  });
  let jwt: Jwt | undefined;
  let refresh = false;
  while (cursor.eat("WITH")) {
    if (cursor.eat("JWT")) jwt = parseJwt(cursor);
    else if (cursor.eat("REFRESH")) refresh = true;
    else throw cursor.unexpected("JWT or REFRESH");
  }
  return { kind: "record", signup, signin, jwt, refresh };
}
