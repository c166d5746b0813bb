import type { TableDefinition } from "../../catalog/definitions.ts";
import type { DefineField, Kind, Part } from "../../language/surrealql/tree/index.ts";
import { printExpression } from "../../language/surrealql/print/index.ts";
import { fieldAssertion, fieldCoercion, fieldReadonly } from "../../messages/document.ts";
import { isArray, isObject } from "../../values/kind-of.ts";
import { valuesEqual } from "../../values/order.ts";
import { printRecordId, printValue } from "../../values/print.ts";
import type { ObjectValue, RecordId, Value } from "../../values/value.ts";
import { catchingReturn } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { coercing } from "../kinds.ts";
import { printParts } from "../field-path.ts";
import { Frame } from "../frame.ts";
import { assign } from "../idiom/assign.ts";
import { allowsNone, isBelowNone, withHolder } from "./below.ts";
import { walk } from "../idiom/idiom.ts";
import { isPermitted } from "../permission.ts";
import { fieldsOf, partsOfField } from "../record.ts";
import { about, type Scope } from "../scope.ts";
import { isTruthy } from "../../values/compare.ts";

/** One record on its way into a table. */
export interface Draft {
  readonly id: RecordId;
  /** As it was; undefined where it is new. */
  readonly before: ObjectValue | undefined;
  /** What the statement made of it. */
  readonly input: ObjectValue;
  /** CONTENT: read-only fields that are not given stay as they are. */
  readonly keepsReadonly: boolean;
}

/** A record as the fields of its table want it: defaults, types, computed values, assertions. */
export function* throughFields(draft: Draft, table: TableDefinition | undefined, scope: Scope): Effect<ObjectValue> {
  let record: Value = draft.input;
  for (const field of fieldsOf(table)) {
    const parts = partsOfField(field);
    if (isNamed(parts, "id")) {
      yield* checkId(draft.id, field, about(scope, record));
      continue;
    }
    for (const place of placesOf(record, parts)) {
      if (isBelowNone(record, parts, place, table)) continue;
      const value: Value = yield* valueOfField(record as ObjectValue, field, place, draft, scope);
      record = value === undefined ? withHolder(record, place.slice(0, -1)) : record;
      record = yield* assign(record, place, value, scope);
    }
  }
  return record as ObjectValue;
}

function isNamed([part, ...rest]: readonly Part[], name: string): boolean {
  return rest.length === 0 && part?.part === "field" && part.name === name;
}

/** The type is one of the key; the assertion is about the whole id. */
function* checkId(id: RecordId, { type, assert }: DefineField, scope: Scope): Effect<void> {
  const { key } = id;
  if (type !== undefined) yield* coerced(key, type, "id", id, scope);
  if (assert === undefined) return;
  const at = { ...scope, frame: new Frame(scope.frame, new Map([["value", id]])) };
  if (isTruthy(yield* catchingReturn(evaluate(assert, at)))) return;
  throw fieldAssertion(printValue(id), "id", printRecordId(id), printExpression(assert));
}

/** The places in a record that a field is about: `tags.*` is about each item that there is. */
export function placesOf(record: Value, parts: readonly Part[]): readonly (readonly Part[])[] {
  let places: readonly { readonly path: readonly Part[]; readonly value: Value }[] = [{ path: [], value: record }];
  for (const part of parts) {
    places = places.flatMap(({ path, value }) => {
      if (part.part !== "all") {
        const inner = part.part === "field" && isObject(value) ? value.get(part.name) : undefined;
        return [{ path: [...path, part], value: inner }];
      }
      if (isArray(value)) return value.map((item, index) => ({ path: [...path, indexPart(index)], value: item }));
      if (isObject(value))
        return [...value].map(([name, item]) => ({ path: [...path, { part: "field", name } as const], value: item }));
      return [];
    });
  }
  return places.map(({ path }) => path);
}

function indexPart(index: number): Part {
  return { part: "index", index: { kind: "literal", value: BigInt(index) } };
}

function* valueOfField(record: ObjectValue, field: DefineField, place: readonly Part[], draft: Draft, scope: Scope): Effect<Value> {
  if (field.computed !== undefined) return undefined;
  const name = printParts(partsOfField(field));
  const plain = { scope, repeat: undefined };
  const before = draft.before === undefined ? undefined : yield* walk(draft.before, place, plain);
  const input = yield* walk(draft.input, place, plain);
  const variables = new Map<string, Value>([
    ["input", input],
    ["before", before],
  ]);
  const at = (value: Value): Scope => ({
    ...about(scope, record),
    frame: new Frame(scope.frame, new Map([...variables, ["value", value], ["after", value]])),
  });

  let value = yield* walk(record, place, plain);
  const isMade = draft.before === undefined;
  if (field.default !== undefined && value === undefined && (isMade || (field.default.always && !field.readonly))) {
    value = yield* catchingReturn(evaluate(field.default.value, at(value)));
  }
  if (field.readonly && draft.before !== undefined) {
    // What is read-only keeps the value that it was made with, also none at all.
    if (!valuesEqual(value, before) && !(value === undefined && draft.keepsReadonly))
      throw fieldReadonly(name, printRecordId(draft.id));
    return before;
  }
  if (field.type !== undefined && (field.value === undefined || value !== undefined))
    value = yield* coerced(value, field.type, name, draft.id, scope);
  if (field.value !== undefined) {
    value = yield* catchingReturn(evaluate(field.value, at(value)));
    if (field.type !== undefined) value = yield* coerced(value, field.type, name, draft.id, scope);
  }
  if (field.assert !== undefined && !(value === undefined && field.type !== undefined && allowsNone(field.type))) {
    if (!isTruthy(yield* catchingReturn(evaluate(field.assert, at(value))))) {
      throw fieldAssertion(printValue(value), name, printRecordId(draft.id), printExpression(field.assert));
    }
  }
  const permission = field.permissions[draft.before === undefined ? "create" : "update"];
  if (!valuesEqual(value, before) && !(yield* isPermitted(permission, at(value)))) return before;
  return value;
}

function coerced(value: Value, kind: Kind, field: string, id: RecordId, scope: Scope): Effect<Value> {
  return coercing(value, kind, scope, (cause) => fieldCoercion(field, printRecordId(id), cause));
}
