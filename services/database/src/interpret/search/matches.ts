import type { Expression, MatchesExpression } from "../../language/surrealql/tree/index.ts";
import { printExpression } from "../../language/surrealql/print/index.ts";
import { matchUnsupported } from "../../messages/search.ts";
import { isObject } from "../../values/kind-of.ts";
import { printRecordId } from "../../values/print.ts";
import { RecordId, type Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { permissionsApply } from "../permission.ts";
import { visibleRecord } from "../record.ts";
import type { Scope } from "../scope.ts";
import { foundFor, fullTextIndex, pathOfMatch, queryOf, wordsOfQuery, type Found } from "./found.ts";
import { indexedValue, wordsOf } from "./texts.ts";

/**
 * `field @@ text`: whether the record has the words, as the index of the field sees them. Without an index nothing matches; what is not a field of a
 * record, or no text, always does.
 */
export function* evaluateMatches(expression: MatchesExpression, scope: Scope): Effect<Value> {
  const path = pathOfMatch(expression);
  const query = path === undefined ? undefined : yield* queryOf(expression.right, scope);
  if (path === undefined || query === undefined) return true;
  const { current } = scope;
  const id = isObject(current) ? current.get("id") : current;
  if (!(id instanceof RecordId)) return false;
  const match = scope.search?.matches.find((one) => one.expression === expression);
  // The index knows also what is hidden from this user: what they see of the record tells.
  if (match !== undefined && !permissionsApply(scope)) return (yield* foundFor(match, id.table, scope))?.has(id) === true;
  const index = fullTextIndex(id.table, path, scope);
  if (index === undefined) return false;
  const record = isObject(current) ? current : yield* visibleRecord(id, scope);
  if (record === undefined) return false;
  const asked = yield* wordsOfQuery(query, index.kind, scope);
  const { words } = yield* wordsOf(yield* indexedValue(index.tree, record, scope), index.kind, scope);
  if (expression.words === "OR") return asked.some((word) => words.has(word));
  return asked.length > 0 && asked.every((word) => words.has(word));
}

/** The records that a condition may hold for, in the order of the index that tells; undefined where none tells, and all may be. */
export function* matchedRecords(where: Expression, table: string, scope: Scope): Effect<readonly RecordId[] | undefined> {
  if (where.kind === "matches") return (yield* foundHere(where, table, scope))?.records;
  if (where.kind !== "binary") return undefined;
  if (where.operator === "&&")
    return (yield* matchedRecords(where.left, table, scope)) ?? (yield* matchedRecords(where.right, table, scope));
  if (where.operator !== "||") return undefined;
  const left = yield* matchedRecords(where.left, table, scope);
  const right = left === undefined ? undefined : yield* matchedRecords(where.right, table, scope);
  return left === undefined || right === undefined
    ? undefined
    : [...new Map([...left, ...right].map((record) => [printRecordId(record), record])).values()];
}

function* foundHere(expression: MatchesExpression, table: string, scope: Scope): Effect<Found | undefined> {
  const match = scope.search?.matches.find((one) => one.expression === expression);
  return match === undefined ? undefined : yield* foundFor(match, table, scope);
}

/** A statement that writes all of a table refuses a match without an index. */
export function* requireIndexes(table: string, scope: Scope): Effect<void> {
  for (const match of scope.search?.matches ?? []) {
    const path = pathOfMatch(match.expression);
    const query = path === undefined ? undefined : yield* queryOf(match.expression.right, scope);
    if (path !== undefined && query !== undefined && fullTextIndex(table, path, scope) === undefined)
      throw matchUnsupported(printExpression(match.expression));
  }
}
