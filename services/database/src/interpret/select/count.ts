import { wholeFilterOf } from "../../compile/filter.ts";
import type { Expression, Select } from "../../language/surrealql/tree/index.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { askStore, settleView } from "../pending.ts";
import { permissionsApply } from "../permission.ts";
import { placeOf, type Scope } from "../scope.ts";
import { isStoredIn, planSource, variableOf } from "./planned.ts";
import { scannedTable } from "./source.ts";

export function isCount(expression: Expression): boolean {
  if (expression.kind !== "call" || expression.args.length > 0) return false;
  return expression.callee.of === "builtin" && expression.callee.name === "count";
}

/** `SELECT count() FROM table [WHERE …] GROUP ALL` reads nothing but the count, where the store can tell of each record whether it is meant. */
export function* countedTable(select: Select, scope: Scope): Effect<readonly Value[] | undefined> {
  const { fields, group, where, limit, start, order, split, from } = select;
  if (group === undefined || !("all" in group) || permissionsApply(scope)) return undefined;
  // Counted this way, `SELECT VALUE count()` is an object too; with a condition it is not.
  if ("value" in fields && where !== undefined) return undefined;
  const list = "value" in fields ? [fields.value] : fields.list;
  const [field] = list;
  const [target] = from;
  if (list.length !== 1 || field === "*" || field === undefined || from.length !== 1 || target?.kind !== "table") return undefined;
  const { expression, alias } = field;
  if (!isCount(expression) || split.length > 0 || [limit, start, order].some((clause) => clause !== undefined)) return undefined;
  const name = alias?.parts[0];
  if (alias !== undefined && (alias.parts.length !== 1 || name?.part !== "field")) return undefined;
  const table = scannedTable(target.name, scope);
  yield* settleView(table, scope);
  const count =
    where === undefined
      ? yield* askStore((tx) => tx.count(placeOf(scope), { table }), scope)
      : yield* countMeant(table, where, select, scope);
  return count === undefined ? undefined : [new Map([[name?.part === "field" ? name.name : "count", BigInt(count)]])];
}

function* countMeant(table: string, where: Expression, { with: indexes }: Select, scope: Scope): Effect<number | undefined> {
  if (!scope.env.pushdown) return undefined;
  const filter = wholeFilterOf(where, { variables: (name) => variableOf(name, scope), isStored: isStoredIn(table, scope) });
  if (filter === undefined) return undefined;
  const { sources } = planSource({ scan: { table } }, { where, with: indexes }, scope);
  const [source, ...more] = sources;
  const scan = source !== undefined && "scan" in source && more.length === 0 ? source.scan : { table };
  return yield* askStore((tx) => tx.countFiltered(placeOf(scope), scan, filter), scope);
}
