import type { Value } from "../../values/value.ts";
import type { Expression, Fields } from "../../language/surrealql/tree/index.ts";
import { groupedParent, groupedThis } from "../../messages/interpret.ts";
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

/** @throws QueryError where the fields of a GROUP speak of a document, at any depth: a group has none */
export function checkGrouped(fields: Fields): void {
  const name = documentIn(fields);
  if (name !== undefined) throw name === "parent" ? groupedParent() : groupedThis();
}

const documents: ReadonlySet<unknown> = new Set(["parent", "this", "self"]);

/** The first of the names of documents in a tree. */
function documentIn(tree: unknown): unknown {
  if (Array.isArray(tree)) return firstOf(tree);
  // Nodes of the tree are plain objects; values are not.
  if (typeof tree !== "object" || tree === null || Object.getPrototypeOf(tree) !== Object.prototype) return undefined;
  if ("kind" in tree && tree.kind === "param" && "name" in tree && documents.has(tree.name)) return tree.name;
  return firstOf(Object.values(tree));
}

function firstOf(trees: readonly unknown[]): unknown {
  for (const tree of trees) {
    const found = documentIn(tree);
    if (found !== undefined) return found;
  }
  return undefined;
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
