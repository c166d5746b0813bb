import { groupPlan, type GroupPlan } from "../../compile/group.ts";
import type { Select } from "../../language/surrealql/tree/index.ts";
import type { GroupedRow } from "../../store/port.ts";
import { compareValues } from "../../values/order.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { askStore, settleView } from "../pending.ts";
import { permissionsApply } from "../permission.ts";
import { placeOf, type Scope } from "../scope.ts";
import { ofNothing } from "./aggregate.ts";
import { namesOfField } from "./field-name.ts";
import { isStoredIn } from "./planned.ts";
import { putAt } from "./project.ts";
import { scannedTable } from "./source.ts";

/** The rows of a GROUP over a whole table where the store can make them; else undefined. */
export function* pushedGroup(select: Select, scope: Scope): Effect<readonly Value[] | undefined> {
  const [target, ...more] = select.from;
  if (!scope.env.pushdown || permissionsApply(scope) || target?.kind !== "table" || more.length > 0) return undefined;
  const table = scannedTable(target.name, scope);
  const plan = groupPlan(select, isStoredIn(table, scope));
  if (plan === undefined) return undefined;
  const { keys, aggregates } = plan;
  yield* settleView(table, scope);
  const groups = yield* askStore((tx) => tx.groups(placeOf(scope), { table, keys, aggregates }), scope);
  const sorted = groups?.toSorted((a, b) => compareValues(a.key, b.key));
  // Keys that are equal and yet stored differently (1 and 1.0) are of one group.
  if (sorted === undefined || sorted.some(({ key }, i) => i > 0 && compareValues(key, sorted[i - 1]?.key) === 0)) return undefined;
  const rows: Value[] = [];
  for (const group of sorted) rows.push(yield* shownRow(group, plan, select, scope));
  return rows;
}

function* shownRow({ key, count, values }: GroupedRow, plan: GroupPlan, { fields }: Select, scope: Scope): Effect<Value> {
  let row: Value = new Map();
  for (const [i, field] of ("list" in fields ? fields.list : []).entries()) {
    const shown = plan.shown[i];
    if (field === "*" || shown === undefined) continue;
    const value =
      shown === "count" ? count : "key" in shown ? key[shown.key] : numberOr(values[shown.aggregate], plan, shown.aggregate);
    row = yield* putAt(row, namesOfField(field), value, scope);
  }
  return row;
}

function numberOr(value: Value, { aggregates }: GroupPlan, at: number): Value {
  return value === undefined ? ofNothing[`math::${aggregates[at]?.function ?? ""}`] : value;
}
