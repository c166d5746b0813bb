import { QueryError } from "../../errors.ts";
import { isDeepStrictEqual } from "node:util";
import { compareValues } from "../../values/order.ts";
import type { Value } from "../../values/value.ts";
import type { Expression, Fields, Group, SelectedField } from "../../language/surrealql/tree/index.ts";
import { groupedStar } from "../../messages/interpret.ts";
import type { Effect } from "../effect.ts";
import { ofEachRow } from "../each-row.ts";
import { evaluate, evaluateAll } from "../evaluate.ts";
import { about, type Scope } from "../scope.ts";
import { takeTurns } from "../turns.ts";
import { sortInTurns } from "../../values/sort-in-turns.ts";
import { aggregate } from "./aggregate.ts";
import { namesOfField, namesOfPath } from "./field-name.ts";
import { putAt } from "./project.ts";
import { containsAggregate, withAggregates } from "./grouped-expression.ts";

/** A GROUP: the rows of each group become one. Groups come in the order of their keys. */
export function* groupRows(rows: readonly Value[], fields: Fields, group: Group, scope: Scope): Effect<readonly Value[]> {
  const list = "value" in fields ? [fields.value] : fields.list;
  if (list.includes("*")) throw groupedStar();
  const selected = list.filter((field) => field !== "*");
  const keys = keyExpressions(fields, group);
  const groups = yield* groupsOf(rows, keys, scope);
  if ("all" in group && groups.length === 0) groups.push({ key: [], rows: [] });
  const results: Value[] = [];
  for (const one of groups.toSorted((a, b) => compareValues(a.key, b.key))) {
    if ("value" in fields) results.push(yield* valueOfGroup(fields.value.expression, one, keys, scope));
    else results.push(yield* objectOfGroup(selected, one, keys, scope));
  }
  return results;
}

interface RowGroup {
  readonly key: readonly Value[];
  readonly rows: Value[];
}

/** What the paths in GROUP BY stand for. */
export function keyExpressions(fields: Fields, group: Group): readonly Expression[] {
  const selected = ("value" in fields ? [fields.value] : fields.list).filter((field) => field !== "*");
  return "all" in group ? [] : group.by.map((path) => keyExpression(path, selected));
}

/** What a path in GROUP BY stands for: the field of that name, or the path itself. */
function keyExpression(path: Extract<Expression, { kind: "idiom" }>, fields: readonly SelectedField[]): Expression {
  const name = namesOfPath(path).join(".");
  return fields.find((field) => namesOfField(field).join(".") === name)?.expression ?? path;
}

/** The key of the group that a row is in. */
export function* keysOfGroup(row: Value, fields: Fields, group: Group, scope: Scope): Effect<readonly Value[]> {
  const key: Value[] = [];
  for (const expression of keyExpressions(fields, group)) key.push(yield* evaluate(expression, about(scope, row)));
  return key;
}

function* groupsOf(rows: readonly Value[], keys: readonly Expression[], scope: Scope): Effect<RowGroup[]> {
  const keyed = yield* ofEachRow(rows, keys, (row) => keyedBy(row, keys, scope), scope);
  const groups: RowGroup[] = [];
  const sorted = yield* sortInTurns(
    keyed,
    (a, b) => compareValues(a.key, b.key),
    () => takeTurns(scope),
  );
  for (const { key, row } of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && compareValues(last.key, key) === 0) last.rows.push(row);
    else groups.push({ key, rows: [row] });
  }
  return groups;
}

function* keyedBy(row: Value, keys: readonly Expression[], scope: Scope): Effect<{ key: readonly Value[]; row: Value }> {
  return { key: yield* evaluateAll(keys, about(scope, row)), row };
}

function* objectOfGroup(
  fields: readonly SelectedField[],
  group: RowGroup,
  keys: readonly Expression[],
  scope: Scope,
): Effect<Value> {
  let object: Value = new Map();
  for (const field of fields) {
    const value = yield* valueOfGroup(field.expression, group, keys, scope);
    object = yield* putAt(object, namesOfField(field), value, scope);
  }
  return object;
}

/** A field of a group: a key itself, an aggregate, an expression over aggregates, or the values of all rows. */
function* valueOfGroup(expression: Expression, group: RowGroup, keys: readonly Expression[], scope: Scope): Effect<Value> {
  const key = keys.findIndex((other) => isDeepStrictEqual(other, expression));
  if (key !== -1) return group.key[key];
  if (!containsAggregate(expression)) return yield* eachRow(expression, group, scope);
  const reduced = yield* withAggregates(expression, (call) => reduce(call, group, scope));
  // Beside aggregates there is no document; what fails for that reason is NULL.
  return yield* orOnFailure(evaluate(reduced, about(scope, undefined)), null);
}

function* reduce(call: Extract<Expression, { kind: "call" }>, group: RowGroup, scope: Scope): Effect<Value> {
  const [first, ...others] = call.args;
  const name = call.callee.of === "builtin" ? call.callee.name : "";
  const values = first === undefined ? undefined : yield* eachRow(first, group, scope);
  const further: Value[] = [];
  for (const other of others) further.push(yield* evaluate(other, about(scope, group.rows[0])));
  return yield* aggregate(name, values, group.rows.length, further, scope);
}

function* eachRow(expression: Expression, { rows }: RowGroup, scope: Scope): Effect<readonly Value[]> {
  return yield* ofEachRow(rows, expression, (row) => orOnFailure(evaluate(expression, about(scope, row)), undefined), scope);
}

function* orOnFailure(effect: Effect<Value>, instead: Value): Effect<Value> {
  try {
    return yield* effect;
  } catch (error) {
    if (error instanceof QueryError) return instead;
    throw error;
  }
}
