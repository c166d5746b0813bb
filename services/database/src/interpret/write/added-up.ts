import type { Expression, Fields } from "../../language/surrealql/tree/index.ts";
import { isNumber } from "../../values/kind-of.ts";
import { compareValues } from "../../values/order.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { callBuiltin } from "../call.ts";
import type { Effect } from "../effect.ts";
import type { Scope } from "../scope.ts";
import { namesOfField } from "../select/field-name.ts";

/**
 * The row of a group with that of one more record. What is no plain aggregate is as the record has it; a mean needs a `count()` beside it to know how
 * many records it is of.
 */
export function* addedUp(fields: Fields, row: ObjectValue, own: ObjectValue, scope: Scope): Effect<ObjectValue> {
  const list = ("list" in fields ? fields.list : [fields.value]).filter((field) => field !== "*");
  const counted = list.find(({ expression }) => nameOf(expression) === "count" && isOfAll(expression));
  const count = counted === undefined ? undefined : row.get(namesOfField(counted).join("."));
  const sum = new Map(own);
  for (const field of list) {
    const name = namesOfField(field).join(".");
    const [old, one] = [row.get(name), own.get(name)];
    if (old !== undefined && one !== undefined) sum.set(name, yield* addOne(nameOf(field.expression), old, one, count, scope));
  }
  return sum;
}

function* addOne(aggregate: string | undefined, old: Value, one: Value, count: Value, scope: Scope): Effect<Value> {
  switch (aggregate) {
    case "count":
    case "math::sum":
      return yield* callBuiltin("math::sum", [[old, one]], scope);
    case "math::min":
    case "time::min":
      return compareValues(old, one) <= 0 ? old : one;
    case "math::max":
    case "time::max":
      return compareValues(old, one) >= 0 ? old : one;
    case "math::mean": {
      if (!isNumber(count) || !isNumber(old) || !isNumber(one)) return one;
      return (Number(old) * Number(count) + Number(one)) / (Number(count) + 1);
    }
    default:
      return one;
  }
}

function nameOf(expression: Expression): string | undefined {
  return expression.kind === "call" && expression.callee.of === "builtin" ? expression.callee.name : undefined;
}

function isOfAll(expression: Expression): boolean {
  return expression.kind === "call" && expression.args.length === 0;
}
