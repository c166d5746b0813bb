import { Decimal } from "decimal.js";
import { printObjectKey } from "../../../values/print-text.ts";
import type { Kind, KindLiteral } from "../tree/index.ts";
import { printExpression } from "./expression.ts";
import { list } from "./join.ts";
import { innerName } from "./names.ts";

/** A type as definitions and errors show it: `option<int>` is `none | int`. */
export function printKind(kind: Kind): string {
  switch (kind.kind) {
    case "record":
    case "table":
      return named(kind.kind, kind.tables, innerName);
    case "file":
      return named("file", kind.buckets, innerName);
    case "geometry":
      return named("geometry", kind.shapes, (shape) => shape);
    case "array":
    case "set":
      return collection(kind);
    case "either":
      return list(kind.options, printKind, " | ");
    case "function":
      return "function";
    case "literal":
      return literal(kind.literal);
    default:
      return kind.kind;
  }
}

function named<T>(name: string, options: readonly T[], print: (option: T) => string): string {
  return options.length === 0 ? name : `${name}<${list(options, print, " | ")}>`;
}

function collection(kind: Extract<Kind, { kind: "array" | "set" }>): string {
  const of = kind.of ?? { kind: "any" };
  if (kind.length !== undefined) return `${kind.kind}<${printKind(of)}, ${kind.length}>`;
  return of.kind === "any" ? kind.kind : `${kind.kind}<${printKind(of)}>`;
}

function literal(of: KindLiteral): string {
  switch (of.of) {
    case "array":
      return `[${list(of.items, printKind)}]`;
    case "object":
      return `{ ${list(of.fields, ([name, kind]) => `${printObjectKey(name)}: ${printKind(kind)}`)} }`;
    case "value": {
      const text = printExpression(of.value);
      return isFraction(of) ? ` ${text}` : text;
    }
  }
}

/** Floats and decimals get a space in front: users' tests compare the text. */
function isFraction({ value }: Extract<KindLiteral, { of: "value" }>): boolean {
  return value.kind === "literal" && (typeof value.value === "number" || value.value instanceof Decimal);
}
