import { isDeepStrictEqual } from "node:util";
import { compareValues } from "../../values/order.ts";
import { isObject } from "../../values/kind-of.ts";
import type { Value } from "../../values/value.ts";
import type { Fields, Order, OrderBy } from "../../language/surrealql/tree/index.ts";
import type { Effect } from "../effect.ts";
import { ofEachRow } from "../each-row.ts";
import { walk } from "../idiom/idiom.ts";
import { about, type Scope } from "../scope.ts";
import { takeTurns } from "../turns.ts";
import { sortInTurns } from "../../values/sort-in-turns.ts";
import { compareCollated, compareNatural } from "./collate.ts";
import { namesOfField, namesOfPath } from "./field-name.ts";

/** A row on its way through a SELECT: as it was read, and as it will be shown. */
export interface Row {
  readonly source: Value;
  readonly shown: Value;
}

interface Keyed {
  readonly row: Row;
  readonly keys: readonly Value[];
}

/** ORDER BY: by what is shown under a name, else by what the row was read as. Equal rows keep their order. */
export function* orderRows(rows: readonly Row[], order: Order, fields: Fields, scope: Scope): Effect<readonly Row[]> {
  if ("random" in order) return shuffled(rows, scope);
  const keyed = yield* ofEachRow(rows, order.by, (row) => keyedBy(row, order.by, fields, scope), scope);
  const sorted = yield* sortInTurns(
    keyed,
    (a, b) => compareKeys(a.keys, b.keys, order.by),
    () => takeTurns(scope),
  );
  return sorted.map(({ row }) => row);
}

function* keyedBy(row: Row, by: readonly OrderBy[], fields: Fields, scope: Scope): Effect<Keyed> {
  const keys: Value[] = [];
  for (const { path } of by) keys.push(yield* keyOf(row, path, fields, scope));
  return { row, keys };
}

function* keyOf({ source, shown }: Row, path: OrderBy["path"], fields: Fields, scope: Scope): Effect<Value> {
  const names = namesOfPath(path);
  if ("list" in fields && fields.list.some((field) => field !== "*" && isDeepStrictEqual(namesOfField(field), names))) {
    return names.reduce<Value>((value, name) => (isObject(value) ? value.get(name) : undefined), shown);
  }
  return yield* walk(source, path.parts, { scope: about(scope, source), repeat: undefined });
}

/** Whether rows are ordered by what was read at a path, not by something else that is shown under its name. */
export function isShownAsRead(path: OrderBy["path"], fields: Fields): boolean {
  if (!("list" in fields)) return true;
  const names = namesOfPath(path);
  return fields.list.every(
    (field) => field === "*" || !isDeepStrictEqual(namesOfField(field), names) || isDeepStrictEqual(field.expression, path),
  );
}

function compareKeys(a: readonly Value[], b: readonly Value[], by: readonly OrderBy[]): number {
  for (const [index, { descending, collate, numeric }] of by.entries()) {
    const order = compareBy(a[index], b[index], collate, numeric);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

function compareBy(a: Value, b: Value, collate: boolean, numeric: boolean): number {
  if (typeof a !== "string" || typeof b !== "string" || !(collate || numeric)) return compareValues(a, b);
  return collate ? compareCollated(a, b, numeric) : compareNatural(a, b);
}

/** Fisher–Yates with the session's source of chance. */
function shuffled(rows: readonly Row[], scope: Scope): readonly Row[] {
  const mixed = [...rows];
  for (let last = mixed.length - 1; last > 0; last--) {
    const bytes = scope.env.outside.randomBytes(4);
    const other = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) % (last + 1);
    const [a, b] = [mixed[last], mixed[other]];
    if (a !== undefined && b !== undefined) [mixed[last], mixed[other]] = [b, a];
  }
  return mixed;
}
