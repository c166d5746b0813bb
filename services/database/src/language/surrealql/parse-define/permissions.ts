import type { Cursor } from "../parse/cursor.ts";
import { parseFieldExpression } from "../parse/expression.ts";
import type { FieldPermissions, Permission, TablePermissions } from "../tree/index.ts";

const actions: ReadonlyMap<string, keyof TablePermissions> = new Map([
  ["SELECT", "select"],
  ["CREATE", "create"],
  ["UPDATE", "update"],
  ["DELETE", "delete"],
]);

/** What stands behind PERMISSIONS of what has one permission. */
export function parsePermission(cursor: Cursor): Permission {
  if (cursor.eat("NONE")) return false;
  if (cursor.eat("FULL")) return true;
  if (cursor.eat("WHERE")) return parseFieldExpression(cursor);
  throw cursor.unexpected("'NONE', 'FULL', or 'WHERE'");
}

/** Those of a table: what is not named is not permitted. */
export function parseTablePermissions(cursor: Cursor): TablePermissions {
  const { select = false, create = false, update = false, delete: remove = false } = parseByAction(cursor, true);
  return { select, create, update, delete: remove };
}

/** Those of a field: what is not named is permitted, but where ALTER sets them anew. */
export function parseFieldPermissions(cursor: Cursor, otherwise = true): FieldPermissions {
  const { select = otherwise, create = otherwise, update = otherwise } = parseByAction(cursor, !otherwise);
  return { select, create, update };
}

type ByAction = { -readonly [action in keyof TablePermissions]?: Permission };

function parseByAction(cursor: Cursor, withDelete: boolean): ByAction {
  if (cursor.eat("NONE")) return { select: false, create: false, update: false, delete: false };
  if (cursor.eat("FULL")) return { select: true, create: true, update: true, delete: true };
  if (!cursor.is("FOR")) throw cursor.unexpected("'NONE', 'FULL' or 'FOR'");
  const permissions: ByAction = {};
  while (cursor.eat("FOR")) {
    const named = parseActions(cursor, withDelete);
    const permission = parsePermission(cursor);
    for (const action of named) permissions[action] = permission;
    cursor.eat(",");
  }
  return permissions;
}

function parseActions(cursor: Cursor, withDelete: boolean): readonly (keyof TablePermissions)[] {
  const named: (keyof TablePermissions)[] = [];
  do {
    const token = cursor.peek();
    const action = actions.get(token.key);
    if (action === undefined)
      throw cursor.unexpected(withDelete ? "'SELECT', 'CREATE', 'UPDATE' or 'DELETE'" : "'SELECT', 'CREATE' or 'UPDATE'");
    if (action === "delete" && !withDelete) throw cursor.error("Can't define permission DELETE for fields", token);
    cursor.next();
    named.push(action);
  } while (cursor.eat(","));
  return named;
}
