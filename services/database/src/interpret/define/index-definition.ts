import type { TableDefinition } from "../../catalog/definitions.ts";
import type { DefineIndex, Expression, Idiom } from "../../language/surrealql/tree/index.ts";
import { computedIndexed, fieldExpected } from "../../messages/define.ts";
import type { WrittenRecord } from "../../store/port.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
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
  for (const field of statement.fields) {
    if (!canName(field)) throw fieldExpected();
    const { path } = yield* fieldOf(field, scope);
    const label = printParts(path.parts);
    if (tableOf(scope, table)?.fields.get(label)?.tree.computed !== undefined) throw computedIndexed(name, label);
    fields.push(path);
  }
  const index: DefineIndex = { ...statement, table: { kind: "literal", value: table }, fields };
  yield* storeDefinition(home, "index", name, index, scope);
  yield* fillIndex(table, name, scope);
  return undefined;
}

/** A path, or what gives one when the index is defined. */
function canName({ kind, ...more }: Idiom | Expression): boolean {
  if (kind !== "call") return kind === "idiom" || kind === "param";
  return "callee" in more && more.callee.of === "builtin" && more.callee.name.startsWith("type::field");
}

/** Writes the entries of all records of a table in one of its indexes, which has none yet. */
export function* fillIndex(table: string, name: string, scope: Scope): Effect<void> {
  const definition = tableOf(scope, table);
  const index = definition?.indexes.get(name);
  if (definition === undefined || index === undefined) return;
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
