import { wholeFilterOf } from "../../compile/filter.ts";
import type { Expression, Select } from "../../language/surrealql/tree/index.ts";
import type { Filter, Referring, Scan } from "../../store/port.ts";
import { RecordId, type Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { askStore, askStoreOfEach, settleView } from "../pending.ts";
import { permissionsApply } from "../permission.ts";
import { placeOf, type Scope } from "../scope.ts";
import { filterableIn, planSource } from "./planned.ts";
import { scannedTable } from "./source.ts";

export function isCount(expression: Expression): boolean {
  if (expression.kind !== "call" || expression.args.length > 0) return false;
  return expression.callee.of === "builtin" && expression.callee.name === "count";
}

/** `SELECT count() FROM table [WHERE …] GROUP ALL` reads nothing but the count, where the store can tell of each record whether it is meant. */
export function* countedTable(select: Select, scope: Scope): Effect<readonly Value[] | undefined> {
  const { fields, group, where, limit, start, order, split, from } = select;
  if (group === undefined || !("all" in group) || permissionsApply(scope)) return undefined;
  // With a condition, `SELECT VALUE count()` of no record is an empty list.
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
  if (count === undefined) return undefined;
  if ("value" in fields) return [BigInt(count)];
  return [new Map([[name?.part === "field" ? name.name : "count", BigInt(count)]])];
}

function* countMeant(table: string, where: Expression, { with: indexes }: Select, scope: Scope): Effect<number | undefined> {
  if (!scope.env.pushdown) return undefined;
  const filter = wholeFilterOf(where, filterableIn(table, scope));
  if (filter === undefined) return undefined;
  const { sources } = planSource({ scan: { table } }, { where, with: indexes }, scope);
  const [source, ...more] = sources;
  const scan = source !== undefined && "scan" in source && more.length === 0 ? source.scan : { table };
  const referring = referringOf(filter);
  return referring === undefined
    ? yield* askStore((tx) => tx.countFiltered(placeOf(scope), scan, filter), scope)
    : yield* countReferring(scan, referring, scope);
}

/** Fewer are asked for one by one: each may have an index, and all together read the table. */
const worthAScan = 8;

function referringOf(filter: Filter): Referring | undefined {
  if (!("is" in filter) || (filter.is !== "=" && filter.is !== "END") || !(filter.value instanceof RecordId)) return undefined;
  return filter as Referring;
}

/** Where this is asked for each of many rows (`$parent.id`), for all of them at once. */
function* countReferring(scan: Scan, referring: Referring, scope: Scope): Effect<number | undefined> {
  const place = placeOf(scope);
  const { field, is } = referring;
  const { table } = scan;
  const counts = yield* askStoreOfEach(
    `count ${is} ${field} ${table}`,
    [{ scan, referring }],
    async (tx, all) => {
      const to = all.map((one) => one.referring.value);
      if (is === "END" || all.length >= worthAScan) return tx.countReferring(place, table, { field, is }, to);
      const found: (number | undefined)[] = [];
      for (const one of all) found.push(await tx.countFiltered(place, one.scan, one.referring));
      return found;
    },
    scope,
  );
  return counts[0];
}
