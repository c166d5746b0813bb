import type { Expression, KnnExpression, MatchesExpression } from "../../language/surrealql/tree/index.ts";

type Call = Extract<Expression, { kind: "call" }>;

/** What a condition searches for. */
export interface Sought {
  readonly matches: readonly MatchesExpression[];
  /** Those that must hold, as the condition's parts between AND. */
  readonly nearest: readonly KnnExpression[];
  /** Whether others stand elsewhere, below OR or NOT. */
  readonly hasMisplaced: boolean;
}

const soughtIn = new WeakMap<Expression, Sought | undefined>();

/** What a condition searches for; undefined where it does not. */
export function soughtBy(where: Expression | undefined): Sought | undefined {
  if (where === undefined) return undefined;
  if (!soughtIn.has(where)) soughtIn.set(where, findSought(where));
  return soughtIn.get(where);
}

function findSought(where: Expression): Sought | undefined {
  const found = expressionsIn(where);
  const matches = found.filter((one) => one.kind === "matches");
  const all = found.filter((one) => one.kind === "knn");
  if (matches.length === 0 && all.length === 0) return undefined;
  const nearest = conjuncts(where).filter((one) => one.kind === "knn");
  return { matches, nearest, hasMisplaced: all.length > nearest.length };
}

function conjuncts(where: Expression): readonly Expression[] {
  return where.kind === "binary" && where.operator === "&&" ? [...conjuncts(where.left), ...conjuncts(where.right)] : [where];
}

const searchFunctions = new Set(["search::score", "search::highlight", "search::offsets", "vector::distance::knn"]);
const callsIn = new WeakMap<object, readonly Call[]>();

/** Calls of functions that tell of a search, not those within statements inside. */
export function searchCallsIn(tree: object): readonly Call[] {
  const known = callsIn.get(tree);
  if (known !== undefined) return known;
  const calls = expressionsIn(tree).filter((one): one is Call => one.kind === "call" && searchFunctions.has(searchName(one)));
  callsIn.set(tree, calls);
  return calls;
}

export function searchName({ callee }: Call): string {
  return callee.of === "builtin" ? callee.name : "";
}

/** Whether an expression is the same for all records: it has no path from the record. */
export function isConstant(expression: Expression): boolean {
  return expressionsIn(expression).every((one) => one.kind !== "idiom" || one.start !== undefined);
}

/** All expressions in a tree, in the order of the text, without what stands in statements, blocks and closures. */
function expressionsIn(tree: unknown): readonly Expression[] {
  if (Array.isArray(tree)) return tree.flatMap(expressionsIn);
  if (typeof tree !== "object" || tree === null || !isPlain(tree)) return [];
  const kind = "kind" in tree ? tree.kind : undefined;
  if (kind === "literal" || kind === "statement" || kind === "block" || kind === "closure") return [];
  const inside = Object.values(tree).flatMap(expressionsIn);
  return typeof kind === "string" ? [tree as Expression, ...inside] : inside;
}

/** Nodes of the tree are plain objects; values are not. */
function isPlain(tree: object): boolean {
  return Object.getPrototypeOf(tree) === Object.prototype;
}
