import { coerce } from "../../kinds/coerce.ts";
import type { Expression, KnnExpression, Part } from "../../language/surrealql/tree/index.ts";
import { vectorExpected } from "../../messages/search.ts";
import { printValue } from "../../values/print.ts";
import { compareNumbers } from "../../values/numbers.ts";
import { isArray, isNumber, isObject } from "../../values/kind-of.ts";
import type { Value } from "../../values/value.ts";
import { callBuiltin } from "../call.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { printParts } from "../field-path.ts";
import { about, tableOf, type Scope } from "../scope.ts";
import type { FieldIndex } from "./found.ts";
import { distanceFunction, indexDistance, vectorOf, type Hnsw } from "./vectors.ts";

/** Measures a row; undefined where it has nothing to measure. */
type Measure = (row: Value) => Effect<Value>;

/** A search for nearest rows that is ready to measure. */
export interface Nearest {
  readonly k: number;
  readonly measure: Measure;
}

/** The search of a condition over all rows that a statement reads: exact, with a measure of its own. Undefined where it needs an index. */
export function* exactNearest({ k, by, left, right }: KnnExpression, scope: Scope): Effect<Nearest | undefined> {
  if (by === undefined || !("distance" in by)) return undefined;
  const [field, asked] = left.kind === "idiom" || right.kind !== "idiom" ? [left, right] : [right, left];
  const { distance } = by;
  const given = yield* evaluate(asked, about(scope, undefined));
  if (!isArray(given)) throw vectorExpected(printValue(given));
  const vector = coerce(given, { kind: "array", of: { kind: "number" }, length: undefined });
  const further = typeof distance === "object" ? [distance.minkowski] : [];
  return {
    k,
    *measure(row) {
      const value = yield* evaluate(field, about(scope, row));
      if (!isArray(value) || !isArray(vector) || !value.every(isNumber)) return undefined;
      if (value.length !== vector.length && distance !== "JACCARD") return undefined;
      const measured = yield* callBuiltin(distanceFunction(distance), [value, vector, ...further], scope);
      return distance === "COSINE" ? 1 - Number(measured) : measured;
    },
  };
}

/** The search of a condition over the rows of one table by its index; undefined where there is none for it. */
export function* indexedNearest({ k, by, left, right }: KnnExpression, table: string, scope: Scope): Effect<Nearest | undefined> {
  if (by === undefined || !("ef" in by) || left.kind !== "idiom" || left.start !== undefined) return undefined;
  const index = vectorIndex(table, left.parts, scope);
  const asked = index === undefined ? undefined : yield* evaluate(right, about(scope, undefined));
  if (index === undefined || !isArray(asked)) return undefined;
  const vector = vectorOf(asked, index.kind);
  if (vector === undefined) return undefined;
  return {
    k,
    *measure(row) {
      const own = vectorOf(yield* evaluate(left, about(scope, row)), index.kind);
      return own === undefined ? undefined : indexDistance(own, vector, index.kind);
    },
  };
}

function vectorIndex(table: string, parts: readonly Part[], scope: Scope): FieldIndex<Hnsw> | undefined {
  const path = printParts(parts);
  for (const [name, { tree }] of tableOf(scope, table)?.indexes ?? []) {
    const field: Expression | undefined = tree.fields[0];
    if (tree.index.kind === "hnsw" && tree.prepareRemove !== true && field?.kind === "idiom" && printParts(field.parts) === path)
      return { name, tree, kind: tree.index };
  }
  return undefined;
}

/** The nearest of some rows, nearest first; rows that are as near stay in their order. Their distances are kept for who asks. */
export function* nearestOf<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
  { k, measure }: Nearest,
  scope: Scope,
): Effect<readonly Row[]> {
  const measured: { readonly row: Row; readonly distance: Value }[] = [];
  for (const row of rows) {
    const distance = yield* measure(valueOf(row));
    if (distance !== undefined) measured.push({ row, distance });
  }
  const nearest = measured.toSorted((a, b) => compareDistances(a.distance, b.distance)).slice(0, k);
  for (const { row, distance } of nearest) {
    const value = valueOf(row);
    if (isObject(value)) scope.search?.distances.set(value, distance);
  }
  return nearest.map(({ row }) => row);
}

/** What cannot be measured (a length of 0 in a cosine) comes first. */
function compareDistances(a: Value, b: Value): number {
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
  return isNumber(a) && isNumber(b) ? compareNumbers(a, b) : 0;
}
