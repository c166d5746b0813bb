import { isDeepStrictEqual } from "node:util";
import type { BinaryOperator, Expression, Part } from "../language/surrealql/tree/index.ts";
import { isArray } from "../values/kind-of.ts";
import { Regex, SetValue, type Value } from "../values/value.ts";
import { constantOf, type Variables } from "./constant.ts";

/** A path compared with a value that is the same for all records. */
export interface Comparison {
  readonly path: readonly Part[];
  readonly operator: "=" | "<" | "<=" | ">" | ">=" | "IN" | "CONTAINS" | "CONTAINSANY" | "CONTAINSALL";
  readonly value: Value;
  /** What it was read from. */
  readonly from: Expression;
}

const mirrored: Partial<Record<BinaryOperator, Comparison["operator"]>> = {
  "=": "=",
  "==": "=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
  INSIDE: "CONTAINS",
};

const straight: Partial<Record<BinaryOperator, Comparison["operator"]>> = {
  "=": "=",
  "==": "=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
  INSIDE: "IN",
  CONTAINS: "CONTAINS",
  CONTAINSANY: "CONTAINSANY",
  CONTAINSALL: "CONTAINSALL",
};

/** A condition as a comparison, where it is one. */
export function comparisonOf(condition: Expression, variables: Variables): Comparison | undefined {
  if (condition.kind !== "binary") return undefined;
  const { operator, left, right } = condition;
  const [leftPath, rightPath] = [pathOf(left), pathOf(right)];
  const kind = leftPath === undefined ? mirrored[operator] : straight[operator];
  const path = leftPath ?? rightPath;
  const constant = constantOf(leftPath === undefined ? left : right, variables);
  if (kind === undefined || path === undefined || constant === undefined) return undefined;
  if ((kind === "IN" || kind === "CONTAINSANY" || kind === "CONTAINSALL") && !isArray(constant.value)) return undefined;
  return { path, operator: kind, value: constant.value, from: condition };
}

/** The parts of a path from the record itself that has fields only. */
export function pathOf(expression: Expression): readonly Part[] | undefined {
  if (expression.kind !== "idiom" || expression.start !== undefined || expression.parts.length === 0) return undefined;
  return expression.parts.every(({ part }) => part === "field") ? expression.parts : undefined;
}

export function isSamePath(a: readonly Part[], b: readonly Part[]): boolean {
  return a.length === b.length && isDeepStrictEqual(a, b);
}

/** The conditions that must all hold. */
export function conjunctsOf(condition: Expression | undefined): readonly Expression[] {
  return condition === undefined ? [] : chained(condition, "&&");
}

/** The conditions of which one must hold. */
export function disjunctsOf(condition: Expression): readonly Expression[] {
  return chained(condition, "||");
}

function chained(condition: Expression, operator: "&&" | "||"): readonly Expression[] {
  if (condition.kind !== "binary" || condition.operator !== operator) return [condition];
  return [...chained(condition.left, operator), ...chained(condition.right, operator)];
}

/** Whether a value stands in an index as it is: arrays stand there by their items, and a regular expression equals more than itself. */
export function isIndexed(value: Value): boolean {
  return !isArray(value) && !(value instanceof SetValue) && !(value instanceof Regex);
}
