import type { Cursor } from "../parse/cursor.ts";
import { parseViewSelect } from "../parse/select.ts";
import type { Changefeed, DefineTable, Expression, Select, TablePermissions, TableType } from "../tree/index.ts";
import { parseChangefeed, parseClauses, parseComment, parseName, parseWhenTaken } from "./clauses.ts";
import { parseTablePermissions } from "./permissions.ts";

export function parseDefineTable(cursor: Cursor): DefineTable {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseName(cursor);
  let drop = false;
  let schemafull = false;
  let type: TableType | undefined;
  let view: Select | undefined;
  let changefeed: Changefeed | undefined;
  let permissions: TablePermissions = { select: false, create: false, update: false, delete: false };
  let comment: Expression | undefined;
  parseClauses(cursor, {
    COMMENT: () => (comment = parseComment(cursor)),
    DROP: () => (drop = true),
    TYPE: () => (type = parseTableType(cursor)),
    SCHEMALESS: () => (schemafull = false),
    SCHEMAFULL: () => {
      schemafull = true;
      type ??= { type: "normal" };
    },
    PERMISSIONS: () => (permissions = parseTablePermissions(cursor)),
    CHANGEFEED: () => (changefeed = parseChangefeed(cursor)),
    AS: () => (view = parseView(cursor)),
  });
  return {
    statement: "define",
    what: "table",
    name,
    whenTaken,
    comment,
    drop,
    schemafull,
    type: type ?? { type: "any" },
    view,
    changefeed,
    permissions,
  };
}

/** What stands behind TYPE. */
export function parseTableType(cursor: Cursor): TableType {
  if (cursor.eat("NORMAL")) return { type: "normal" };
  if (cursor.eat("ANY")) return { type: "any" };
  if (!cursor.eat("RELATION")) throw cursor.unexpected("`NORMAL`, `RELATION`, or `ANY`");
  let from: readonly string[] = [];
  let to: readonly string[] = [];
  const parseFrom = (): unknown => (from = parseTables(cursor));
  const parseTo = (): unknown => (to = parseTables(cursor));
  parseClauses(cursor, { IN: parseFrom, FROM: parseFrom, OUT: parseTo, TO: parseTo });
  return { type: "relation", from, to, enforced: cursor.eat("ENFORCED") };
}

/** `a | b`. */
function parseTables(cursor: Cursor): readonly string[] {
  const tables = [cursor.identifier()];
  while (cursor.eat("|")) tables.push(cursor.identifier());
  return tables;
}

/** The query of a view, with or without parentheses. */
function parseView(cursor: Cursor): Select {
  if (!cursor.is("(")) return parseSelectHere(cursor);
  const open = cursor.next();
  const view = cursor.is("(") ? parseView(cursor) : parseSelectHere(cursor);
  cursor.expectClosing(")", open);
  return view;
}

function parseSelectHere(cursor: Cursor): Select {
  if (!cursor.is("SELECT")) throw cursor.unexpected("`SELECT`");
  return parseViewSelect(cursor);
}
