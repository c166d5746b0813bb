import { isDeepStrictEqual } from "node:util";
import type { Expression, Fields, Group, SelectedField } from "../../language/surrealql/tree/index.ts";
import { printIdiom } from "../../language/surrealql/print/index.ts";
import { idiomOfView, starOfView, valueOfView } from "../../messages/define.ts";
import { expectedType, wrongArguments, wrongType } from "../../messages/functions.ts";
import { isTruthy } from "../../values/compare.ts";
import { isNumber } from "../../values/kind-of.ts";
import { printValue } from "../../values/print.ts";
import { Datetime, type ObjectValue, type Value } from "../../values/value.ts";
import { callBuiltin } from "../call.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { assign } from "../idiom/assign.ts";
import { about, type Scope } from "../scope.ts";
import { namesOfField } from "../select/field-name.ts";
import { keyExpressions } from "../select/group.ts";
import { childrenOf, withAggregates } from "../select/grouped-expression.ts";
import { putAt } from "../select/project.ts";

type Call = Extract<Expression, { kind: "call" }>;

/** What the rows of a view can be made of. */
const aggregates: ReadonlySet<string> = new Set([
  "count",
  ...["sum", "mean", "min", "max", "stddev", "variance"].map((name) => `math::${name}`),
  ...["time::min", "time::max"],
]);

function isAggregateOfView({ callee }: Call): boolean {
  return callee.of === "builtin" && aggregates.has(callee.name);
}

/** @throws QueryError where a row of a grouped view could not be told from its group's keys and aggregates */
export function checkViewFields(fields: Fields, group: Group): void {
  if ("value" in fields) throw valueOfView();
  const keys = keyExpressions(fields, group);
  for (const field of fields.list) {
    if (field === "*") throw starOfView();
    checkExpression(field.expression, keys);
  }
}

function checkExpression(expression: Expression, keys: readonly Expression[]): void {
  if (keys.some((key) => isDeepStrictEqual(key, expression))) return;
  if (expression.kind === "call" && isAggregateOfView(expression)) return;
  if (expression.kind === "idiom" && expression.start === undefined) throw idiomOfView(printIdiom(expression));
  for (const child of childrenOf(expression)) checkExpression(child, keys);
}

/** The row of one group: its keys, and aggregates of its members. */
export function* viewRow(
  fields: Fields,
  group: Group,
  key: readonly Value[],
  members: readonly ObjectValue[],
  scope: Scope,
): Effect<Value> {
  const keys = keyExpressions(fields, group);
  let known: Value = new Map();
  for (const [i, expression] of keys.entries())
    if (expression.kind === "idiom" && expression.start === undefined)
      known = yield* assign(known, expression.parts, key[i], scope);
  let row: Value = new Map();
  for (const field of "list" in fields ? fields.list : []) {
    if (field === "*") continue;
    const value = yield* valueOfField(field, keys, key, known, members, scope);
    row = yield* putAt(row, namesOfField(field), value, scope);
  }
  return row;
}

function* valueOfField(
  { expression }: SelectedField,
  keys: readonly Expression[],
  key: readonly Value[],
  known: Value,
  members: readonly ObjectValue[],
  scope: Scope,
): Effect<Value> {
  const at = keys.findIndex((one) => isDeepStrictEqual(one, expression));
  if (at !== -1) return key[at];
  const reduced = yield* withAggregates(expression, (call) => reduce(call, members, scope));
  return yield* evaluate(reduced, about(scope, known));
}

function* reduce({ callee, args: [argument] }: Call, members: readonly ObjectValue[], scope: Scope): Effect<Value> {
  const name = callee.of === "builtin" ? callee.name : "";
  if (argument === undefined) return BigInt(members.length);
  const values: Value[] = [];
  for (const member of members) values.push(yield* evaluate(argument, about(scope, member)));
  if (name === "count") return BigInt(values.filter(isTruthy).length);
  const [kind, isOfKind] = name.startsWith("time::")
    ? (["datetime", (value: Value) => value instanceof Datetime] as const)
    : (["number", isNumber] as const);
  const other = values.find((value) => !isOfKind(value));
  if (other !== undefined || values.includes(undefined))
    throw wrongArguments(name, wrongType(1, expectedType(kind, printValue(other))));
  const found = yield* callBuiltin(name, [values], scope);
  // A view adds in floats, or decimals where there are such.
  return name === "math::sum" && typeof found === "bigint" ? Number(found) : found;
}
