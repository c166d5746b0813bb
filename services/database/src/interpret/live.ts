import type { Live } from "../language/surrealql/tree/index.ts";
import type { Place, RecordChange, StoreTransaction } from "../store/port.ts";
import { isTruthy } from "../values/compare.ts";
import { valuesEqual } from "../values/order.ts";
import { TableName, type ObjectValue, type RecordId, type Value } from "../values/value.ts";
import { tableMissing } from "../messages/define.ts";
import { badTarget } from "../messages/interpret.ts";
import { printValue } from "../values/print.ts";
import type { Effect } from "./effect.ts";
import { evaluate } from "./evaluate.ts";
import { Frame } from "./frame.ts";
import { fetchPaths } from "./idiom/fetch.ts";
import { differences } from "./json-patch.ts";
import { permissionsApply } from "./permission.ts";
import { visible } from "./record.ts";
import { about, placeOf, tableOf, type Scope, type Session } from "./scope.ts";
import { project } from "./select/project.ts";

export type { RecordChange } from "../store/port.ts";

/** Where the writes of a transaction are noted, for the live queries that are told of them once it is committed. */
export interface ChangeLog {
  readonly watches: (place: Place, table: string) => boolean;
  readonly changes: RecordChange[];
}

/** The live queries of this process. */
export interface LiveRegistry {
  readonly watches: ChangeLog["watches"];
  /** @returns the live query's id */
  readonly start: (query: LiveQuery) => Promise<string>;
  /** Whether there was one of that id, which the session may end. */
  readonly kill: (id: string, session: Session) => boolean;
  /** Commits a transaction, and tells of its changes. */
  readonly commit: (transaction: StoreTransaction, changes: readonly RecordChange[]) => Promise<void>;
}

export interface LiveQuery {
  readonly place: Place;
  readonly table: string;
  readonly statement: Live;
  readonly session: Session;
}

/** The live query that a statement begins, with the variables and the identity of its moment. */
export function* liveQueryOf(statement: Live, scope: Scope): Effect<LiveQuery> {
  const what = yield* evaluate(statement.what, scope);
  if (!(what instanceof TableName)) throw badTarget("LIVE", printValue(what));
  const table = what.name;
  if (tableOf(scope, table) === undefined) throw tableMissing(table);
  const { session } = scope.env;
  const variables = new Map(scope.frame.snapshot());
  const kept: Session = { ...session, identity: session.identity, variables };
  return { place: placeOf(scope), table, statement, session: kept };
}

/** Notes a write, where somebody watches its table. One that changed nothing is none. */
export function noteChange(change: Omit<RecordChange, "place">, scope: Scope): void {
  const log = scope.env.changes;
  if (log === undefined) return;
  const place = placeOf(scope);
  const isWatched = tableOf(scope, change.id.table)?.isWatched === true || log.watches(place, change.id.table);
  if (!isWatched || valuesEqual(change.before, change.after)) return;
  log.changes.push({ ...change, place });
}

/** What a live query is told of a change; undefined where it is not its concern, or not for its session to see. */
export function* notificationOf(
  { statement }: LiveQuery,
  { action, id, before, after }: RecordChange,
  scope: Scope,
): Effect<{ readonly value: Value } | undefined> {
  const seen = { before: yield* seenOf(before, id, scope), after: yield* seenOf(after, id, scope) };
  const shown = action === "DELETE" ? seen.before : seen.after;
  if (shown === undefined) return undefined;
  const variables = new Map<string, Value>([
    ["event", action],
    ["before", seen.before],
    ["after", seen.after],
    ["value", seen.after],
  ]);
  const here: Scope = { ...about(scope, shown), frame: new Frame(scope.frame, variables) };
  if (statement.where !== undefined && !isTruthy(yield* evaluate(statement.where, here))) return undefined;
  const value = statement.fields === "diff" ? differences(seen.before, seen.after) : yield* project(shown, statement.fields, here);
  return { value: statement.fetch.length === 0 ? value : yield* fetchPaths(value, statement.fetch, here) };
}

/** A record as whoever watches may see it. */
function* seenOf(record: ObjectValue | undefined, id: RecordId, scope: Scope): Effect<ObjectValue | undefined> {
  if (record === undefined || !permissionsApply(scope)) return record;
  const document = new Map(record);
  document.delete("id");
  return yield* visible({ id, document }, scope);
}
