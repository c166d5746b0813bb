import { isObject } from "../../values/kind-of.ts";
import { RecordId, type Value } from "../../values/value.ts";
import { isArray } from "../../values/kind-of.ts";
import type { Expression, Fields, Part, SelectedField } from "../../language/surrealql/tree/index.ts";
import { catchingReturn } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { pathOfText } from "../field-path.ts";
import { change, remove } from "../idiom/assign.ts";
import { walk } from "../idiom/idiom.ts";
import { about, type Scope } from "../scope.ts";
import { namesOfField, namesOfPath } from "./field-name.ts";

/** What a SELECT shows of a row. */
export function* project(row: Value, fields: Fields, scope: Scope): Effect<Value> {
  const here = about(scope, row);
  if ("value" in fields) return yield* catchingReturn(evaluate(fields.value.expression, here));
  // An id among rows is of a record that is not there.
  if (fields.list.length === 1 && fields.list[0] === "*") return row instanceof RecordId ? undefined : row;
  // Plain fields of what has none leave it as it is.
  if (row !== undefined && !isObject(row) && !(row instanceof RecordId) && fields.list.every(isPlainField)) return row;
  let shown: Value = new Map();
  for (const field of fields.list) {
    if (field === "*") {
      if (isObject(row)) shown = new Map([...(shown as ReadonlyMap<string, Value>), ...row]);
    } else {
      shown = yield* place(shown, field, yield* catchingReturn(evaluate(field.expression, here)), here);
    }
  }
  return shown;
}

function isPlainField(field: SelectedField | "*"): boolean {
  if (field === "*") return false;
  const { expression } = field;
  return expression.kind === "idiom" && expression.start === undefined && expression.parts.every(({ part }) => part === "field");
}

/** Puts the value of a field where its name says. `type::field(s)` without an alias stand under the names that they are given. */
function* place(shown: Value, field: SelectedField, value: Value, scope: Scope): Effect<Value> {
  const { expression, alias } = field;
  const given = alias === undefined ? yield* namesGiven(expression, scope) : undefined;
  if (given === undefined) return yield* putAt(shown, namesOfField(field), value, scope);
  if (typeof given === "string") return yield* putAt(shown, namesOfText(given), value, scope);
  let whole = shown;
  for (const [index, name] of given.entries()) {
    const one = given.length === 1 ? value : isArray(value) ? value[index] : undefined;
    if (typeof name === "string") whole = yield* putAt(whole, namesOfText(name), one, scope);
  }
  return whole;
}

function namesOfText(text: string): readonly string[] {
  return namesOfPath({ kind: "idiom", start: undefined, parts: pathOfText(text) });
}

function* namesGiven(expression: Expression, scope: Scope): Effect<string | readonly Value[] | undefined> {
  if (expression.kind !== "call" || expression.callee.of !== "builtin") return undefined;
  const [argument] = expression.args;
  if (argument === undefined) return undefined;
  if (expression.callee.name !== "type::field" && expression.callee.name !== "type::fields") return undefined;
  const given = yield* evaluate(argument, scope);
  return typeof given === "string" || isArray(given) ? given : undefined;
}

/** Like an assignment, but NONE is kept: a field that is selected is there. */
export function* putAt(target: Value, names: readonly string[], value: Value, scope: Scope): Effect<Value> {
  const [name, ...rest] = names;
  if (name === undefined) return value;
  if (isArray(target)) {
    const items: Value[] = [];
    for (const item of target) items.push(yield* putAt(item, names, value, scope));
    return items;
  }
  const object = new Map(isObject(target) ? target : []);
  return object.set(name, yield* putAt(object.get(name), rest, value, scope));
}

/** `a.{ b, c }` is the paths `a.b` and `a.c`. */
function omittedPaths(parts: readonly Part[]): readonly (readonly Part[])[] {
  const last = parts.at(-1);
  if (last?.part !== "destructure") return [parts];
  const start = parts.slice(0, -1);
  return last.fields.flatMap((field): readonly (readonly Part[])[] => {
    const named: Part = { part: "field", name: field.name };
    return field.field === "nested"
      ? omittedPaths([...start, named, { part: "destructure", fields: field.fields }])
      : [[...start, named]];
  });
}

/** Fields of the objects in an array stay, unless the path says which items it means. An item itself leaves NONE in its place. */
function* withoutPath(value: Value, parts: readonly Part[], scope: Scope): Effect<Value> {
  if (!parts.every(isOmittable)) return value;
  const last = parts.at(-1);
  if (last?.part === "index") {
    const index = yield* evaluate(last.index, scope);
    return yield* change(value, parts.slice(0, -1), scope, (old) =>
      isArray(old) ? old.map((item, position) => (BigInt(position) === index ? undefined : item)) : old,
    );
  }
  for (let length = 1; length < parts.length; length++) {
    if (parts[length]?.part !== "field" || parts[length - 1]?.part !== "field") continue;
    if (isArray(yield* walk(value, parts.slice(0, length), { scope, repeat: undefined }))) return value;
  }
  return yield* remove(value, parts, scope);
}

/** Conditions, `[$]` and names in brackets omit nothing. */
function isOmittable(part: Part): boolean {
  if (part.part === "index") return part.index.kind === "literal" && typeof part.index.value === "bigint";
  return part.part !== "where" && part.part !== "last";
}

/** OMIT: the result without these fields. */
export function* omitFields(value: Value, omit: readonly Expression[], scope: Scope): Effect<Value> {
  let left = value;
  for (const path of omit) {
    if (path.kind === "idiom") for (const parts of omittedPaths(path.parts)) left = yield* withoutPath(left, parts, scope);
    else {
      const given = yield* namesGiven(path, scope);
      for (const name of typeof given === "string" ? [given] : (given ?? [])) {
        if (typeof name === "string") left = yield* remove(left, pathOfText(name), scope);
      }
    }
  }
  return left;
}
