import type { Value } from "../../values/value.ts";
import type { Expression } from "../../language/surrealql/tree/index.ts";
import type { Effect } from "../effect.ts";
import { isAggregate } from "./aggregate.ts";

type Call = Extract<Expression, { kind: "call" }>;

function isAggregateCall({ callee }: Call): boolean {
  return callee.of === "builtin" && isAggregate(callee.name);
}

/** The expressions directly inside one. Statements and blocks are worlds of their own. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "array":
    case "set":
      return expression.items;
    case "object":
      return expression.entries.map(([, value]) => value);
    case "binary":
      return [expression.left, expression.right];
    case "prefix":
    case "cast":
      return [expression.operand];
    case "call":
      return expression.args;
    case "idiom":
      return expression.start === undefined ? [] : [expression.start];
    default:
      return [];
  }
}

/** Whether an aggregate is called in an expression. */
export function containsAggregate(expression: Expression): boolean {
  return (expression.kind === "call" && isAggregateCall(expression)) || childrenOf(expression).some(containsAggregate);
}

/** Whether `$this` occurs, which a group does not have. */
export function mentionsThis(expression: Expression): boolean {
  return (expression.kind === "param" && expression.name === "this") || childrenOf(expression).some(mentionsThis);
}

/** The expression with the values of its aggregates in their places. */
export function* withAggregates(expression: Expression, reduce: (call: Call) => Effect<Value>): Effect<Expression> {
  switch (expression.kind) {
    case "array":
    case "set":
      return { ...expression, items: yield* allWith(expression.items, reduce) };
    case "object": {
      const values = yield* allWith(
        expression.entries.map(([, value]) => value),
        reduce,
      );
      return { ...expression, entries: expression.entries.map(([key, value], index) => [key, values[index] ?? value] as const) };
    }
    case "binary":
      return {
        ...expression,
        left: yield* withAggregates(expression.left, reduce),
        right: yield* withAggregates(expression.right, reduce),
      };
    case "prefix":
      return { ...expression, operand: yield* withAggregates(expression.operand, reduce) };
    case "cast":
      return { ...expression, operand: yield* withAggregates(expression.operand, reduce) };
    case "call":
      if (isAggregateCall(expression)) return { kind: "literal", value: yield* reduce(expression) };
      return { ...expression, args: yield* allWith(expression.args, reduce) };
    case "idiom":
      return expression.start === undefined
        ? expression
        : { ...expression, start: yield* withAggregates(expression.start, reduce) };
    default:
      return expression;
  }
}

function* allWith(expressions: readonly Expression[], reduce: (call: Call) => Effect<Value>): Effect<readonly Expression[]> {
  const changed: Expression[] = [];
  for (const expression of expressions) changed.push(yield* withAggregates(expression, reduce));
  return changed;
}
