import { isDeepStrictEqual } from "node:util";
import type { Expression, Select, SelectedField } from "../language/surrealql/tree/index.ts";
import type { Aggregate } from "../store/port.ts";
import { pathOf } from "./condition.ts";

/** A GROUP that the store can do: keys and numbers of plain fields. */
export interface GroupPlan {
  readonly keys: readonly string[];
  readonly aggregates: readonly Aggregate[];
  /** What each selected field shows: the key or aggregate of that number, or how many rows there are. */
  readonly shown: readonly ({ readonly key: number } | { readonly aggregate: number } | "count")[];
}

const aggregating: Readonly<Record<string, Aggregate["function"]>> = {
  "math::sum": "sum",
  "math::mean": "mean",
  "math::min": "min",
  "math::max": "max",
};

/** @param isStored whether a field is stored as the statement sees it */
export function groupPlan(select: Select, isStored: (field: string) => boolean): GroupPlan | undefined {
  const { group, fields, where, split } = select;
  if (group === undefined || where !== undefined || split.length > 0 || !("list" in fields)) return undefined;
  const list = fields.list.filter((field) => field !== "*");
  if (list.length !== fields.list.length) return undefined;
  const keys: string[] = [];
  for (const path of "all" in group ? [] : group.by) {
    const key = fieldOf(keyOf(path, list));
    if (key === undefined || !isStored(key)) return undefined;
    keys.push(key);
  }
  const aggregates: Aggregate[] = [];
  const shown: GroupPlan["shown"][number][] = [];
  for (const { expression } of list) {
    const one = shownBy(expression, keys, aggregates, isStored);
    if (one === undefined) return undefined;
    shown.push(one);
  }
  return { keys, aggregates, shown };
}

/** A name in GROUP BY is that of a selected field, or of a field of the record. */
function keyOf(path: Expression, list: readonly SelectedField[]): Expression {
  return list.find(({ alias }) => alias !== undefined && isDeepStrictEqual(alias, path))?.expression ?? path;
}

function fieldOf(expression: Expression): string | undefined {
  const path = pathOf(expression);
  const [first] = path ?? [];
  return path?.length === 1 && first?.part === "field" ? first.name : undefined;
}

function shownBy(
  expression: Expression,
  keys: readonly string[],
  aggregates: Aggregate[],
  isStored: (field: string) => boolean,
): GroupPlan["shown"][number] | undefined {
  const field = fieldOf(expression);
  if (field !== undefined) return keys.includes(field) ? { key: keys.indexOf(field) } : undefined;
  if (expression.kind !== "call" || expression.callee.of !== "builtin") return undefined;
  const { name } = expression.callee;
  const [argument, ...more] = expression.args;
  if (name === "count" && argument === undefined) return "count";
  const of = argument === undefined ? undefined : fieldOf(argument);
  const kind = aggregating[name];
  if (kind === undefined || of === undefined || more.length > 0 || !isStored(of)) return undefined;
  aggregates.push({ function: kind, field: of });
  return { aggregate: aggregates.length - 1 };
}
