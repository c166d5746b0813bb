import type { Expression, Kind, KindLiteral } from "../language/surrealql/tree/index.ts";
import { Decimal } from "decimal.js";
import { negate } from "../values/calculate.ts";
import { isNumber } from "../values/kind-of.ts";
import { printName, printObjectKey } from "../values/print-text.ts";
import { printValue } from "../values/print.ts";
import type { Value } from "../values/value.ts";

/** A kind as the language writes it: `option<int>` is `none | int`, `array<any>` is `array`. */
export function printKind(kind: Kind): string {
  switch (kind.kind) {
    case "record":
    case "table":
      return `${kind.kind}${parameters(kind.tables.map(printName))}`;
    case "file":
      return `file${parameters(kind.buckets.map(printName))}`;
    case "geometry":
      return `geometry${parameters(kind.shapes)}`;
    case "array":
    case "set":
      return printCollection(kind.kind, kind.of, kind.length);
    case "either":
      return kind.options.map(printKind).join(" | ");
    case "literal":
      return printLiteral(kind.literal);
    default:
      return kind.kind;
  }
}

function parameters(names: readonly string[]): string {
  return names.length === 0 ? "" : `<${names.join(" | ")}>`;
}

function printCollection(name: string, of: Kind | undefined, length: number | undefined): string {
  const ofAny = of === undefined || of.kind === "any";
  if (length !== undefined) return `${name}<${of === undefined ? "any" : printKind(of)}, ${length}>`;
  return ofAny ? name : `${name}<${printKind(of)}>`;
}

function printLiteral(literal: KindLiteral): string {
  switch (literal.of) {
    case "value":
      return printLiteralValue(literalValue(literal.value));
    case "array":
      return `[${literal.items.map(printKind).join(", ")}]`;
    case "object":
      return `{ ${literal.fields.map(([name, kind]) => `${printObjectKey(name)}: ${printKind(kind)}`).join(", ")} }`;
  }
}

/** The space in front of floats and decimals is the language's own oddity, which its texts show. */
function printLiteralValue(value: Value): string {
  return typeof value === "number" || value instanceof Decimal ? ` ${printValue(value)}` : printValue(value);
}

/** The value that a kind of one value stands for; the parser makes literals, with at most a sign before a number. */
export function literalValue(expression: Expression): Value {
  if (expression.kind === "literal") return expression.value;
  if (expression.kind === "prefix" && expression.operator === "-") {
    const operand = literalValue(expression.operand);
    if (isNumber(operand)) return negate(operand);
  }
  throw new TypeError("a kind is made of literals");
}
