import { printExpression } from "../language/surrealql/print/index.ts";
import type {
  DefineIndex,
  Distance,
  Expression,
  KnnExpression,
  MatchesExpression,
  Part,
  Select,
} from "../language/surrealql/tree/index.ts";
import { isArray } from "../values/kind-of.ts";
import type { Value } from "../values/value.ts";
import { conjunctsOf, disjunctsOf, isSamePath } from "./condition.ts";
import { constantOf, type Variables } from "./constant.ts";
import { pathText } from "./plan-embedded.ts";
import { node, type PlanNode } from "./plan-node.ts";
import { planText } from "./plan-text.ts";

/** An index that knows words, or what is near. */
export interface SearchIndex {
  readonly name: string;
  readonly path: readonly Part[];
  readonly kind: DefineIndex["index"];
}

export interface Searching {
  readonly table: string;
  readonly indexes: readonly SearchIndex[];
  readonly variables: Variables;
  /** The scan of another index that a condition has. */
  readonly otherScan: (condition: Expression) => PlanNode | undefined;
}

/** How a condition that searches finds its records; undefined where it does not, or no index knows. */
export function searchNode(select: Select, searching: Searching): PlanNode | undefined {
  const { where } = select;
  if (where === undefined) return undefined;
  const indexes = searching.indexes.filter(({ name }) => isUsable(name, select.with));
  const usable = { ...searching, indexes };
  const all = conjunctsOf(where);
  const matched = all.flatMap((one) => matchScan(one, usable) ?? []);
  const best = matched.toSorted((a, b) => (a.index < b.index ? 1 : -1))[0];
  if (best !== undefined)
    return above(
      all.filter((one) => one.kind !== "matches"),
      best.scan,
      searching,
    );
  const near = all.find((one) => one.kind === "knn");
  if (near !== undefined) return nearestNode(near, all, usable);
  return unionNode(where, usable);
}

function isUsable(name: string, named: Select["with"]): boolean {
  if (named === undefined) return true;
  return !("no" in named) && named.indexes.includes(name);
}

/** The scan of a full-text index, where one knows a match. */
function matchScan(
  condition: Expression,
  { indexes, variables }: Searching,
): { readonly index: string; readonly scan: PlanNode } | undefined {
  const found = condition.kind === "matches" ? matchOf(condition, indexes, variables) : undefined;
  if (found === undefined) return undefined;
  const { index, query } = found;
  return {
    index,
    scan: node(
      "FullTextScan",
      [
        ["index", index],
        ["query", query],
      ],
      [],
    ),
  };
}

/** The full-text index that knows a match, and what is asked. */
export function matchOf(
  { left, right }: MatchesExpression,
  indexes: readonly SearchIndex[],
  variables: Variables,
): { readonly index: string; readonly query: string } | undefined {
  if (left.kind !== "idiom" || left.start !== undefined) return undefined;
  const index = indexes.find(({ kind, path }) => kind.kind === "fulltext" && isSamePath(path, left.parts));
  const query = constantOf(right, variables)?.value;
  return index === undefined || typeof query !== "string" ? undefined : { index: index.name, query };
}

/** The vector index that knows what is near. */
function nearestIndex({ left, by }: KnnExpression, indexes: readonly SearchIndex[]): SearchIndex | undefined {
  if (left.kind !== "idiom" || by === undefined || !("ef" in by)) return undefined;
  return indexes.find(({ kind, path }) => kind.kind === "hnsw" && isSamePath(path, left.parts));
}

/** What EXPLAIN after a write says of the index that finds its records. */
export type SearchPlan = Readonly<Record<"index" | "operator" | "value", Value>>;

/** How a write that searches finds its records; undefined where it does not. */
export function searchOperation(
  where: Expression | undefined,
  indexes: readonly SearchIndex[],
  { variables }: { readonly variables: Variables },
): SearchPlan | undefined {
  for (const one of conjunctsOf(where)) {
    const match = one.kind === "matches" ? matchOf(one, indexes, variables) : undefined;
    if (match !== undefined) return { index: match.index, operator: operatorText(one), value: match.query };
    const near = one.kind === "knn" ? nearestIndex(one, indexes) : undefined;
    if (near !== undefined && one.kind === "knn")
      return { index: near.name, operator: operatorText(one), value: constantOf(one.right, variables)?.value };
  }
  return undefined;
}

/** The operator alone: what stands between both sides. */
function operatorText(one: Expression): string {
  return printExpression(one).split(" ")[1] ?? "";
}

function nearestNode(near: KnnExpression, all: readonly Expression[], searching: Searching): PlanNode | undefined {
  const { table, variables } = searching;
  const { by, k, left } = near;
  if (by === undefined) return undefined;
  const rest = all.filter((one) => one !== near);
  const dimension = String(lengthOf(constantOf(near.right, variables)?.value));
  const index = nearestIndex(near, searching.indexes);
  if (index !== undefined && "ef" in by) {
    const attributes = [
      ["index", index.name],
      ["k", String(k)],
      ["ef", String(by.ef)],
      ["dimension", dimension],
    ] as const;
    return above(rest, node("KnnScan", attributes, []), searching);
  }
  const predicate = rest.length === 0 ? undefined : textOf(rest, variables);
  const scan = node(
    "TableScan",
    [
      ["table", table],
      ["direction", "Forward"],
      ["predicate", predicate],
    ],
    [],
  );
  if ("ef" in by) return scan;
  return node(
    "KnnTopK",
    [
      ["field", left.kind === "idiom" ? pathText(left.parts) : planText(left, variables)],
      ["k", String(k)],
      ["distance", distanceText(by.distance)],
      ["dimension", dimension],
    ],
    [scan],
  );
}

function distanceText(distance: Distance): string {
  if (typeof distance === "string") return `${distance.charAt(0)}${distance.slice(1).toLowerCase()}`;
  return `Minkowski(Int(${String(distance.minkowski)}))`;
}

function lengthOf(vector: Value): number {
  return isArray(vector) ? vector.length : 0;
}

/** Conditions between OR, each of which an index knows. */
function unionNode(where: Expression, searching: Searching): PlanNode | undefined {
  const parts = disjunctsOf(where);
  if (parts.length < 2 || !parts.some((one) => one.kind === "matches")) return undefined;
  const scans = parts.map((one) => matchScan(one, searching)?.scan ?? searching.otherScan(one));
  if (!scans.every((scan) => scan !== undefined)) return undefined;
  const attributes = [
    ["table", searching.table],
    ["branches", String(scans.length)],
  ] as const;
  return above([where], node("UnionIndexScan", attributes, scans), searching);
}

function above(rest: readonly Expression[], scan: PlanNode, { variables }: Searching): PlanNode {
  if (rest.length === 0) return scan;
  const predicate = textOf(rest, variables);
  return node("Filter", [["predicate", predicate]], [scan], [{ role: "predicate", sql: predicate }]);
}

function textOf(conditions: readonly Expression[], variables: Variables): string {
  return conditions.map((one) => planText(one, variables)).join(" AND ");
}
