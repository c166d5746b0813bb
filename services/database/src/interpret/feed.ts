import type { TableDefinition } from "../catalog/definitions.ts";
import type { Changefeed, DefineTable } from "../language/surrealql/tree/index.ts";
import { Duration, type ObjectValue, type RecordId, type Value } from "../values/value.ts";
import { structureOf } from "./define/structure.ts";
import type { Effect } from "./effect.ts";
import { differences } from "./json-patch.ts";
import { settleFeed } from "./pending.ts";
import { placeOf, tableOf, type Scope } from "./scope.ts";

/** So many changes are written at once at most. */
const most = 500;

/** Notes a record that was written, where its table keeps changes. */
export function* noteWritten(
  id: RecordId,
  before: ObjectValue | undefined,
  after: ObjectValue,
  table: TableDefinition | undefined,
  scope: Scope,
): Effect<void> {
  const feed = feedOf(table?.tree, scope);
  if (feed === undefined) return;
  const content: readonly (readonly [string, Value])[] =
    feed.includeOriginal && before !== undefined
      ? [
          ["current", after],
          ["update", differences(after, before)],
        ]
      : [["update", after]];
  yield* note(id.table, new Map(content), feed, scope);
}

/** Notes a record that is gone. */
export function* noteDeleted(id: RecordId, table: TableDefinition | undefined, scope: Scope): Effect<void> {
  const feed = feedOf(table?.tree, scope);
  if (feed !== undefined) yield* note(id.table, new Map([["delete", new Map([["id", id]])]]), feed, scope);
}

/** Notes that a table with a feed of its own was defined. */
export function* noteDefined(name: string, scope: Scope): Effect<void> {
  const table = tableOf(scope, name);
  if (table?.tree.changefeed === undefined) return;
  yield* note(name, new Map([["define_table", structureOf(table.tree, name, table.number)]]), table.tree.changefeed, scope);
}

/** What wants each change of a table's records. The feed of a database is that of each of its tables. */
export function feedOf(table: DefineTable | undefined, { env: { definitions, session } }: Scope): Changefeed | undefined {
  const database = definitions.namespace?.children.get(session.database ?? "");
  return database?.tree.changefeed ?? table?.changefeed;
}

function* note(table: string, content: Value, { expiry }: Changefeed, scope: Scope): Effect<void> {
  const { feed } = scope.env;
  const kept = expiry.kind === "literal" && expiry.value instanceof Duration ? expiry.value.nanos : 0n;
  feed.push({ place: placeOf(scope), table, content, keptMs: Number(kept) / 1e6 });
  if (feed.length >= most) yield* settleFeed(scope);
}
