import type { Kind } from "../language/surrealql/tree/index.ts";
import type { Pausing, Steps } from "../turns.ts";
import { isArray, isObject } from "../values/kind-of.ts";
import { valuesEqual } from "../values/order.ts";
import type { CompoundKind } from "./compound.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { literalValue } from "./print.ts";

type Shape = Extract<CompoundKind, { kind: "literal" }>["literal"];
type Fits = (value: Value, kind: Kind, steps: Steps) => Pausing<boolean>;

/** Whether a value is the one that a kind names, of the kinds that name one. */
export function isLiteral(value: Value, kind: Kind): boolean {
  return kind.kind === "literal" && kind.literal.of === "value" && valuesEqual(value, literalValue(kind.literal.value));
}

/** Whether a value has the shape that a kind describes; `fits` tells it of the kinds within. An object may lack only fields that may be NONE. */
export function* fitsShape(value: Value, literal: Shape, steps: Steps, fits: Fits): Pausing<boolean> {
  switch (literal.of) {
    case "array":
      return isArray(value) && value.length === literal.items.length && (yield* allFit(value, literal.items, steps, fits));
    case "object":
      return isObject(value) && onlyNamed(value, literal.fields) && (yield* fieldsFit(value, literal.fields, steps, fits));
  }
}

function* allFit(values: readonly Value[], kinds: readonly Kind[], steps: Steps, fits: Fits): Pausing<boolean> {
  for (const [index, kind] of kinds.entries()) {
    if (steps.pauseIsDue()) yield;
    if (!(yield* fits(values[index], kind, steps))) return false;
  }
  return true;
}

type Fields = readonly (readonly [name: string, kind: Kind])[];

function* fieldsFit(object: ObjectValue, fields: Fields, steps: Steps, fits: Fits): Pausing<boolean> {
  for (const [name, kind] of fields) {
    if (steps.pauseIsDue()) yield;
    if (!(yield* fits(object.get(name), kind, steps))) return false;
  }
  return true;
}

const namesOf = new WeakMap<Fields, ReadonlySet<string>>();

function onlyNamed(object: ObjectValue, fields: Fields): boolean {
  const names = namesOf.get(fields) ?? new Set(fields.map(([name]) => name));
  namesOf.set(fields, names);
  for (const key of object.keys()) if (!names.has(key)) return false;
  return true;
}
