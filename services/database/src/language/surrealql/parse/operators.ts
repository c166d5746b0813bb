import type { BinaryOperator } from "../tree/expression.ts";
import type { Token } from "../lexer/token.ts";

/** How strongly operators bind, weakest first. */
export const power = {
  none: 0,
  or: 1,
  and: 2,
  equality: 3,
  relation: 4,
  addition: 5,
  multiplication: 6,
  exponent: 7,
  nullish: 8,
  prefix: 9,
  range: 10,
  call: 11,
} as const;

export interface Infix {
  readonly operator: BinaryOperator | "matches" | "knn" | "range" | "call" | "NOT";
  readonly power: number;
}

function row(level: number, operator: Infix["operator"], ...keys: readonly string[]): (readonly [string, Infix])[] {
  return keys.map((key) => [key, { operator, power: level }] as const);
}

const infixes: ReadonlyMap<string, Infix> = new Map([
  ...row(power.or, "||", "||", "OR"),
  ...row(power.and, "&&", "&&", "AND"),
  ...row(power.equality, "=", "=", "IS"),
  ...row(power.equality, "==", "=="),
  ...row(power.equality, "!=", "!="),
  ...row(power.equality, "*=", "*="),
  ...row(power.equality, "?=", "?="),
  ...row(power.relation, "<", "<"),
  ...row(power.relation, "<=", "<="),
  ...row(power.relation, ">", ">"),
  ...row(power.relation, ">=", ">="),
  ...row(power.relation, "matches", "@@", "@"),
  ...row(power.relation, "knn", "<|"),
  ...row(power.relation, "CONTAINS", "CONTAINS", "∋"),
  ...row(power.relation, "CONTAINSNOT", "CONTAINSNOT", "∌"),
  ...row(power.relation, "CONTAINSALL", "CONTAINSALL", "⊇"),
  ...row(power.relation, "CONTAINSANY", "CONTAINSANY", "⊃"),
  ...row(power.relation, "CONTAINSNONE", "CONTAINSNONE", "⊅"),
  ...row(power.relation, "INSIDE", "INSIDE", "IN", "∈"),
  ...row(power.relation, "NOTINSIDE", "NOTINSIDE", "∉"),
  ...row(power.relation, "NOT", "NOT"),
  ...row(power.relation, "ALLINSIDE", "ALLINSIDE", "⊆"),
  ...row(power.relation, "ANYINSIDE", "ANYINSIDE", "⊂"),
  ...row(power.relation, "NONEINSIDE", "NONEINSIDE", "⊄"),
  ...row(power.relation, "OUTSIDE", "OUTSIDE"),
  ...row(power.relation, "INTERSECTS", "INTERSECTS"),
  ...row(power.addition, "+", "+"),
  ...row(power.addition, "-", "-"),
  ...row(power.multiplication, "*", "*", "×"),
  ...row(power.multiplication, "/", "/", "÷"),
  ...row(power.multiplication, "%", "%"),
  ...row(power.exponent, "**", "**"),
  ...row(power.nullish, "??", "??"),
  ...row(power.nullish, "?:", "?:"),
  ...row(power.range, "range", ".."),
  ...row(power.call, "call", "("),
]);

export function infixOf(token: Token): Infix | undefined {
  return token.key === "" ? undefined : infixes.get(token.key);
}

/** Operators of these powers cannot follow one another without parentheses: `1 < 2 < 3` is an error. */
export function isRelational(level: number): boolean {
  return level === power.equality || level === power.relation;
}
