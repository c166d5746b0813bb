import { isArray, isObject } from "../../values/kind-of.ts";
import { RecordId, type Value } from "../../values/value.ts";
import type { Part } from "../../language/surrealql/tree/index.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { about, type Scope } from "../scope.ts";
import { isTruthy } from "../../values/compare.ts";

/** The value with another one at a path. What is on the way and is missing becomes an object; NONE takes away. */
export function* assign(target: Value, parts: readonly Part[], value: Value, scope: Scope): Effect<Value> {
  return yield* change(target, parts, scope, () => value);
}

/** The value with the one at a path changed. */
export function* change(target: Value, parts: readonly Part[], scope: Scope, to: (old: Value) => Value): Effect<Value> {
  const part = parts[0];
  if (part === undefined) return to(target);
  const rest = parts.slice(1);
  if (isArray(target)) return yield* changeItems(target, part, parts, scope, to);
  if (part.part === "all" && isObject(target)) {
    const changed = new Map<string, Value>();
    for (const [key, item] of target) put(changed, key, yield* change(item, rest, scope, to));
    return changed;
  }
  const key = yield* keyOf(part, scope);
  if (key === undefined) return target;
  if (isObject(target)) {
    const changed = new Map(target);
    put(changed, key, yield* change(target.get(key), rest, scope, to));
    return changed;
  }
  if (target !== undefined && target !== null && !(target instanceof RecordId)) return target;
  const inner = yield* change(undefined, rest, scope, to);
  // To take away what is not there makes nothing on the way.
  if (inner === undefined) return target;
  const made = new Map<string, Value>();
  put(made, key, inner);
  return made;
}

function put(object: Map<string, Value>, key: string, value: Value): void {
  if (value === undefined) object.delete(key);
  else object.set(key, value);
}

function* keyOf(part: Part, scope: Scope): Effect<string | undefined> {
  if (part.part === "field") return part.name;
  if (part.part !== "index") return undefined;
  const index = yield* evaluate(part.index, scope);
  return typeof index === "string" || typeof index === "bigint" ? String(index) : undefined;
}

function* changeItems(
  items: readonly Value[],
  part: Part,
  parts: readonly Part[],
  scope: Scope,
  to: (old: Value) => Value,
): Effect<readonly Value[]> {
  const chosen = yield* positions(items, part, scope);
  const rest = chosen === undefined ? parts : parts.slice(1);
  const changed: Value[] = [];
  for (const [position, item] of items.entries()) {
    const isChosen = chosen === undefined || chosen.has(position);
    const next = isChosen ? yield* change(item, rest, scope, to) : item;
    // NONE in place of an item takes the item away.
    if (next !== undefined || !isChosen || item === undefined) changed.push(next);
  }
  return changed;
}

/** Which items a part means; undefined where the part is about each item itself. */
function* positions(items: readonly Value[], part: Part, scope: Scope): Effect<ReadonlySet<number> | undefined> {
  switch (part.part) {
    case "all":
    case "flatten":
      return new Set(items.keys());
    case "last":
      return new Set([items.length - 1]);
    case "index": {
      const index = yield* evaluate(part.index, scope);
      return new Set(typeof index === "bigint" ? [Number(index)] : []);
    }
    case "where": {
      const found = new Set<number>();
      for (const [position, item] of items.entries()) {
        if (isTruthy(yield* evaluate(part.condition, about(scope, item)))) found.add(position);
      }
      return found;
    }
    default:
      return undefined;
  }
}

/** The value without what is at a path. `intoItems`: whether a field of an array is that of each of its items. */
export function* remove(target: Value, parts: readonly Part[], scope: Scope, intoItems = true): Effect<Value> {
  const part = parts[0];
  if (part === undefined) return undefined;
  const rest = parts.slice(1);
  if (isArray(target)) {
    const chosen = yield* positions(target, part, scope);
    if (chosen === undefined && !intoItems) return target;
    const kept: Value[] = [];
    for (const [position, item] of target.entries()) {
      if (chosen === undefined) kept.push(yield* remove(item, parts, scope, intoItems));
      else if (!chosen.has(position)) kept.push(item);
      else if (rest.length > 0) kept.push(yield* remove(item, rest, scope, intoItems));
    }
    return kept;
  }
  if (!isObject(target)) return target;
  if (part.part === "all") {
    const changed = new Map<string, Value>();
    if (rest.length > 0) for (const [key, item] of target) put(changed, key, yield* remove(item, rest, scope, intoItems));
    return changed;
  }
  const key = yield* keyOf(part, scope);
  if (key === undefined || !target.has(key)) return target;
  const changed = new Map(target);
  put(changed, key, rest.length === 0 ? undefined : yield* remove(target.get(key), rest, scope, intoItems));
  return changed;
}
