import { Decimal } from "decimal.js";
import { RecordId } from "../../../values/value.ts";
import type { BinaryOperator, Expression } from "../tree/index.ts";

/** How tightly expressions bind, loosest first. */
const strength = {
  loose: 0,
  or: 1,
  and: 2,
  equality: 3,
  relation: 4,
  sum: 5,
  product: 6,
  power: 7,
  nullish: 8,
  unary: 9,
  range: 10,
  tight: 11,
};

const operators: ReadonlyMap<BinaryOperator, number> = new Map([
  ["||", strength.or],
  ["&&", strength.and],
  ["=", strength.equality],
  ["==", strength.equality],
  ["!=", strength.equality],
  ["*=", strength.equality],
  ["?=", strength.equality],
  ["+", strength.sum],
  ["-", strength.sum],
  ["*", strength.product],
  ["/", strength.product],
  ["%", strength.product],
  ["**", strength.power],
  ["??", strength.nullish],
  ["?:", strength.nullish],
]);

function strengthOfOperator(operator: BinaryOperator): number {
  return operators.get(operator) ?? strength.relation;
}

function strengthOf(expression: Expression): number {
  switch (expression.kind) {
    case "binary":
      return strengthOfOperator(expression.operator);
    case "matches":
    case "knn":
      return strength.relation;
    case "prefix":
    case "cast":
      return strength.unary;
    case "range":
      return strength.range;
    case "closure":
    case "statement":
    case "record-id":
      return strength.loose;
    case "literal":
      return expression.value instanceof RecordId ? strength.loose : strength.tight;
    case "call":
      return expression.callee.of === "value" ? strength.loose : strength.tight;
    default:
      return strength.tight;
  }
}

/** Whether an operand of a binary operator needs parentheses. Comparisons do not chain; of all others the grouping is not shown. */
export function needsParentheses(operand: Expression, operator: BinaryOperator | "@@" | "<|"): boolean {
  const outer = operator === "@@" || operator === "<|" ? strength.relation : strengthOfOperator(operator);
  const inner = strengthOf(operand);
  return inner < outer || (inner === outer && (outer === strength.equality || outer === strength.relation));
}

export function needsParenthesesInUnary(operand: Expression): boolean {
  return strengthOf(operand) < strength.unary;
}

export function needsParenthesesInRange(operand: Expression): boolean {
  return strengthOf(operand) <= strength.range;
}

/** Whether what a path starts from needs parentheses. */
export function needsParenthesesInPath(start: Expression): boolean {
  return strengthOf(start) <= strength.range || isNegative(start);
}

/** A number below zero, which begins with a sign of its own. */
export function isNegative(expression: Expression): boolean {
  if (expression.kind !== "literal") return false;
  const { value } = expression;
  return value instanceof Decimal ? value.isNegative() : (typeof value === "number" || typeof value === "bigint") && value < 0;
}
