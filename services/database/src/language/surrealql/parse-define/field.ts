import type { Cursor } from "../parse/cursor.ts";
import { parseExpression, parseFieldExpression } from "../parse/expression.ts";
import { parseKind } from "../parse/kind.ts";
import type { DefineField, Expression, FieldPermissions, Kind } from "../tree/index.ts";
import { parseClauses, parseComment, parseOnTable, parseWhenTaken } from "./clauses.ts";
import { parseFieldPermissions } from "./permissions.ts";

export function parseDefineField(cursor: Cursor): DefineField {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseFieldExpression(cursor);
  const table = parseOnTable(cursor);
  let type: Kind | undefined;
  let flexible = false;
  let readonly = false;
  let value: Expression | undefined;
  let assert: Expression | undefined;
  let computed: Expression | undefined;
  let byDefault: DefineField["default"];
  let reference: DefineField["reference"];
  let permissions: FieldPermissions = { select: true, create: true, update: true };
  let comment: Expression | undefined;
  parseClauses(cursor, {
    FLEXIBLE: () => {
      throw cursor.error("FLEXIBLE must be specified after TYPE", cursor.last);
    },
    TYPE: () => {
      type = parseKind(cursor);
      flexible = parseFlexible(cursor, type) || flexible;
    },
    READONLY: () => (readonly = true),
    VALUE: () => (value = parseFieldExpression(cursor)),
    ASSERT: () => (assert = parseFieldExpression(cursor)),
    COMPUTED: () => (computed = parseFieldExpression(cursor)),
    DEFAULT: () => (byDefault = parseDefault(cursor)),
    REFERENCE: () => (reference = parseReference(cursor)),
    PERMISSIONS: () => (permissions = parseFieldPermissions(cursor)),
    COMMENT: () => (comment = parseComment(cursor)),
  });
  const clauses = { type, flexible, readonly, value, assert, default: byDefault, computed, permissions, reference };
  return { statement: "define", what: "field", name, table, whenTaken, comment, ...clauses };
}

function parseFlexible(cursor: Cursor, type: Kind): boolean {
  if (!cursor.eat("FLEXIBLE")) return false;
  if (!holdsObjects(type)) throw cursor.error("FLEXIBLE can only be used with types containing object", cursor.last);
  return true;
}

function holdsObjects(kind: Kind): boolean {
  switch (kind.kind) {
    case "object":
      return true;
    case "array":
    case "set":
      return kind.of !== undefined && holdsObjects(kind.of);
    case "either":
      return kind.options.some(holdsObjects);
    case "literal":
      return kind.literal.of === "object" || (kind.literal.of === "array" && kind.literal.items.some(holdsObjects));
    default:
      return false;
  }
}

/** What stands behind DEFAULT. */
export function parseDefault(cursor: Cursor): NonNullable<DefineField["default"]> {
  const always = cursor.eat("ALWAYS");
  return { always, value: parseFieldExpression(cursor) };
}

/** What stands behind REFERENCE. The text of the error has a slip of the pen: users' tests compare it. */
export function parseReference(cursor: Cursor): NonNullable<DefineField["reference"]> {
  if (!cursor.eat("ON")) return { onDelete: "ignore" };
  cursor.expect("DELETE");
  if (cursor.eat("REJECT")) return { onDelete: "reject" };
  if (cursor.eat("CASCADE")) return { onDelete: "cascade" };
  if (cursor.eat("IGNORE")) return { onDelete: "ignore" };
  if (cursor.eat("UNSET")) return { onDelete: "unset" };
  if (cursor.eat("THEN")) return { onDelete: { then: parseExpression(cursor) } };
  throw cursor.unexpected("`REJECT`, `CASCASE`, `IGNORE`, `UNSET` or `THEN`");
}
