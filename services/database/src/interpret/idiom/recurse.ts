import { isArray } from "../../values/kind-of.ts";
import { valuesEqual } from "../../values/order.ts";
import { printValue } from "../../values/print.ts";
import { RecordId, type Value } from "../../values/value.ts";
import type { DestructureField, Part, RecursePart } from "../../language/surrealql/tree/index.ts";
import { recursionTooLong, recursionTooShort } from "../../messages/interpret.ts";
import { recursionEndless, recursionOverNoRecord } from "../../messages/path.ts";
import { takeTurns } from "../turns.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { flattenOnce, walk, type Walk } from "./idiom.ts";

/** Goes on with the recursion from a value: what `@` stands for. */
export type Repeat = (value: Value) => Effect<Value>;

/** The most rounds that a path may be followed. */
const longest = 256;

/** `.{1..3}`, with the rest of the path or the path in parentheses as what is repeated. */
export function* recurse(value: Value, part: RecursePart, rest: readonly Part[], at: Walk): Effect<Value> {
  for (const bound of [part.min, part.max]) {
    if (bound !== undefined && bound > longest) throw recursionTooLong(bound);
    if (bound !== undefined && bound < 1) throw recursionTooShort(bound);
  }
  const min = part.min ?? 1;
  const max = part.max ?? longest;
  const path = part.path ?? rest;
  const after = part.path === undefined ? [] : rest;
  const outside: Walk = { ...at, repeat: undefined };
  const result = yield* recursion(value, part, path, { min, max, open: part.max === undefined }, outside);
  return yield* walk(result, after, outside);
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Whether no upper limit is written. */
  readonly open: boolean;
}

function* recursion(value: Value, part: RecursePart, path: readonly Part[], bounds: Bounds, at: Walk): Effect<Value> {
  const { instruction } = part;
  if (instruction !== undefined) {
    const { inclusive } = instruction;
    if (instruction.find === "shortest") {
      const to = yield* evaluate(instruction.to, at.scope);
      return yield* shortest(value, path, bounds, { to, inclusive }, at);
    }
    return instruction.find === "collect"
      ? yield* collect(value, path, bounds, inclusive, at)
      : yield* allPaths(value, path, bounds, inclusive, at);
  }
  return repeats(path) ? yield* nest(value, path, bounds, 0, at) : yield* follow(value, path, bounds, at);
}

/** Follows the path round after round, and gives the last value that is something and another one: a way that only leads back to itself has ended. */
function* follow(start: Value, path: readonly Part[], { min, max, open }: Bounds, at: Walk): Effect<Value> {
  let value = start;
  for (let round = 1; round <= max; round++) {
    yield* takeTurns(at.scope);
    const next = yield* once(value, path, at);
    if (isNothing(next)) return round <= min ? next : value;
    if (valuesEqual(next, value)) return round > min ? value : isArray(next) ? [] : undefined;
    if (!(isArray(next) ? next.some(isRecord) : isRecord(next))) throw recursionOverNoRecord(printValue(next));
    value = next;
  }
  if (open) throw recursionEndless(longest);
  return max < min ? undefined : value;
}

function isRecord(value: Value): boolean {
  return value instanceof RecordId;
}

/** One round: from each item of a list, and one list again. */
function* once(value: Value, path: readonly Part[], at: Walk): Effect<Value> {
  if (!isArray(value)) return yield* walk(value, path, at);
  const found: Value[] = [];
  for (const item of value) {
    const next = yield* walk(item, path, at);
    if (!isNothing(next)) found.push(...(isArray(next) ? next : [next]));
  }
  return found;
}

function isNothing(value: Value): boolean {
  return value === undefined || value === null || (isArray(value) && value.every(isNothing));
}

/** A path with `@`: the value inside the value. */
function* nest(value: Value, path: readonly Part[], bounds: Bounds, depth: number, at: Walk): Effect<Value> {
  yield* takeTurns(at.scope);
  if (depth >= bounds.max || isNothing(value)) return value;
  if (isArray(value)) {
    const found: Value[] = [];
    for (const item of value) found.push(yield* nest(item, path, bounds, depth, at));
    return flattenOnce(found);
  }
  let reached = depth + 1 >= bounds.min;
  const found = yield* walk(value, path, {
    ...at,
    *repeat(inner) {
      const within = yield* nest(inner, path, bounds, depth + 1, at);
      reached ||= !isNothing(within);
      return within;
    },
  });
  // A way that ends before the least depth is none.
  return reached ? found : undefined;
}

/** Whether `@` occurs in a path. */
function repeats(path: readonly Part[]): boolean {
  return path.some((part) => part.part === "repeat" || (part.part === "destructure" && part.fields.some(fieldRepeats)));
}

function fieldRepeats(field: DestructureField): boolean {
  if (field.field === "aliased") return field.value.kind === "idiom" && repeats(field.value.parts);
  return field.field === "nested" && field.fields.some(fieldRepeats);
}

/** All that is met, each once, in the order in which it is met. */
function* collect(start: Value, path: readonly Part[], { min, max }: Bounds, inclusive: boolean, at: Walk): Effect<Value> {
  const seen = new Set<string>(inclusive ? [printValue(start)] : []);
  const found: Value[] = inclusive ? [start] : [];
  let level: readonly Value[] = [start];
  for (let round = 1; round <= max && level.length > 0; round++) {
    yield* takeTurns(at.scope);
    const next: Value[] = [];
    for (const item of yield* itemsAfter(level, path, at)) {
      const key = printValue(item);
      if (seen.has(key)) continue;
      seen.add(key);
      next.push(item);
      if (round >= min) found.push(item);
    }
    level = next;
  }
  return found;
}

function* itemsAfter(level: readonly Value[], path: readonly Part[], at: Walk): Effect<readonly Value[]> {
  const next = yield* once(level, path, at);
  const items = isArray(next) ? next : [next];
  const other = items.find((item) => !isRecord(item));
  if (other !== undefined) throw recursionOverNoRecord(printValue(other));
  return items;
}

/** All ways, each as the list of what is on it. */
function* allPaths(
  start: Value,
  path: readonly Part[],
  { min, max }: Bounds,
  inclusive: boolean,
  at: Walk,
): Effect<readonly Value[]> {
  const done: Value[] = [];
  let open: (readonly Value[])[] = [[start]];
  for (let round = 1; round <= max && open.length > 0; round++) {
    yield* takeTurns(at.scope);
    const next: (readonly Value[])[] = [];
    for (const way of open) {
      const items = yield* itemsAfter([way.at(-1)], path, at);
      if (items.length === 0 && round > min) done.push(shown(way, inclusive));
      for (const item of items) next.push([...way, item]);
    }
    open = next;
  }
  return [...done, ...open.map((way) => shown(way, inclusive))];
}

function shown(way: readonly Value[], inclusive: boolean): readonly Value[] {
  return inclusive ? way : way.slice(1);
}

/** The first way that leads to a value, level by level; NONE where none does. */
function* shortest(
  start: Value,
  path: readonly Part[],
  { min, max }: Bounds,
  { to, inclusive }: { readonly to: Value; readonly inclusive: boolean },
  at: Walk,
): Effect<Value> {
  const seen = new Set<string>([printValue(start)]);
  let open: (readonly Value[])[] = [[start]];
  for (let round = 1; round <= max && open.length > 0; round++) {
    yield* takeTurns(at.scope);
    const next: (readonly Value[])[] = [];
    for (const way of open) {
      for (const item of yield* itemsAfter([way.at(-1)], path, at)) {
        if (round >= min && valuesEqual(item, to)) return shown([...way, item], inclusive);
        if (seen.has(printValue(item))) continue;
        seen.add(printValue(item));
        next.push([...way, item]);
      }
    }
    open = next;
  }
  return undefined;
}
