import type { TableDefinition } from "../../catalog/definitions.ts";
import type { Kind, Part } from "../../language/surrealql/tree/index.ts";
import { isArray, isObject } from "../../values/kind-of.ts";
import type { Value } from "../../values/value.ts";
import { printParts } from "../field-path.ts";

/** Whether a field at a place is inside another one that may be NONE and is: then nothing is asked of it. */
export function isBelowNone(
  record: Value,
  parts: readonly Part[],
  place: readonly Part[],
  table: TableDefinition | undefined,
): boolean {
  for (let length = 1; length < parts.length; length++) {
    const type = table?.fields.get(printParts(parts.slice(0, length)))?.tree.type;
    if (type !== undefined && allowsNone(type) && valueAt(record, place.slice(0, length)) === undefined) return true;
  }
  return false;
}

export function allowsNone(kind: Kind): boolean {
  return kind.kind === "either" ? kind.options.some(allowsNone) : kind.kind === "none" || kind.kind === "any";
}

/** The value with objects on the way to a place where it has NONE or NULL: a field without a value still makes what holds it. */
export function withHolder(value: Value, place: readonly Part[]): Value {
  const [part, ...rest] = place;
  if (part === undefined) return value ?? new Map<string, Value>();
  const position = indexOf(part);
  if (isArray(value)) return position === undefined ? value : value.with(position, withHolder(value[position], rest));
  if (part.part !== "field" || (value !== undefined && value !== null && !isObject(value))) return value;
  return new Map(value ?? []).set(part.name, withHolder(value?.get(part.name), rest));
}

function valueAt(value: Value, place: readonly Part[]): Value {
  const [part, ...rest] = place;
  if (part === undefined) return value;
  if (part.part === "field") return isObject(value) ? valueAt(value.get(part.name), rest) : undefined;
  const position = indexOf(part);
  return isArray(value) && position !== undefined ? valueAt(value[position], rest) : undefined;
}

/** Places in a record name items by literal positions. */
function indexOf(part: Part): number | undefined {
  return part.part === "index" && part.index.kind === "literal" ? Number(part.index.value) : undefined;
}
