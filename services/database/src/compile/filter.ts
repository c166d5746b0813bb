import type { Expression } from "../language/surrealql/tree/index.ts";
import type { Filter, FilterValue } from "../store/port.ts";
import { isArray } from "../values/kind-of.ts";
import { Datetime, KeyRange, RecordId, type Value } from "../values/value.ts";
import { comparisonOf, conjunctsOf, disjunctsOf, type Comparison } from "./condition.ts";
import type { Variables } from "./constant.ts";

/** What the store may be told of a condition. */
export interface Filterable {
  readonly variables: Variables;
  /** Whether a field is stored as the condition sees it. */
  readonly isStored: (field: string) => boolean;
  /** Whether the table holds edges alone, whose ends the store finds without reading them all. */
  readonly isOfEdges: boolean;
}

/**
 * What conditions that must all hold say of plain fields: holds for all records that they hold for, and for some more. Taken from its beginning only, as what stands
 * behind a part that fails is not asked.
 */
export function filterOf(conjuncts: readonly Expression[], filterable: Filterable): Filter | undefined {
  const all: Filter[] = [];
  for (const conjunct of conjuncts) {
    const filter = partOf(conjunct, filterable);
    if (filter === undefined) break;
    all.push(filter);
  }
  return all.length > 1 ? { all } : all[0];
}

/** All of a condition as a filter; undefined where a part of it is none. */
export function wholeFilterOf(where: Expression, filterable: Filterable): Filter | undefined {
  return partOf(where, filterable);
}

function partOf(condition: Expression, filterable: Filterable): Filter | undefined {
  const branches = disjunctsOf(condition);
  if (branches.length > 1) return everyOf(branches, filterable, "any");
  const parts = conjunctsOf(condition);
  if (parts.length > 1) return everyOf(parts, filterable, "all");
  const comparison = comparisonOf(condition, filterable.variables);
  return comparison === undefined ? undefined : comparedWith(comparison, filterable);
}

function everyOf(conditions: readonly Expression[], filterable: Filterable, how: "any" | "all"): Filter | undefined {
  const filters: Filter[] = [];
  for (const condition of conditions) {
    const filter = partOf(condition, filterable);
    if (filter === undefined) return undefined;
    filters.push(filter);
  }
  return how === "any" ? { any: filters } : { all: filters };
}

function comparedWith({ path, operator, value }: Comparison, { isStored, isOfEdges }: Filterable): Filter | undefined {
  const [first, ...more] = path;
  if (first?.part !== "field" || more.length > 0 || !isStored(first.name)) return undefined;
  const field = first.name;
  switch (operator) {
    case "=":
      return isFilterValue(value) ? equalTo(field, value, isOfEdges) : undefined;
    case "IN":
      if (!isArray(value) || !value.every(isFilterValue)) return undefined;
      return { any: value.map((item) => equalTo(field, item, isOfEdges)) };
    case "CONTAINS":
      return typeof value === "string" && isPlainText(value) ? { field, is: "CONTAINS", value } : undefined;
    case "<":
    case "<=":
    case ">":
    case ">=":
      return isOrdered(value) ? { field, is: operator, value } : undefined;
    default:
      return undefined;
  }
}

function equalTo(field: string, value: FilterValue, isOfEdges: boolean): Filter {
  const isEnd = isOfEdges && (field === "in" || field === "out") && value instanceof RecordId;
  return isEnd ? { field, is: "END", value } : { field, is: "=", value };
}

function isOrdered(value: Value): value is number | bigint | string | Datetime {
  return isNumeric(value) || (typeof value === "string" && isPlainText(value)) || value instanceof Datetime;
}

/** Whether the store compares with it, and keeps it as it is. */
export function isFilterValue(value: Value): value is FilterValue {
  if (value instanceof RecordId) {
    const { key } = value;
    return !(key instanceof KeyRange) && (typeof key === "bigint" || (typeof key === "string" && isPlainText(key)));
  }
  return isOrdered(value) || typeof value === "boolean" || value === null || value === undefined;
}

function isNumeric(value: Value): value is number | bigint {
  return typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
}

/** Stored as it is. */
function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
