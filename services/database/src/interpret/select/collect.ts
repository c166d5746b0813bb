import type { Expression, OrderBy, Select } from "../../language/surrealql/tree/index.ts";
import { isTruthy } from "../../values/compare.ts";
import { isObject } from "../../values/kind-of.ts";
import { compareValues } from "../../values/order.ts";
import { printValue } from "../../values/print.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { leadsElsewhere, ofEachRow } from "../each-row.ts";
import { evaluate } from "../evaluate.ts";
import { walk } from "../idiom/idiom.ts";
import { permissionsApply } from "../permission.ts";
import { about, type Scope } from "../scope.ts";
import { isShownAsRead } from "./order.ts";
import { planSource, type PlannedSource } from "./planned.ts";
import type { Limits } from "./select.ts";
import { eachRows, eachSource, readTarget } from "./source.ts";

interface Collected {
  readonly rows: readonly Value[];
  /** START was obeyed already. */
  readonly skipped: boolean;
}

/** The rows of a SELECT for which its condition holds: all of them, or as many as its LIMIT can need. */
export function* collectRows(select: Select, limits: Limits, scope: Scope): Effect<Collected> {
  const order = wantedOrder(select);
  const rows: Value[] = [];
  for (const target of select.from) {
    const source = yield* readTarget(target, scope);
    const plan = planSource(source, { where: select.where, with: select.with, order }, scope);
    const enough = enoughOf(select, limits, plan);
    if (enough === 0) return { rows, skipped: false };
    const only = select.from.length === 1 ? asIs(plan, select, limits, enough, scope) : undefined;
    if (only !== undefined) {
      yield* eachSource(only, scope, keepIn(rows));
      return { rows, skipped: true };
    }
    if (plan.order === "from the end" && enough !== undefined && order?.[0] !== undefined)
      yield* lastOnes(plan, order[0], enough, select, scope, rows);
    else yield* firstOnes(plan, enough, select, scope, rows);
    if (enough !== undefined && rows.length >= enough) break;
  }
  return { rows, skipped: false };
}

/** The order in which the store could give the rows. */
export function wantedOrder({ order, split, group, fields, from }: Select): readonly OrderBy[] | undefined {
  if (order === undefined || "random" in order || split.length > 0 || group !== undefined || from.length > 1) return undefined;
  const isPlain = order.by.every(({ path, collate, numeric }) => !collate && !numeric && isShownAsRead(path, fields));
  return isPlain ? order.by : undefined;
}

/** How many rows are enough, where not all are needed. */
function enoughOf({ split, group, order }: Select, { limit, start }: Limits, plan: PlannedSource): number | undefined {
  if (limit === undefined || split.length > 0 || group !== undefined) return undefined;
  return order === undefined || plan.order !== "other" ? limit + (start ?? 0) : undefined;
}

/** Where nothing is left out on the way, the store itself skips and stops. */
function asIs(
  { sources: [source, ...more], order, isUnion }: PlannedSource,
  select: Select,
  { limit, start }: Limits,
  enough: number | undefined,
  scope: Scope,
): PlannedSource["sources"][number] | undefined {
  if (source === undefined || more.length > 0 || isUnion || !("scan" in source) || enough === undefined) return undefined;
  if (select.where !== undefined || permissionsApply(scope) || order === "from the end") return undefined;
  return { scan: { ...source.scan, ...(limit !== undefined && { limit }), ...(start !== undefined && { start }) } };
}

function keepIn(rows: Value[]): (row: Value) => Effect<boolean> {
  return function* keep(row) {
    rows.push(row);
    return true;
  };
}

function* firstOnes(
  { sources, isUnion }: PlannedSource,
  enough: number | undefined,
  { where }: Select,
  scope: Scope,
  rows: Value[],
): Effect<void> {
  const seen = new Set<string>();
  const isFar = where !== undefined && leadsElsewhere(where, scope);
  for (const source of sources) {
    if (isFar) {
      const fresh = (row: Value): boolean => !isUnion || seen.size !== seen.add(idText(row)).size;
      yield* eachRows(source, scope, (page) => keepMeant(page.filter(fresh), where, enough, scope, rows));
    } else
      yield* eachSource(source, scope, function* keep(row) {
        if (isUnion && seen.size === seen.add(idText(row)).size) return true;
        if (where !== undefined && !isTruthy(yield* evaluate(where, about(scope, row)))) return true;
        rows.push(row);
        return enough === undefined || rows.length < enough;
      });
    if (enough !== undefined && rows.length >= enough) return;
  }
}

/** Of rows those for which a condition holds. What is asked of rows behind the last that is needed may fail: nothing came of it. */
function* keepMeant(
  page: readonly Value[],
  where: Expression,
  enough: number | undefined,
  scope: Scope,
  rows: Value[],
): Effect<boolean> {
  const asked = yield* ofEachRow(page, where, (row) => caught(evaluate(where, about(scope, row))), scope);
  for (const [i, row] of page.entries()) {
    const answer = asked[i];
    if (answer === undefined) continue;
    if ("error" in answer) throw answer.error;
    if (isTruthy(answer.value)) rows.push(row);
    if (enough !== undefined && rows.length >= enough) return false;
  }
  return true;
}

function* caught(effect: Effect<Value>): Effect<{ readonly value: Value } | { readonly error: unknown }> {
  try {
    return { value: yield* effect };
  } catch (error) {
    return { error };
  }
}

/** From the end of an index, where those that are alike stand the wrong way round: all of the last ones that are alike are read. */
function* lastOnes(
  plan: PlannedSource,
  { path }: OrderBy,
  enough: number,
  { where }: Select,
  scope: Scope,
  rows: Value[],
): Effect<void> {
  const keyOf = (row: Value): Effect<Value> => walk(row, path.parts, { scope: about(scope, row), repeat: undefined });
  let lastKey: Value;
  for (const source of plan.sources) {
    if (!("scan" in source)) continue;
    yield* eachSource({ scan: { ...source.scan, reverse: true } }, scope, function* keep(row) {
      if (where !== undefined && !isTruthy(yield* evaluate(where, about(scope, row)))) return true;
      if (rows.length >= enough && compareValues(yield* keyOf(row), lastKey) !== 0) return false;
      rows.push(row);
      if (rows.length === enough) lastKey = yield* keyOf(row);
      return true;
    });
  }
  rows.reverse();
}

function idText(row: Value): string {
  return isObject(row) ? printValue(row.get("id")) : "";
}
