import { IndexContains, indexContains, indexContainsHidden } from "../../messages/store.ts";
import type { Effect } from "../effect.ts";
import { permissionsApply } from "../permission.ts";
import { visibleRecord } from "../record.ts";
import { tableOf, type Scope } from "../scope.ts";
import { entriesIn } from "./entries.ts";

/**
 * What a user is told whose statement failed. That a unique index has a value is told to everybody who writes it; by which record, and with which
 * values of further columns, only to who sees them there.
 */
export function* toldOf(error: unknown, scope: Scope): Effect<unknown> {
  if (!permissionsApply(scope) || !(error instanceof IndexContains)) return error;
  const { holder: record, index } = error;
  const definition = tableOf(scope, record.table)?.indexes.get(index);
  const seen = yield* visibleRecord(record, scope);
  if (definition === undefined || seen === undefined) return indexContainsHidden(index);
  const entries = yield* entriesIn(definition.tree, seen, scope);
  const isSeen = entries.some((entry) => indexContains(index, entry, record).message === error.message);
  return isSeen ? error : indexContainsHidden(index);
}
