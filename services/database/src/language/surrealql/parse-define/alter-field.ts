import type { Cursor } from "../parse/cursor.ts";
import { parseFieldExpression } from "../parse/expression.ts";
import { parsePlainIdiom } from "../parse/idiom.ts";
import { parseKind } from "../parse/kind.ts";
import { parseStringText } from "../parse/text.ts";
import type { Alter, Change, Expression } from "../tree/index.ts";
import { parseClauses, parseIdentifier, parseIfExists, parseOnTable } from "./clauses.ts";
import { parseDefault, parseReference } from "./field.ts";
import { parseFieldPermissions } from "./permissions.ts";

type AlterField = Extract<Alter, { what: "field" }>;

export function parseAlterField(cursor: Cursor): AlterField {
  const ifExists = parseIfExists(cursor);
  const name = parsePlainIdiom(cursor);
  const table = parseOnTable(cursor, parseIdentifier);
  let type: AlterField["type"];
  let flexible: AlterField["flexible"];
  let readonly: AlterField["readonly"];
  let value: Change<Expression>;
  let assert: Change<Expression>;
  let byDefault: AlterField["default"];
  let reference: AlterField["reference"];
  let permissions: AlterField["permissions"];
  let comment: Change<string>;
  const dropped = new Map<string, () => unknown>([
    ["FLEXIBLE", () => (flexible = { drop: true })],
    ["TYPE", () => (type = { drop: true })],
    ["READONLY", () => (readonly = { drop: true })],
    ["VALUE", () => (value = { drop: true })],
    ["ASSERT", () => (assert = { drop: true })],
    ["DEFAULT", () => (byDefault = { drop: true })],
    ["COMMENT", () => (comment = { drop: true })],
    ["REFERENCE", () => (reference = { drop: true })],
  ]);
  parseClauses(cursor, {
    FLEXIBLE: () => (flexible = { set: true }),
    TYPE: () => (type = { set: parseKind(cursor) }),
    READONLY: () => (readonly = { set: true }),
    VALUE: () => (value = { set: parseFieldExpression(cursor) }),
    ASSERT: () => (assert = { set: parseFieldExpression(cursor) }),
    DEFAULT: () => (byDefault = { set: parseDefault(cursor) }),
    COMMENT: () => (comment = { set: parseStringText(cursor) }),
    REFERENCE: () => (reference = { set: parseReference(cursor) }),
    PERMISSIONS: () => (permissions = parseFieldPermissions(cursor, false)),
    DROP: () => {
      const drop = dropped.get(cursor.peek().key);
      if (drop === undefined)
        throw cursor.unexpected("`FLEXIBLE`, `TYPE`, `READONLY`, `VALUE`, `ASSERT`, `DEFAULT`, `COMMENT`, or `REFERENCE`");
      cursor.next();
      drop();
    },
  });
  const changes = { type, flexible, readonly, value, assert, default: byDefault, permissions, reference };
  return { statement: "alter", what: "field", name, table, ifExists, comment, ...changes };
}
