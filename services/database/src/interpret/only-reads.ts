import type { DatabaseDefinitions } from "../catalog/definitions.ts";

/** Built-in functions that change something, or whose turn in a row of calls matters. */
const changing = /^(?:rand|sequence|sleep|http|api|ml|file|search)(?:::|$)/u;

const known = new WeakMap<object, boolean>();

/** Whether evaluating all of a tree only reads, so that it makes no difference in which order that is done for several records. */
export function onlyReads(tree: object): boolean {
  const before = known.get(tree);
  if (before !== undefined) return before;
  const found = isQuiet(tree);
  known.set(tree, found);
  return found;
}

/** Whether all that reading a record of any table may evaluate only reads: permissions and computed fields. */
export function readingOnlyReads(database: DatabaseDefinitions | undefined): boolean {
  if (database === undefined) return true;
  const before = known.get(database);
  if (before !== undefined) return before;
  const found = [...database.tables.values()].every(
    ({ tree, fields }) =>
      isQuiet(tree.permissions.select) &&
      [...fields.values()].every((field) => isQuiet(field.tree.computed) && isQuiet(field.tree.permissions.select)),
  );
  known.set(database, found);
  return found;
}

function isQuiet(tree: unknown): boolean {
  if (Array.isArray(tree)) return tree.every(isQuiet);
  // Nodes of the tree are plain objects; values are not.
  if (typeof tree !== "object" || tree === null || Object.getPrototypeOf(tree) !== Object.prototype) return true;
  const kind = "kind" in tree ? tree.kind : undefined;
  if (kind === "literal") return true;
  if (kind === "statement") return "statement" in tree && isQuietSelect(tree.statement);
  if (kind === "block" || kind === "closure" || kind === "mock") return false;
  if (kind === "matches" || kind === "knn") return false;
  // What a recursion does at `@` stands elsewhere.
  if ("part" in tree && tree.part === "repeat") return false;
  if ("key" in tree && tree.key === "generated") return false;
  if ("callee" in tree && !isQuietCallee(tree.callee)) return false;
  return Object.values(tree).every(isQuiet);
}

/** A query without a TIMEOUT, which counts from its own start, and without an order by chance. */
function isQuietSelect(statement: unknown): boolean {
  if (typeof statement !== "object" || statement === null || !("statement" in statement)) return false;
  if (statement.statement !== "select" || ("timeout" in statement && statement.timeout !== undefined)) return false;
  const order = "order" in statement ? statement.order : undefined;
  const isByChance = typeof order === "object" && order !== null && "random" in order;
  return !isByChance && Object.values(statement).every(isQuiet);
}

function isQuietCallee(callee: unknown): boolean {
  if (typeof callee !== "object" || callee === null || !("of" in callee) || callee.of !== "builtin") return false;
  return "name" in callee && typeof callee.name === "string" && !changing.test(callee.name);
}
