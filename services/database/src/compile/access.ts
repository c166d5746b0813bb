import type { DefineIndex, Expression, OrderBy, Part, WithIndex } from "../language/surrealql/tree/index.ts";
import { isArray } from "../values/kind-of.ts";
import type { KeyRange, RecordId, Value } from "../values/value.ts";
import { comparisonOf, conjunctsOf, disjunctsOf, isIndexed, isSamePath, type Comparison } from "./condition.ts";
import type { Variables } from "./constant.ts";
import { idAccess } from "./id-access.ts";

/** How the records are found that a condition can hold for; they may be more, and come in this order. */
export type Access =
  | { readonly by: "table"; readonly reverse: boolean }
  /** `isOne`: of `id = …`, not of a list. */
  | { readonly by: "records"; readonly ids: readonly RecordId[]; readonly isOne: boolean }
  | { readonly by: "keys"; readonly keys: KeyRange }
  | { readonly by: "index"; readonly scan: IndexRange }
  /** One after another, each record where it is met first. */
  | { readonly by: "union"; readonly scans: readonly IndexRange[] };

/** A part of an index: the first columns equal these values, and the next one lies between the bounds. */
export interface IndexRange {
  readonly index: string;
  readonly columns: number;
  readonly equal: readonly Value[];
  readonly lower: IndexBound | undefined;
  readonly upper: IndexBound | undefined;
  /** The conditions that hold for all of it, by what they were read from. */
  readonly covers: readonly Expression[];
}

export interface IndexBound {
  readonly value: Value;
  readonly inclusive: boolean;
}

export interface Question {
  readonly table: string;
  readonly where: Expression | undefined;
  /** Only what is shown in its order; undefined where the order does not matter, or is none that an index has. */
  readonly order: readonly OrderBy[] | undefined;
  readonly with: WithIndex | undefined;
  readonly indexes: readonly PlannedIndex[];
  readonly variables: Variables;
  /** A write: its records come in the order of the table where the words for several items are asked. */
  readonly writes: boolean;
}

/** An index of a table. */
export interface PlannedIndex {
  readonly name: string;
  readonly columns: readonly (readonly Part[])[];
  readonly isUnique: boolean;
}

export interface Chosen {
  readonly access: Access;
  /**
   * Whether records come as ORDER BY wants them, and may be cut at LIMIT as they come; or would in the index read from its end, but for those that are
   * alike.
   */
  readonly order: "as wanted" | "from the end" | "other";
}

interface Candidate {
  readonly range: IndexRange;
  readonly score: number;
}

/** Chooses how a statement finds its records. */
export function chooseAccess(question: Question): Chosen {
  const { table, order, writes } = question;
  const byId = idAccess(conjunctsOf(question.where), table, question.variables);
  if (byId !== undefined) return { access: byId, order: "other" };
  const indexes = usableIndexes(question);
  const comparisons = conjunctsOf(question.where).flatMap((one) => comparisonOf(one, question.variables) ?? []);
  const best = bestCandidate(comparisons, indexes, question.with);
  if (best !== undefined) {
    const index = indexes.find(({ name }) => name === best.index);
    return {
      access: { by: "index", scan: best },
      order: index === undefined || order === undefined ? "other" : orderOf(index, order),
    };
  }
  const ordering = order === undefined ? undefined : orderingIndex(order, indexes);
  if (ordering !== undefined) return ordering;
  const union = unionOf(question, comparisons, indexes, writes);
  if (union !== undefined) return { access: { by: "union", scans: union }, order: "other" };
  const byKey = order?.length === 1 && order[0] !== undefined && isId(order[0]) ? order[0] : undefined;
  return { access: { by: "table", reverse: byKey?.descending === true }, order: byKey === undefined ? "other" : "as wanted" };
}

function usableIndexes({ indexes, with: named }: Question): readonly PlannedIndex[] {
  if (named === undefined) return indexes;
  return "no" in named ? [] : indexes.filter(({ name }) => named.indexes.includes(name));
}

/** Equalities before ranges, unique ones first; of those alike the last by name, with WITH INDEX the first. */
function bestCandidate(
  comparisons: readonly Comparison[],
  indexes: readonly PlannedIndex[],
  named: WithIndex | undefined,
): IndexRange | undefined {
  let best: Candidate | undefined;
  for (const index of indexes.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const candidate = candidateOf(comparisons, index);
    if (candidate === undefined) continue;
    if (named !== undefined) return candidate.range;
    if (best === undefined || candidate.score >= best.score) best = candidate;
  }
  return best?.range;
}

/** What an index gives for conditions that must all hold. */
function candidateOf(comparisons: readonly Comparison[], index: PlannedIndex): Candidate | undefined {
  const equal: Value[] = [];
  const covers: Expression[] = [];
  for (const column of index.columns) {
    const found = comparisons.find((one) => equals(one, column, index) !== undefined);
    const value = found && equals(found, column, index);
    if (found === undefined || value === undefined) break;
    equal.push(value.of);
    if (found.operator === "=") covers.push(found.from);
  }
  const range = { index: index.name, columns: index.columns.length, equal };
  const next = index.columns[equal.length];
  if (next === undefined) return { range: { ...range, lower: undefined, upper: undefined, covers }, score: index.isUnique ? 5 : 4 };
  const lower = comparisons.find((one) => isBound(one, ">", next));
  const upper = comparisons.find((one) => isBound(one, "<", next));
  if (equal.length === 0 && lower === undefined && upper === undefined) return undefined;
  // A record without a value is not in a unique index, and lies below all that have one.
  if (index.isUnique && equal.length === 0 && lower === undefined) return undefined;
  const bounded = [lower, upper].flatMap((one) => (one === undefined ? [] : [one.from]));
  const score = equal.length > 1 ? 4 : equal.length === 1 ? 3 : bounded.length;
  return { range: { ...range, lower: boundOf(lower), upper: boundOf(upper), covers: [...covers, ...bounded] }, score };
}

/** The one value that a column must have for a comparison to hold. */
function equals({ path, operator, value }: Comparison, column: readonly Part[], index: PlannedIndex): { of: Value } | undefined {
  const isOne = operator === "=" || operator === "CONTAINS";
  const only = isOne ? value : operator === "IN" && isArray(value) && value.length === 1 ? value[0] : undefined;
  if (!isOne && only === undefined) return undefined;
  const isPath = operator === "CONTAINS" ? isItemsOf(column, path) : isSamePath(column, path);
  if (!isPath || !isIndexed(only)) return undefined;
  return index.isUnique && (only === undefined || only === null) ? undefined : { of: only };
}

/** Whether an index stands over the items of what the path leads to. */
function isItemsOf(column: readonly Part[], path: readonly Part[]): boolean {
  return column.at(-1)?.part === "all" && isSamePath(column.slice(0, -1), path);
}

function isBound({ path, operator, value }: Comparison, side: "<" | ">", column: readonly Part[]): boolean {
  return operator.startsWith(side) && isSamePath(path, column) && isIndexed(value);
}

function boundOf(comparison: Comparison | undefined): IndexBound | undefined {
  return comparison && { value: comparison.value, inclusive: comparison.operator.endsWith("=") };
}

/** OR of conditions that each have an index, or a list of values. */
function unionOf(
  { where, variables }: Question,
  comparisons: readonly Comparison[],
  indexes: readonly PlannedIndex[],
  writes: boolean,
): readonly IndexRange[] | undefined {
  if (where === undefined) return undefined;
  const branches = disjunctsOf(where);
  if (branches.length > 1) {
    const ranges = branches.map((branch) => {
      const inside = conjunctsOf(branch).flatMap((one) => comparisonOf(one, variables) ?? []);
      return bestCandidate(inside, indexes, undefined);
    });
    return ranges.every((range) => range !== undefined) ? ranges : undefined;
  }
  for (const one of comparisons) {
    const { path, operator, value, from } = one;
    if (!isArray(value) || value.length === 0) continue;
    const isList = operator === "IN" || (!writes && (operator === "CONTAINSANY" || operator === "CONTAINSALL"));
    if (!isList) continue;
    const index = indexes.findLast(({ columns: [column, ...more] }) => {
      if (column === undefined || more.length > 0) return false;
      return operator === "IN" ? isSamePath(column, path) : isItemsOf(column, path);
    });
    const isUsable = value.every((item) => isIndexed(item) && !(index?.isUnique === true && (item === undefined || item === null)));
    if (index === undefined || !isUsable) continue;
    const whole = { index: index.name, columns: 1, lower: undefined, upper: undefined, covers: [from] };
    return value.map((item) => ({ ...whole, equal: [item] }));
  }
  return undefined;
}

/** How the order of an index is the one wanted. Downwards an index of one column is read from its end. */
function orderOf(index: PlannedIndex, order: readonly OrderBy[]): Chosen["order"] {
  if (!isPrefix(index, order)) return "other";
  if (order.every(({ descending }) => !descending)) return "as wanted";
  return index.columns.length === 1 ? "from the end" : "other";
}

function isPrefix({ columns }: PlannedIndex, order: readonly OrderBy[]): boolean {
  return order.length <= columns.length && order.every(({ path }, i) => isSamePath(path.parts, columns[i] ?? []));
}

/** An index that has all records, in the order that is asked for, or at least by its first path. */
function orderingIndex(order: readonly OrderBy[], indexes: readonly PlannedIndex[]): Chosen | undefined {
  const whole = indexes.filter(({ isUnique }) => !isUnique);
  const index = whole.findLast((one) => isPrefix(one, order)) ?? whole.findLast((one) => isPrefix(one, order.slice(0, 1)));
  if (index === undefined) return undefined;
  const scan = { index: index.name, columns: index.columns.length, equal: [], lower: undefined, upper: undefined, covers: [] };
  return { access: { by: "index", scan }, order: orderOf(index, order) };
}

function isId({ path }: OrderBy): boolean {
  const [first, ...more] = path.parts;
  return more.length === 0 && first?.part === "field" && first.name === "id";
}

/** The indexes of a table that find records by values, by their definitions. */
export function plannedIndexes(definitions: Iterable<readonly [string, { readonly tree: DefineIndex }]>): PlannedIndex[] {
  const planned: PlannedIndex[] = [];
  for (const [name, { tree }] of definitions) {
    if ((tree.index.kind !== "plain" && tree.index.kind !== "unique") || tree.prepareRemove === true) continue;
    const columns = tree.fields.map((field) => (field.kind === "idiom" && field.start === undefined ? field.parts : []));
    planned.push({ name, columns, isUnique: tree.index.kind === "unique" });
  }
  return planned;
}
