import type { Statement } from "../language/surrealql/tree/index.ts";
import { readOnlyTransaction } from "../messages/transaction.ts";
import type { Scope } from "./scope.ts";

/** Statements that write, or that ask for a transaction which may. */
const writing: ReadonlySet<unknown> = new Set([
  ...["create", "insert", "update", "upsert", "delete", "relate", "define", "alter", "remove", "rebuild", "access", "use"],
]);

/**
 * A statement on its own may write where one that writes stands in it, or a call of what was defined: a function, an API. What a closure does is not looked
 * at: in a statement that else only reads, it may not write.
 * @throws QueryError
 */
export function checkMayWrite({ env: { alone } }: Scope): void {
  if (isReadOnly(alone)) throw readOnlyTransaction();
}

export function isReadOnly(alone: Statement | undefined): boolean {
  if (alone === undefined) return false;
  const known = told.get(alone);
  if (known !== undefined) return known;
  const found = !mayWrite(alone);
  told.set(alone, found);
  return found;
}

const told = new WeakMap<Statement, boolean>();

function mayWrite(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  if (Array.isArray(node)) return node.some(mayWrite);
  if ("kind" in node && (node.kind === "closure" || node.kind === "literal")) return false;
  if ("statement" in node && writing.has(node.statement)) return true;
  if ("of" in node && (node.of === "custom" || ("name" in node && node.name === "api::invoke"))) return true;
  return Object.values(node).some(mayWrite);
}
