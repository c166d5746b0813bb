import { add, divide, multiply, power, remainder, subtract } from "../values/calculate.ts";
import {
  allEqual,
  anyEqual,
  contains,
  containsAll,
  containsAny,
  containsNone,
  intersects,
  isTruthy,
  looselyEqual,
} from "../values/compare.ts";
import { compareValues, valuesEqual } from "../values/order.ts";
import type { Value } from "../values/value.ts";
import type { BinaryOperator, Expression } from "../language/surrealql/tree/index.ts";
import type { Effect } from "./effect.ts";
import { evaluate } from "./evaluate.ts";
import type { Scope } from "./scope.ts";
import { limitMade } from "./size.ts";
import { takeTurns } from "./turns.ts";
import { isArray } from "../values/kind-of.ts";

/** An operator between two expressions; the right one is not evaluated where the left one decides. */
export function* evaluateBinary({ operator, left, right }: Extract<Expression, { kind: "binary" }>, scope: Scope): Effect<Value> {
  const first = yield* evaluate(left, scope);
  switch (operator) {
    case "&&":
      return isTruthy(first) ? yield* evaluate(right, scope) : first;
    case "||":
    case "?:":
      return isTruthy(first) ? first : yield* evaluate(right, scope);
    case "??":
      return first === undefined || first === null ? yield* evaluate(right, scope) : first;
    default: {
      const second = yield* evaluate(right, scope);
      if (isLong(first) || isLong(second)) yield* takeTurns(scope);
      return limitMade(operate(operator, first, second), scope);
    }
  }
}

/** Where an operator may look at so many values or characters, others have their turn before it. */
const manyValues = 1_000;

function isLong(value: Value): boolean {
  return (typeof value === "string" || isArray(value)) && value.length > manyValues;
}

/** An operator between two values. */
export function operate(operator: Exclude<BinaryOperator, "&&" | "||" | "??" | "?:">, left: Value, right: Value): Value {
  switch (operator) {
    case "+":
      return add(left, right);
    case "-":
      return subtract(left, right);
    case "*":
      return multiply(left, right);
    case "/":
      return divide(left, right);
    case "%":
      return remainder(left, right);
    case "**":
      return power(left, right);
    case "=":
      return looselyEqual(left, right);
    case "==":
      return valuesEqual(left, right);
    case "!=":
      return !looselyEqual(left, right);
    case "*=":
      return allEqual(left, right);
    case "?=":
      return anyEqual(left, right);
    case "<":
      return compareValues(left, right) < 0;
    case "<=":
      return compareValues(left, right) <= 0;
    case ">":
      return compareValues(left, right) > 0;
    case ">=":
      return compareValues(left, right) >= 0;
    default:
      return operateOnMembers(operator, left, right);
  }
}

function operateOnMembers(
  operator: Extract<BinaryOperator, `${string}CONTAIN${string}` | `${string}INSIDE` | "OUTSIDE" | "INTERSECTS">,
  left: Value,
  right: Value,
): boolean {
  switch (operator) {
    case "CONTAINS":
      return contains(left, right);
    case "CONTAINSNOT":
      return !contains(left, right);
    case "CONTAINSALL":
      return containsAll(left, right);
    case "CONTAINSANY":
      return containsAny(left, right);
    case "CONTAINSNONE":
      return containsNone(left, right);
    case "INSIDE":
      return contains(right, left);
    case "NOTINSIDE":
      return !contains(right, left);
    case "ALLINSIDE":
      return containsAll(right, left);
    case "ANYINSIDE":
      return containsAny(right, left);
    case "NONEINSIDE":
      return containsNone(right, left);
    case "OUTSIDE":
      return !intersects(left, right);
    case "INTERSECTS":
      return intersects(left, right);
  }
}
