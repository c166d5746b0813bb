import type { Effect } from "./effect.ts";
import { onlyReads, readingOnlyReads } from "./only-reads.ts";
import { databaseOf, type Scope } from "./scope.ts";
import { together } from "./together.ts";
import { takeTurns, turnIsDue } from "./turns.ts";

/** So many rows are evaluated beside each other: their steps along links and edges are one statement. */
const beside = 500;

const leading = new WeakMap<object, boolean>();

/** What a tree makes of each row, in their order. Where it follows links or edges, those of many rows are followed at once. */
export function* ofEachRow<Row, T>(
  rows: readonly Row[],
  tree: object,
  of: (row: Row) => Effect<T>,
  scope: Scope,
): Effect<readonly T[]> {
  return mayLeadElsewhere(tree) ? yield* ofEachRecord(rows, tree, of, scope) : yield* oneAfterAnother(rows, of, scope);
}

/** Whether a tree follows links or edges, which may be done for several rows at once. */
export function leadsElsewhere(tree: object, scope: Scope): boolean {
  return mayLeadElsewhere(tree) && mayRunBeside(tree, scope);
}

/** The same of record ids, of which each path leads elsewhere. */
export function* ofEachRecord<Row, T>(
  rows: readonly Row[],
  tree: object,
  of: (row: Row) => Effect<T>,
  scope: Scope,
): Effect<readonly T[]> {
  if (rows.length < 2 || !mayRunBeside(tree, scope)) return yield* oneAfterAnother(rows, of, scope);
  const found: T[] = [];
  for (let at = 0; at < rows.length; at += beside) {
    yield* takeTurns(scope);
    for (const one of yield* together(rows.slice(at, at + beside).map(of))) found.push(one);
  }
  return found;
}

function mayRunBeside(tree: object, scope: Scope): boolean {
  return scope.env.pushdown && onlyReads(tree) && readingOnlyReads(databaseOf(scope));
}

function* oneAfterAnother<Row, T>(rows: readonly Row[], of: (row: Row) => Effect<T>, scope: Scope): Effect<readonly T[]> {
  const found: T[] = [];
  for (const row of rows) {
    if (turnIsDue(scope)) yield* takeTurns(scope);
    found.push(yield* of(row));
  }
  return found;
}

/** Whether a path in a tree may go on in another record. */
function mayLeadElsewhere(tree: object): boolean {
  const before = leading.get(tree);
  if (before !== undefined) return before;
  const found = hasLongPath(tree);
  leading.set(tree, found);
  return found;
}

function hasLongPath(tree: unknown): boolean {
  if (Array.isArray(tree)) return tree.some(hasLongPath);
  if (typeof tree !== "object" || tree === null || Object.getPrototypeOf(tree) !== Object.prototype) return false;
  if ("parts" in tree && Array.isArray(tree.parts)) {
    const isStart = "start" in tree && tree.start !== undefined;
    const parts = tree.parts as readonly { readonly part: string }[];
    if (parts.length > (isStart ? 0 : 1) || parts[0]?.part === "graph") return true;
  }
  return Object.values(tree).some(hasLongPath);
}
