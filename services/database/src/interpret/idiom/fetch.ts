import { isArray, isObject } from "../../values/kind-of.ts";
import { RecordId, type Value } from "../../values/value.ts";
import type { Expression, Part } from "../../language/surrealql/tree/index.ts";
import { fetchOfNoPath } from "../../messages/path.ts";
import { printValue } from "../../values/print.ts";
import type { Effect } from "../effect.ts";
import { ofEachRecord } from "../each-row.ts";
import { evaluate } from "../evaluate.ts";
import { fetchRecord, fetchRecords } from "../record.ts";
import type { Scope } from "../scope.ts";
import { badFetch } from "../../messages/interpret.ts";
import { pathOfText } from "../field-path.ts";

/** FETCH: the records at these paths in place of their ids. */
export function* fetchPaths(value: Value, paths: readonly Expression[], scope: Scope): Effect<Value> {
  let fetched = value;
  for (const path of paths) {
    for (const parts of yield* partsOf(path, scope)) fetched = yield* fetchAt(fetched, parts, scope);
  }
  return fetched;
}

/** A path as written, or as text: in a parameter, or from `type::field(s)`. */
function* partsOf(path: Expression, scope: Scope): Effect<readonly (readonly Part[])[]> {
  if (path.kind === "idiom" && path.start === undefined) return [path.parts];
  if (path.kind === "call" && path.callee.of === "builtin" && path.callee.name.startsWith("type::field")) {
    const { name } = path.callee;
    const [argument] = path.args;
    const given = argument === undefined ? undefined : yield* evaluate(argument, scope);
    return (isArray(given) ? given : [given]).map((text) => {
      if (typeof text !== "string") throw fetchOfNoPath(name);
      return pathOfText(text);
    });
  }
  const given = yield* evaluate(path, scope);
  if (typeof given !== "string" && !isArray(given)) throw badFetch(printValue(given));
  return textsOf(given);
}

function textsOf(value: Value): readonly (readonly Part[])[] {
  return (isArray(value) ? value : [value]).flatMap((text) => (typeof text === "string" ? [pathOfText(text)] : []));
}

function* fetchAt(value: Value, parts: readonly Part[], scope: Scope): Effect<Value> {
  if (isArray(value)) return yield* fetchEach(value, parts, scope);
  if (value instanceof RecordId) return yield* fetchAt(yield* fetchRecord(value, scope), parts, scope);
  const [part, ...rest] = parts;
  if (part === undefined || !isObject(value)) return value;
  if (part.part === "all") {
    const changed = new Map<string, Value>();
    for (const [key, item] of value) changed.set(key, key === "id" ? item : yield* fetchAt(item, rest, scope));
    return changed;
  }
  const key = part.part === "field" ? part.name : undefined;
  if (key === undefined || !value.has(key)) return value;
  return new Map(value).set(key, yield* fetchAt(value.get(key), rest, scope));
}

function* fetchEach(items: readonly Value[], parts: readonly Part[], scope: Scope): Effect<readonly Value[]> {
  const [part, ...rest] = parts;
  const inner = part?.part === "all" || part?.part === "flatten" ? rest : parts;
  const records = yield* fetchRecords(
    items.filter((item) => item instanceof RecordId),
    scope,
  );
  let next = 0;
  const read = items.map((item) => (item instanceof RecordId ? records[next++] : item));
  return yield* ofEachRecord(read, inner, (item) => fetchAt(item, inner, scope), scope);
}
