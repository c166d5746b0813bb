import type { FeedChange, Place, StoreTransaction, WrittenRecord } from "../store/port.ts";
import type { Value } from "../values/value.ts";
import { ask, askOfEach, type Effect } from "./effect.ts";
import { placeOf, type Scope } from "./scope.ts";
import { weigh } from "./size.ts";

/** Records of one table that wait to be written in one statement. */
export interface PendingWrites {
  readonly place: Place;
  readonly table: string;
  readonly mode: "insert" | "upsert";
  readonly records: WrittenRecord[];
  /** Of all records together, as `weigh` has it. */
  weight: number;
}

/** A change that waits to be noted in a feed. */
export interface PendingChange extends FeedChange {
  readonly place: Place;
}

/** Groups of a view that are not as their records are. */
export interface TouchedGroups {
  readonly keys: Map<string, readonly Value[]>;
  readonly renew: (keys: readonly (readonly Value[])[], scope: Scope) => Effect<void>;
}

/** So many records are written at once at most; long ones fewer, as PGlite takes a few dozen megabytes in one statement. */
const most = { records: 500, weight: 250_000 } as const;

/** Writes a record, not necessarily at once: before anything is asked of the store, and at the end of the statement. */
export function* writeSoon(table: string, record: WrittenRecord, mode: "insert" | "upsert", scope: Scope): Effect<void> {
  const { env } = scope;
  const waiting = env.pending;
  const isFull = waiting !== undefined && (waiting.records.length >= most.records || waiting.weight >= most.weight);
  if (isFull || (waiting !== undefined && (waiting.table !== table || waiting.mode !== mode))) yield* settleRecords(scope);
  env.pending ??= { place: placeOf(scope), table, mode, records: [], weight: 0 };
  env.pending.records.push(record);
  env.pending.weight += weigh(record.document, env.limits.values);
}

/** Writes what waits. */
export function* settle(scope: Scope): Effect<void> {
  for (const view of [...scope.env.touched.keys()]) yield* settleView(view, scope);
  yield* settleRecords(scope);
  yield* settleFeed(scope);
}

/** Before a table is read, which may be a view. */
export function* settleView(table: string, scope: Scope): Effect<void> {
  const groups = scope.env.touched.get(table);
  if (groups === undefined) return;
  scope.env.touched.delete(table);
  yield* groups.renew([...groups.keys.values()], scope);
}

function* settleRecords({ env }: Scope): Effect<void> {
  const { pending } = env;
  if (pending === undefined) return;
  env.pending = undefined;
  yield* ask((tx) => tx.write(pending.place, pending.table, pending.records, pending.mode));
}

/** Notes the changes that wait; only who shows a feed sees them, and not before they are committed. */
export function* settleFeed({ env }: Scope): Effect<void> {
  while (env.feed.length > 0) {
    const [first] = env.feed;
    if (first === undefined) return;
    const other = env.feed.findIndex(({ place }) => place !== first.place && !isSame(place, first.place));
    const changes = env.feed.splice(0, other === -1 ? env.feed.length : other);
    yield* ask((tx) => tx.writeChanges(first.place, changes));
  }
}

function isSame(one: Place, other: Place): boolean {
  return one.namespace === other.namespace && one.database === other.database;
}

/** Asks the store for something that must see what was written before. */
export function* askStore<T>(request: (transaction: StoreTransaction) => Promise<T>, scope: Scope): Effect<T> {
  if (scope.env.pending !== undefined) yield* settleRecords(scope);
  return yield* ask(request);
}

/** The same, of each item; see `askOfEach`. */
export function* askStoreOfEach<Item, T>(
  kind: string,
  items: readonly Item[],
  answer: (transaction: StoreTransaction, items: readonly Item[]) => Promise<readonly T[]>,
  scope: Scope,
): Effect<readonly T[]> {
  if (scope.env.pending !== undefined) yield* settleRecords(scope);
  return yield* askOfEach(kind, items, answer);
}

/** What was done before stays whatever becomes of what follows; see `undoTo`. */
export function* savepoint(scope: Scope): Effect<number> {
  yield* settle(scope);
  return yield* ask((tx) => tx.savepoint());
}

/** Undoes what came after a savepoint, also what waits. */
export function* undoTo(point: number, { env }: Scope): Effect<void> {
  env.pending = undefined;
  env.feed.length = 0;
  env.touched.clear();
  yield* ask((tx) => tx.restore(point));
}
