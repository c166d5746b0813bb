import type { Place, StoreTransaction, WrittenRecord } from "../store/port.ts";
import { ask, type Effect } from "./effect.ts";
import { placeOf, type Scope } from "./scope.ts";

/** Records of one table that wait to be written in one statement. */
export interface PendingWrites {
  readonly place: Place;
  readonly table: string;
  readonly mode: "insert" | "upsert";
  readonly records: WrittenRecord[];
}

/** So many records are written at once at most. */
const most = 500;

/** Writes a record, not necessarily at once: before anything is asked of the store, and at the end of the statement. */
export function* writeSoon(table: string, record: WrittenRecord, mode: "insert" | "upsert", scope: Scope): Effect<void> {
  const { env } = scope;
  const waiting = env.pending;
  if (waiting !== undefined && (waiting.table !== table || waiting.mode !== mode || waiting.records.length >= most))
    yield* settle(scope);
  if (env.pending === undefined) env.pending = { place: placeOf(scope), table, mode, records: [record] };
  else env.pending.records.push(record);
}

/** Writes what waits. */
export function* settle({ env }: Scope): Effect<void> {
  const { pending } = env;
  if (pending === undefined) return;
  env.pending = undefined;
  yield* ask((tx) => tx.write(pending.place, pending.table, pending.records, pending.mode));
}

/** Asks the store for something that must see what was written before. */
export function* askStore<T>(request: (transaction: StoreTransaction) => Promise<T>, scope: Scope): Effect<T> {
  if (scope.env.pending !== undefined) yield* settle(scope);
  return yield* ask(request);
}
