import type { Kind, KindLiteral } from "../language/surrealql/tree/index.ts";
import { isArray, isObject } from "../values/kind-of.ts";
import { valuesEqual } from "../values/order.ts";
import type { Value } from "../values/value.ts";
import { literalValue } from "./print.ts";

/** Whether a value is what a literal kind describes; `fits` tells it of the kinds within. An object may lack only fields that may be NONE. */
export function fitsLiteral(value: Value, literal: KindLiteral, fits: (value: Value, kind: Kind) => boolean): boolean {
  switch (literal.of) {
    case "value":
      return valuesEqual(value, literalValue(literal.value));
    case "array":
      return (
        isArray(value) && value.length === literal.items.length && literal.items.every((kind, index) => fits(value[index], kind))
      );
    case "object":
      return (
        isObject(value) &&
        onlyNamed(value.keys(), literal.fields) &&
        literal.fields.every(([name, kind]) => fits(value.get(name), kind))
      );
  }
}

function onlyNamed(keys: Iterable<string>, fields: readonly (readonly [string, Kind])[]): boolean {
  const names = new Set(fields.map(([name]) => name));
  for (const key of keys) if (!names.has(key)) return false;
  return true;
}
