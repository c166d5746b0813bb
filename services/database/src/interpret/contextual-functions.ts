import { isArray } from "../values/kind-of.ts";
import { printRaw } from "../values/print.ts";
import { endsOf } from "../values/edge.ts";
import { RecordId, type Value } from "../values/value.ts";
import { invokeApi } from "./api/invoke.ts";
import { databaseOf, tableOf, type Scope } from "./scope.ts";
import type { Effect } from "./effect.ts";
import { applyPatch, differences } from "./json-patch.ts";
import { readFieldPath } from "./field-path.ts";
import { walk } from "./idiom/idiom.ts";
import { readStored, visibleRecord } from "./record.ts";
import { mayInform } from "./define/rights.ts";
import { nextOfSequence } from "./define/sequence.ts";
import { searchFunctions } from "./search/functions.ts";
import { tableMissing } from "../messages/define.ts";

type Contextual = (args: readonly Value[], scope: Scope) => Effect<Value>;

/** The built-in functions that need to know the document or the database, which no plain function does. */
export const contextualFunctions: Readonly<Record<string, Contextual>> = {
  ...searchFunctions,
  *"api::invoke"(args, scope) {
    return yield* invokeApi(args, scope);
  },
  *"type::field"([path], scope) {
    return typeof path === "string" ? yield* fieldAt(path, scope) : undefined;
  },
  *"type::fields"([paths], scope) {
    const values: Value[] = [];
    for (const path of isArray(paths ?? undefined) ? (paths as readonly Value[]) : []) {
      if (typeof path === "string") values.push(yield* fieldAt(path, scope));
    }
    return values.length === 1 ? values[0] : values;
  },
  *"record::exists"([record], scope) {
    if (!(record instanceof RecordId)) return false;
    if (tableOf(scope, record.table) === undefined) throw tableMissing(record.table);
    return (yield* visibleRecord(record, scope)) !== undefined;
  },
  *"record::is_edge"([record], scope) {
    if (!(record instanceof RecordId)) return false;
    const [document] = yield* readStored([record], scope);
    return endsOf(document) !== undefined;
  },
  *"schema::table::exists"([name], scope) {
    mayInform({ of: { level: "database" } }, scope);
    return databaseOf(scope)?.tables.has(printRaw(name)) ?? false;
  },
  *"value::diff"([from, to]) {
    return differences(from, to);
  },
  *"value::patch"([value, patch]) {
    return applyPatch(value, patch);
  },
  *"sequence::nextval"([name], scope) {
    return yield* nextOfSequence(printRaw(name), scope);
  },
};

/** The field of the document that a text names. In a SELECT the path does not go on in another record. */
function* fieldAt(path: string, scope: Scope): Effect<Value> {
  const parts = readFieldPath(path);
  const at = { scope, repeat: undefined };
  if (scope.selecting !== true) return yield* walk(scope.current, parts, at);
  let value = scope.current;
  for (const part of parts) value = yield* walk(withoutRecords(value), [part], at);
  return value;
}

function withoutRecords(value: Value): Value {
  if (isArray(value)) return value.map(withoutRecords);
  return value instanceof RecordId ? undefined : value;
}
