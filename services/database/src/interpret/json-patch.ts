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
    case "add": {
      const [old, holder] = [read(target, path), read(target, path.slice(0, -1))];
      return isArray(old) && isObject(holder)
        ? put(target, path, [...old, ...(isArray(value) ? value : [value])], false)
        : put(target, path, value, true);
    }
    case "replace":
      return put(target, path, value, false);
    case "change": {
      const old = read(target, path);
      return typeof old === "string" && typeof value === "string" ? put(target, path, applyTextPatch(old, value), false) : target;
    }
    case "remove":
      return put(target, path, undefined, false);
    case "copy":
      return put(target, path, read(target, from), true);
    case "move":
      return put(put(target, from, undefined, false), path, read(target, from), true);
    default: {
      const found = read(target, path);
      if (!valuesEqual(found, value)) throw patchTestFailed(printValue(value), printValue(found));
      return target;
    }
  }
}

function read(target: Value, [piece, ...rest]: readonly string[]): Value {
  if (piece === undefined) return target;
  if (isObject(target)) return read(target.get(piece), rest);
  return isArray(target) ? read(target[Number(piece)], rest) : undefined;
}

/** `adds`: into an array at a place, or at its end (`-`, and beyond it), moving the others. NONE takes away. */
function put(target: Value, [piece, ...rest]: readonly string[], value: Value, adds: boolean): Value {
  if (piece === undefined) return value;
  if (isArray(target)) {
    const isPastEnd = piece === "-" || (adds && rest.length === 0 && Number(piece) > target.length);
    const index = isPastEnd ? target.length : Number(piece);
    if (!Number.isInteger(index) || index < 0 || index > target.length) return target;
    if (rest.length > 0) return target.with(index, put(target[index], rest, value, adds));
    if (value === undefined) return target.toSpliced(index, 1);
    return adds ? target.toSpliced(index, 0, value) : index < target.length ? target.with(index, value) : target;
  }
  if (target !== undefined && target !== null && !isObject(target)) return target;
  if (value === undefined && !(target?.has(piece) ?? false)) return target;
  const changed = new Map(target ?? []);
  const inner = put(changed.get(piece), rest, value, adds);
  if (inner === undefined) changed.delete(piece);
  else changed.set(piece, inner);
  return changed;
}
