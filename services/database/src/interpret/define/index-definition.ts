import type { TableDefinition } from "../../catalog/definitions.ts";
import type { DefineIndex, Expression, Idiom, Kind, Part } from "../../language/surrealql/tree/index.ts";
import { computedIndexed, definitionMissing, fieldExpected } from "../../messages/define.ts";
import type { WrittenRecord } from "../../store/port.ts";
import { isArray } from "../../values/kind-of.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { askStore } from "../pending.ts";
import { printParts } from "../field-path.ts";
import { scanStored, withId } from "../record.ts";
import { placeOf, tableOf, type Scope } from "../scope.ts";
import { textsOf } from "../search/write.ts";
import { entriesOf } from "../write/entries.ts";
import { fieldOf } from "./literal.ts";
import { storeDefinition, type Home } from "./store-definition.ts";

/** DEFINE INDEX: stores it, and makes the entries of the records that are there. */
export function* defineIndex(statement: DefineIndex, name: string, home: Home, scope: Scope): Effect<Value> {
  const table = String(home.table);
  const fields: Idiom[] = [];
  for (const field of yield* namedFields(statement.fields, scope)) {
    const { path, name: label, said } = yield* fieldOf(field, scope);
    const definition = tableOf(scope, table);
    if (definition?.fields.get(label)?.tree.computed !== undefined) throw computedIndexed(name, label);
    if (definition?.tree.schemafull === true && !mayHold(definition, path.parts)) throw definitionMissing("field", said);
    fields.push(path);
  }
  const index: DefineIndex = { ...statement, table: { kind: "literal", value: table }, fields };
  yield* storeDefinition(home, "index", name, index, scope);
  yield* fillIndex(table, name, scope);
  return undefined;
}

/** What `type::field` and `type::fields` say are the names themselves: they are about no record yet. */
function* namedFields(fields: readonly Expression[], scope: Scope): Effect<readonly Expression[]> {
  const named: Expression[] = [];
  for (const field of fields) {
    if (!canName(field)) throw fieldExpected();
    const [argument] = field.kind === "call" ? field.args : [];
    const value = argument === undefined ? undefined : yield* evaluate(argument, scope);
    if (argument === undefined) named.push(field);
    else for (const one of isArray(value) ? value : [value]) named.push({ kind: "literal", value: one });
  }
  return named;
}

/** A path, or what gives one when the index is defined. */
function canName({ kind, ...more }: Idiom | Expression): boolean {
  if (kind !== "call") return kind === "idiom" || kind === "param";
  return "callee" in more && more.callee.of === "builtin" && more.callee.name.startsWith("type::field");
}

/** Whether records of a table with a schema can hold something at a path: a field is defined there, or one above it that holds more. */
function mayHold({ fields }: TableDefinition, parts: readonly Part[]): boolean {
  return parts.some((_, i) => {
    const field = fields.get(printParts(parts.slice(0, i + 1)))?.tree;
    return field !== undefined && (i === parts.length - 1 || field.type === undefined || holdsMore(field.type));
  });
}

function holdsMore(kind: Kind): boolean {
  if (kind.kind === "either") {
    const [only, ...more] = kind.options.filter((option) => option.kind !== "none");
    return only !== undefined && more.length === 0 && holdsMore(only);
  }
  return ["any", "object", "array", "set", "literal"].includes(kind.kind);
}

/** Writes the entries of all records of a table in one of its indexes, which has none yet. */
export function* fillIndex(table: string, name: string, scope: Scope): Effect<void> {
  const definition = tableOf(scope, table);
  const index = definition?.indexes.get(name);
  if (definition === undefined || index === undefined) return;
  if (index.tree.prepareRemove === true) return;
  const { kind } = index.tree.index;
  const only: TableDefinition = { ...definition, indexes: new Map([[name, index]]) };
  const written: WrittenRecord[] = [];
  for (const { id, document } of yield* scanStored(table, scope)) {
    const record = withId(id, document);
    const texts = yield* textsOf(record, undefined, only, scope);
    const entries = yield* entriesOf(record, only, scope);
    written.push({ id, document, entries, texts });
  }
  const isKept = kind === "plain" || kind === "unique" || kind === "fulltext";
  if (isKept && written.length > 0) yield* askStore((tx) => tx.write(placeOf(scope), table, written, "upsert"), scope);
}
