import type { Select } from "../../language/surrealql/tree/index.ts";
import { isTruthy } from "../../values/compare.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { fetchRecords } from "../record.ts";
import { about, type Scope } from "../scope.ts";
import { eachSource, readTarget, type Source } from "../select/source.ts";
import { matchedRecords } from "./matches.ts";
import { exactNearest, indexedNearest, nearestOf } from "./nearest.ts";
import { soughtBy } from "./tree.ts";

/** The rows of a SELECT for which its condition holds: of an index in its order, nearest first, else as they are stored. @param enough as many will do */
export function* rowsOf({ from, where, with: index }: Select, enough: number | undefined, scope: Scope): Effect<readonly Value[]> {
  const sought = soughtBy(where);
  const nearest = sought?.nearest[0];
  const exact = nearest === undefined ? undefined : yield* exactNearest(nearest, scope);
  const limit = nearest === undefined ? enough : undefined;
  const usesIndexes = sought !== undefined && !(index !== undefined && "no" in index);
  const rows: Value[] = [];
  for (const target of from) {
    const source = yield* readTarget(target, scope);
    const own: Value[] = [];
    yield* eachCandidate(source, usesIndexes ? where : undefined, scope, function* keep(row) {
      if (where !== undefined && !isTruthy(yield* evaluate(where, about(scope, row)))) return true;
      own.push(row);
      return limit === undefined || rows.length + own.length < limit;
    });
    const indexed =
      nearest === undefined || !usesIndexes || !("scan" in source)
        ? undefined
        : yield* indexedNearest(nearest, source.scan.table, scope);
    for (const row of indexed === undefined ? own : yield* nearestOf(own, itself, indexed, scope)) rows.push(row);
    if (limit !== undefined && rows.length >= limit) break;
  }
  return exact === undefined ? rows : yield* nearestOf(rows, itself, exact, scope);
}

const itself = (row: Value): Value => row;

/** Records that are read at once. */
const atOnce = 1_000;

/** Hands over each row of a source for which a condition that searches may hold. */
function* eachCandidate(source: Source, where: Select["where"], scope: Scope, use: (row: Value) => Effect<boolean>): Effect<void> {
  const scan = "scan" in source && source.scan.keys === undefined ? source.scan : undefined;
  const records = where === undefined || scan === undefined ? undefined : yield* matchedRecords(where, scan.table, scope);
  if (records === undefined) {
    yield* eachSource(source, scope, use);
    return;
  }
  for (let at = 0; at < records.length; at += atOnce) {
    for (const row of yield* fetchRecords(records.slice(at, at + atOnce), scope)) {
      if (row !== undefined && !(yield* use(row))) return;
    }
  }
}
