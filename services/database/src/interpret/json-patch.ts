import { invalidPatch, patchTestFailed } from "../messages/patch.ts";
import { isArray, isObject } from "../values/kind-of.ts";
import { compareTexts, valuesEqual } from "../values/order.ts";
import { printRaw, printValue } from "../values/print.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { applyTextPatch, textPatch } from "./text-patch.ts";

/** The differences between two values as JSON patch operations (RFC 6902, and `change` for texts), the way from the first to the second. */
export function differences(from: Value, to: Value): Value {
  const operations: Value[] = [];
  collect(from, to, "", operations);
  return operations;
}

function operation(op: string, path: string, value?: { readonly value: Value }): Value {
  const built = new Map<string, Value>([
    ["op", op],
    ["path", path],
  ]);
  return value === undefined ? built : built.set("value", value.value);
}

function collect(from: Value, to: Value, path: string, into: Value[]): void {
  if (valuesEqual(from, to)) return;
  if (isObject(from) && isObject(to)) collectObjects(from, to, path, into);
  else if (isArray(from) && isArray(to)) collectArrays(from, to, path, into);
  else if (typeof from === "string" && typeof to === "string") into.push(operation("change", path, { value: textPatch(from, to) }));
  else into.push(operation("replace", path, { value: to }));
}

function collectObjects(from: ObjectValue, to: ObjectValue, path: string, into: Value[]): void {
  for (const key of [...from.keys()].toSorted(compareTexts)) {
    if (!to.has(key)) into.push(operation("remove", `${path}/${key}`));
  }
  for (const key of [...to.keys()].toSorted(compareTexts)) {
    if (from.has(key)) collect(from.get(key), to.get(key), `${path}/${key}`, into);
    else into.push(operation("add", `${path}/${key}`, { value: to.get(key) }));
  }
}

function collectArrays(from: readonly Value[], to: readonly Value[], path: string, into: Value[]): void {
  for (let index = 0; index < Math.max(from.length, to.length); index++) {
    if (index >= from.length) into.push(operation("add", `${path}/${index}`, { value: to[index] }));
    else if (index >= to.length) into.push(operation("remove", `${path}/${to.length}`));
    else collect(from[index], to[index], `${path}/${index}`, into);
  }
}

/** The value after a list of JSON patch operations. */
export function applyPatch(value: Value, patch: Value): Value {
  if (!isArray(patch)) throw invalidPatch("Patch operations should be an array of objects");
  let changed = value;
  for (const step of patch.map(readOperation)) changed = applyOperation(changed, step);
  return changed;
}

interface Operation {
  readonly op: string;
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: Value;
}

const withValue: ReadonlySet<string> = new Set(["add", "replace", "change", "test"]);
const withFrom: ReadonlySet<string> = new Set(["copy", "move"]);

function readOperation(step: Value): Operation {
  if (!isObject(step)) throw invalidPatch("Patch operations should be an array of objects");
  const op = step.get("op");
  if (op === undefined) throw invalidPatch("Key 'op' missing");
  const path = step.get("path");
  if (path === undefined) throw invalidPatch("Key 'path' missing");
  const name = textOf(op);
  if (!withValue.has(name) && !withFrom.has(name) && name !== "remove") throw invalidPatch(`Invalid operation '${name}'`);
  if (withValue.has(name) && !step.has("value")) throw invalidPatch("Key 'from' missing");
  if (withFrom.has(name) && !step.has("from")) throw invalidPatch("Key 'from' missing");
  return { op: name, path: pieces(textOf(path)), from: pieces(textOf(step.get("from"))), value: step.get("value") };
}

function textOf(value: Value): string {
  return value === undefined ? "" : printRaw(value);
}

/** Parts of a pointer, by `/` or `.`, with any number of them at its beginning; the empty pointer is the field of no name. */
function pieces(pointer: string): readonly string[] {
  return pointer.replace(/^[/.]+/u, "").split(/[/.]/u);
}

function applyOperation(target: Value, { op, path, from, value }: Operation): Value {
  switch (op) {
    case "add":
      return added(target, path, value);
    case "replace":
      return put(target, path, value);
    case "change": {
      const old = read(target, path);
      return typeof old === "string" && typeof value === "string" ? put(target, path, applyTextPatch(old, value)) : target;
    }
    case "remove":
      return put(target, path, undefined);
    case "copy":
      return put(target, path, read(target, from));
    case "move":
      return put(put(target, from, undefined), path, read(target, from));
    default: {
      const found = read(target, path);
      if (!valuesEqual(found, value)) throw patchTestFailed(printValue(value), printValue(found));
      return target;
    }
  }
}

/** Into an array at a place, or at its end (`-`, and beyond it), or instead of what is no array; what is an array itself gets the value as well. */
function added(target: Value, path: readonly string[], value: Value): Value {
  const [above, last = ""] = [path.slice(0, -1), path.at(-1)];
  const holder = read(target, above);
  const isPlace = above.length > 0 && /^(?:-|\d+)$/u.test(last);
  if (isPlace && !isArray(holder)) return put(target, above, value);
  if (isPlace && isArray(holder)) {
    const index = last === "-" ? holder.length : Math.min(Number(last), holder.length);
    return put(target, above, holder.toSpliced(index, 0, value));
  }
  const old = read(target, path);
  return put(target, path, isArray(old) ? [...old, ...(isArray(value) ? value : [value])] : value);
}

/** A part of a path is the name of a field, of each item where it comes to an array: numbers are no places but where something is added. */
function read(target: Value, path: readonly string[]): Value {
  const [piece, ...rest] = path;
  if (piece === undefined) return target;
  if (isArray(target)) return target.map((item) => read(item, path));
  return isObject(target) ? read(target.get(piece), rest) : undefined;
}

/** NONE takes away. */
function put(target: Value, path: readonly string[], value: Value): Value {
  const [piece, ...rest] = path;
  if (piece === undefined) return value;
  if (isArray(target)) return target.map((item) => put(item, path, value));
  if (target !== undefined && target !== null && !isObject(target)) return target;
  if (value === undefined && !(target?.has(piece) ?? false)) return target;
  const changed = new Map(target ?? []);
  const inner = put(changed.get(piece), rest, value);
  if (inner === undefined) changed.delete(piece);
  else changed.set(piece, inner);
  return changed;
}
