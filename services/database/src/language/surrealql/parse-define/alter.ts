import { parseBlock } from "../parse/braces.ts";
import type { Cursor } from "../parse/cursor.ts";
import { parseExpression, parseFieldExpression } from "../parse/expression.ts";
import { parseKind } from "../parse/kind.ts";
import { parseStringText } from "../parse/text.ts";
import type { Alter, Change, Durations, Expression } from "../tree/index.ts";
import { parseAccessDurations } from "./access.ts";
import { parseAlterField } from "./alter-field.ts";
import {
  literal,
  parseChangefeed,
  parseClauses,
  parseFunctionPath,
  parseIdentifier,
  parseIfExists,
  parseList,
  parseOnLevel,
  parseOnTable,
} from "./clauses.ts";
import { parseAsync } from "./event.ts";
import { parseParameters } from "./function.ts";
import { parsePermission, parseTablePermissions } from "./permissions.ts";
import { parseTableType } from "./table.ts";
import { parseUserClauses } from "./user.ts";

type Of<What extends Alter["what"]> = Extract<Alter, { what: What }>;

const parsers: ReadonlyMap<string, (cursor: Cursor) => Alter> = new Map<string, (cursor: Cursor) => Alter>([
  ["SYSTEM", parseSystem],
  ["NAMESPACE", (cursor) => parseCompact(cursor, "namespace")],
  ["DATABASE", (cursor) => parseCompact(cursor, "database")],
  ["TABLE", parseTable],
  ["FIELD", parseAlterField],
  ["INDEX", parseIndex],
  ["SEQUENCE", parseSequence],
  ["EVENT", parseEvent],
  ["PARAM", parseParam],
  ["FUNCTION", parseFunction],
  ["USER", parseUser],
  ["ACCESS", parseAccess],
]);

/** An ALTER, whose keyword is taken already. */
export function parseAlter(cursor: Cursor): Alter {
  const parse = parsers.get(cursor.peek().key);
  if (parse === undefined) throw cursor.unexpected("a alter statement keyword");
  cursor.next();
  return parse(cursor);
}

function parseCompact(cursor: Cursor, what: "namespace" | "database"): Alter {
  if (!cursor.eat("COMPACT")) throw cursor.unexpected("`COMPACT`");
  return { statement: "alter", what, compact: true, queryTimeout: undefined };
}

function parseSystem(cursor: Cursor): Alter {
  let compact = false;
  let queryTimeout: Change<Expression>;
  const before = cursor.last;
  parseClauses(cursor, {
    COMPACT: () => (compact = true),
    QUERY_TIMEOUT: () => (queryTimeout = { set: parseFieldExpression(cursor) }),
    DROP: () => {
      if (!cursor.eat("QUERY_TIMEOUT")) throw cursor.unexpected("`QUERY_TIMEOUT`");
      queryTimeout = { drop: true };
    },
  });
  if (cursor.last === before)
    throw cursor.unexpected(cursor.peek().type === "word" ? "`QUERY_TIMEOUT`" : "`COMPACT`, `DROP` or `QUERY_TIMEOUT`");
  return { statement: "alter", what: "system", compact, queryTimeout };
}

/** A COMMENT that is set; ALTER takes nothing but a literal text. */
function parseComment(cursor: Cursor): Change<string> {
  return { set: parseStringText(cursor) };
}

/** What stands behind DROP, of the given keywords. */
function parseDropped(cursor: Cursor, expected: string, dropped: Readonly<Record<string, () => void>>): void {
  const drop = new Map(Object.entries(dropped)).get(cursor.peek().key);
  if (drop === undefined) throw cursor.unexpected(expected);
  cursor.next();
  drop();
}

function parseTable(cursor: Cursor): Alter {
  const ifExists = parseIfExists(cursor);
  const name = parseIdentifier(cursor);
  let schemafull: boolean | undefined;
  let type: Of<"table">["type"];
  let changefeed: Of<"table">["changefeed"];
  let permissions: Of<"table">["permissions"];
  let compact = false;
  let comment: Change<string>;
  parseClauses(cursor, {
    COMMENT: () => (comment = parseComment(cursor)),
    TYPE: () => (type = parseTableType(cursor)),
    SCHEMALESS: () => (schemafull = false),
    SCHEMAFULL: () => (schemafull = true),
    PERMISSIONS: () => (permissions = parseTablePermissions(cursor)),
    CHANGEFEED: () => (changefeed = { set: parseChangefeed(cursor) }),
    COMPACT: () => (compact = true),
    DROP: () =>
      parseDropped(cursor, "`COMMENT` or `CHANGEFEED`", {
        COMMENT: () => (comment = { drop: true }),
        CHANGEFEED: () => (changefeed = { drop: true }),
      }),
  });
  return { statement: "alter", what: "table", name, ifExists, comment, schemafull, type, changefeed, permissions, compact };
}

function parseIndex(cursor: Cursor): Alter {
  const ifExists = parseIfExists(cursor);
  const name = parseIdentifier(cursor);
  const table = parseOnTable(cursor, parseIdentifier);
  let prepareRemove = false;
  let comment: Change<string>;
  const before = cursor.last;
  parseClauses(cursor, {
    PREPARE: () => {
      cursor.eat("REMOVE");
      prepareRemove = true;
    },
    COMMENT: () => (comment = parseComment(cursor)),
    DROP: () => parseDropped(cursor, "`COMMENT`", { COMMENT: () => (comment = { drop: true }) }),
  });
  if (cursor.last === before) throw cursor.unexpected("`PREPARE`, `DROP` or `COMMENT`");
  return { statement: "alter", what: "index", name, table, ifExists, comment, prepareRemove };
}

function parseSequence(cursor: Cursor): Alter {
  const ifExists = parseIfExists(cursor);
  const name = parseIdentifier(cursor);
  const timeout = cursor.eat("TIMEOUT") ? parseFieldExpression(cursor) : undefined;
  return { statement: "alter", what: "sequence", name, ifExists, comment: undefined, timeout };
}

function parseEvent(cursor: Cursor): Alter {
  const ifExists = parseIfExists(cursor);
  const name = parseIdentifier(cursor);
  const table = parseOnTable(cursor, parseIdentifier);
  let async: Of<"event">["async"];
  let when: Of<"event">["when"];
  let then: Of<"event">["then"];
  let comment: Change<string>;
  parseClauses(cursor, {
    ASYNC: () => (async = { set: parseAsync(cursor) }),
    WHEN: () => (when = { set: parseExpression(cursor) }),
    THEN: () => (then = parseList(cursor, parseExpression)),
    COMMENT: () => (comment = parseComment(cursor)),
    DROP: () =>
      parseDropped(cursor, "`ASYNC`, `WHEN`, `THEN` or `COMMENT`", {
        ASYNC: () => (async = { drop: true }),
        WHEN: () => (when = { drop: true }),
        THEN: () => (then = []),
        COMMENT: () => (comment = { drop: true }),
      }),
  });
  return { statement: "alter", what: "event", name, table, ifExists, comment, async, when, then };
}

function parseParam(cursor: Cursor): Alter {
  const ifExists = parseIfExists(cursor);
  const name = literal(cursor.parameter());
  let value: Of<"param">["value"];
  let permissions: Of<"param">["permissions"];
  let comment: Change<string>;
  parseClauses(cursor, {
    VALUE: () => (value = parseExpression(cursor)),
    PERMISSIONS: () => (permissions = parsePermission(cursor)),
    COMMENT: () => (comment = parseComment(cursor)),
    DROP: () => parseDropped(cursor, "`COMMENT`", { COMMENT: () => (comment = { drop: true }) }),
  });
  return { statement: "alter", what: "param", name, ifExists, comment, value, permissions };
}

function parseFunction(cursor: Cursor): Alter {
  const ifExists = parseIfExists(cursor);
  const name = literal(parseFunctionPath(cursor));
  const parameters = cursor.is("(") ? parseParameters(cursor) : undefined;
  let returns: Of<"function">["returns"] = cursor.eat("->") ? { set: parseKind(cursor) } : undefined;
  let body = cursor.is("{") ? parseBlock(cursor) : undefined;
  let permissions: Of<"function">["permissions"];
  let comment: Change<string>;
  parseClauses(cursor, {
    PERMISSIONS: () => (permissions = parsePermission(cursor)),
    COMMENT: () => (comment = parseComment(cursor)),
    DROP: () => {
      parseDropped(cursor, "`RETURNS` or `COMMENT`", {
        RETURNS: () => (returns = { drop: true }),
        COMMENT: () => (comment = { drop: true }),
      });
      if (cursor.is("{")) body = parseBlock(cursor);
    },
  });
  return { statement: "alter", what: "function", name, ifExists, comment, parameters, returns, body, permissions };
}

function parseUser(cursor: Cursor): Alter {
  const ifExists = parseIfExists(cursor);
  const name = parseIdentifier(cursor);
  const on = parseOnLevel(cursor);
  let comment: Change<string>;
  const clauses = parseUserClauses(cursor, {
    COMMENT: () => (comment = parseComment(cursor)),
    DROP: () => parseDropped(cursor, "`COMMENT`", { COMMENT: () => (comment = { drop: true }) }),
  });
  return { statement: "alter", what: "user", name, ifExists, on, comment, ...clauses };
}

function parseAccess(cursor: Cursor): Alter {
  const ifExists = parseIfExists(cursor);
  const name = parseIdentifier(cursor);
  const on = parseOnLevel(cursor);
  let authenticate: Of<"access">["authenticate"];
  let durations: Durations = { grant: undefined, token: undefined, session: undefined };
  let comment: Change<string>;
  parseClauses(cursor, {
    AUTHENTICATE: () => (authenticate = { set: parseExpression(cursor) }),
    DURATION: () => (durations = parseAccessDurations(cursor, durations)),
    COMMENT: () => (comment = parseComment(cursor)),
    DROP: () =>
      parseDropped(cursor, "`AUTHENTICATE` or `COMMENT`", {
        AUTHENTICATE: () => (authenticate = { drop: true }),
        COMMENT: () => (comment = { drop: true }),
      }),
  });
  return { statement: "alter", what: "access", name, ifExists, on, comment, authenticate, durations };
}
