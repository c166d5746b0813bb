import { printExpression, printKind } from "../language/surrealql/print/index.ts";
import type { Expression } from "../language/surrealql/tree/index.ts";
import { printValue } from "../values/print.ts";
import type { IndexRange } from "./access.ts";
import { constantOf, type Variables } from "./constant.ts";
import { operatorOf } from "./plan-operator.ts";

/** An expression as plans show it: without parentheses and arguments, and with the values of variables. */
export function planText(expression: Expression, variables: Variables): string {
  const text = (one: Expression): string => planText(one, variables);
  switch (expression.kind) {
    case "binary": {
      const { operator, left, right } = expression;
      const shown = operator === "&&" ? "AND" : operator === "||" ? "OR" : operator;
      return `${text(left)} ${shown} ${text(right)}`;
    }
    case "prefix":
      return `${expression.operator} ${text(expression.operand)}`;
    case "range":
      return `${expression.begin === undefined ? "" : `${text(expression.begin.value)} `}..${expression.end === undefined ? "" : ` ${text(expression.end.value)}`}`;
    case "call":
      return expression.callee.of === "builtin"
        ? `${expression.callee.name}(...)`
        : expression.callee.of === "custom"
          ? `fn::${expression.callee.name}(...)`
          : printExpression(expression);
    case "object":
      return `{${expression.entries.map(([key, value]) => `${key}: ${text(value)}`).join(", ")}}`;
    case "array":
      return `[${expression.items.map(text).join(", ")}]`;
    case "statement":
      return expression.statement.statement === "select" ? `(${operatorOf(expression.statement)})` : printExpression(expression);
    case "cast":
      return `<${printKind(expression.to)}>  ${text(expression.operand)}`;
    default: {
      const constant = constantOf(expression, variables);
      return constant === undefined ? printExpression(expression) : printValue(constant.value);
    }
  }
}

/** What of an index is read: `= 1`, `>1 <5`, `[1, 2]`, `[1] MoreThan 2`. */
export function accessText({ columns, equal, lower, upper }: IndexRange): string {
  if (columns === 1 && equal.length === 1) return `= ${printValue(equal[0])}`;
  const bounds = [
    lower === undefined ? "" : `${lower.inclusive ? ">=" : ">"}${printValue(lower.value)}`,
    upper === undefined ? "" : `${upper.inclusive ? "<=" : "<"}${printValue(upper.value)}`,
  ].filter((bound) => bound !== "");
  if (equal.length === 0) return bounds.join(" ");
  const prefix = printValue(equal);
  const first = lower === undefined ? upper : lower;
  if (first === undefined) return prefix;
  const word = lower === undefined ? "LessThan" : "MoreThan";
  return `${prefix} ${word}${first.inclusive ? "Equal" : ""} ${printValue(first.value)}`;
}
