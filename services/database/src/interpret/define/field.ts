import type { DefineField, Kind, Part } from "../../language/surrealql/tree/index.ts";
import { flexibleNeedsSchema } from "../../messages/define.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { printParts } from "../field-path.ts";
import { tableOf, type Scope } from "../scope.ts";
import { fieldOf, settled } from "./literal.ts";
import { checkField } from "./check-field.ts";
import { storeDefinition, type Home } from "./store-definition.ts";
import { taken } from "./taken.ts";

/** DEFINE FIELD. A field of a typed array defines its items too. */
export function* defineField(statement: DefineField, home: Home, scope: Scope): Effect<Value> {
  const table = String(home.table);
  const { path, name } = yield* fieldOf(statement.name, scope);
  checkField(statement, path.parts, name, scope.env.definitions.database?.tables.get(table));
  const refusal = taken(statement, name, table, scope);
  if (refusal !== undefined && statement.whenTaken === "ignore") return undefined;
  if (refusal !== undefined && statement.whenTaken === "error" && scope.env.session.importing !== true) throw refusal;
  if (statement.flexible && tableOf(scope, table)?.tree.schemafull !== true) throw flexibleNeedsSchema();
  const comment = yield* settled(statement.comment, scope);
  const field: DefineField = { ...statement, name: path, table: { kind: "literal", value: table }, comment };
  yield* storeDefinition(home, "field", name, field, scope);
  if (statement.type !== undefined && !holdsAnything(statement.type))
    yield* defineItems(field, path.parts, statement.type, home, scope);
  return undefined;
}

function* defineItems(field: DefineField, parts: readonly Part[], type: Kind | undefined, home: Home, scope: Scope): Effect<void> {
  const item = type === undefined ? undefined : itemKind(type);
  if (item === undefined || (type !== undefined && holdsAnything(type))) return;
  const inner: readonly Part[] = [...parts, { part: "all" }];
  const name = printParts(inner);
  yield* storeDefinition(home, "field", name, plainField(field, inner, item), scope);
  yield* defineItems(field, inner, item, home, scope);
}

/** A plain array or set says nothing of its items. */
function holdsAnything(kind: Kind): boolean {
  return (kind.kind === "array" || kind.kind === "set") && (kind.of === undefined || kind.of.kind === "any");
}

/** The kind of the items of an array or set; undefined of what is none. */
function itemKind(kind: Kind): Kind | undefined {
  if (kind.kind === "either") return kind.options.map(itemKind).find((item) => item !== undefined);
  return kind.kind === "array" || kind.kind === "set" ? (kind.of ?? { kind: "any" }) : undefined;
}

/** A field that nothing but its type is said of. */
export function plainField(like: Pick<DefineField, "table">, parts: readonly Part[], type: Kind): DefineField {
  return {
    statement: "define",
    what: "field",
    whenTaken: "error",
    name: { kind: "idiom", start: undefined, parts },
    table: like.table,
    comment: undefined,
    flexible: false,
    type,
    readonly: false,
    value: undefined,
    assert: undefined,
    default: undefined,
    computed: undefined,
    permissions: { select: true, create: true, update: true },
    reference: undefined,
  };
}
