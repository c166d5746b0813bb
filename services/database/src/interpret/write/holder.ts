import { IndexContains } from "../../messages/store.ts";
import type { RecordId } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { savepoint, settle, undoTo } from "../pending.ts";
import { tableOf, type Scope } from "../scope.ts";
import type { Written } from "./output.ts";

/** What was written; where a unique index has it already, the record that holds it, with nothing written. */
export function* writtenOrHolder(
  write: Effect<Written | undefined>,
  table: string,
  scope: Scope,
): Effect<Written | undefined | RecordId> {
  const indexes = [...(tableOf(scope, table)?.indexes.values() ?? [])];
  if (!indexes.some(({ tree }) => tree.index.kind === "unique")) return yield* write;
  const point = yield* savepoint(scope);
  try {
    const written = yield* write;
    yield* settle(scope);
    return written;
  } catch (error) {
    if (!(error instanceof IndexContains) || error.holder.table !== table) throw error;
    yield* undoTo(point, scope);
    return error.holder;
  }
}
