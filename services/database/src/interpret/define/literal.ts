import type { Expression, Idiom, Part } from "../../language/surrealql/tree/index.ts";
import { isArray, isObject } from "../../values/kind-of.ts";
import { closureNotStorable } from "../../messages/codec.ts";
import { nameExpected } from "../../messages/define.ts";
import { printRaw, printValue } from "../../values/print.ts";
import { sayName } from "../../values/print-text.ts";
import { Closure, SetValue, type Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { pathOfText, printParts } from "../field-path.ts";
import type { Scope } from "../scope.ts";

/** A name as it is defined: a plain one, or the text that an expression gives. @throws QueryError, which tells `what` it is of, where it gives none */
export function* nameOf(name: Expression, scope: Scope, what = "string"): Effect<string> {
  const value = yield* evaluate(name, scope);
  if (typeof value === "string") return value;
  if (value instanceof Object && "name" in value) return value.name;
  throw nameExpected(what, printValue(value));
}

/** The name of a table, which is a text. */
export function* tableNameOf(name: Expression, scope: Scope): Effect<string> {
  const value = yield* evaluate(name, scope);
  if (typeof value !== "string") throw nameExpected("table name", printValue(value));
  return value;
}

export interface NamedField {
  readonly path: Idiom;
  /** What it is kept under. */
  readonly name: string;
  /** What messages call it. */
  readonly said: string;
}

/** The path of a field, as a path and as names. */
export function* fieldOf(name: Idiom | Expression, scope: Scope): Effect<NamedField> {
  const isPath = name.kind === "idiom" && name.start === undefined;
  const parts = isPath ? name.parts : pathOfText(yield* nameOf(name, scope, "field name"));
  const plain = parts.map((part): Part => (part.part === "flatten" ? { part: "all" } : part));
  return { path: { kind: "idiom", start: undefined, parts: plain }, name: printParts(plain), said: printParts(plain, sayName) };
}

/** A value as the literal that a definition keeps. @throws QueryError of a closure */
export function literalOf(value: Value): Expression {
  if (value instanceof Closure) throw closureNotStorable();
  if (isArray(value)) return { kind: "array", items: value.map(literalOf) };
  if (value instanceof SetValue) return { kind: "set", items: value.members.map(literalOf) };
  if (isObject(value)) return { kind: "object", entries: [...value].map(([key, item]) => [key, literalOf(item)] as const) };
  return { kind: "literal", value };
}

/** A comment, as text. */
export function* settledText(expression: Expression | undefined, scope: Scope): Effect<Expression | undefined> {
  return expression === undefined ? undefined : { kind: "literal", value: printRaw(yield* evaluate(expression, scope)) };
}

/** An expression of a definition that is evaluated when it is defined. */
export function* settled<E extends Expression | undefined>(expression: E, scope: Scope): Effect<Expression | undefined> {
  return expression === undefined ? undefined : literalOf(yield* evaluate(expression, scope));
}
