import type { TableDefinition } from "../../catalog/definitions.ts";
import type { DefineTable } from "../../language/surrealql/tree/index.ts";
import { tableMissing } from "../../messages/define.ts";
import { databaseNeeded, namespaceNeeded } from "../../messages/interpret.ts";
import type { Effect } from "../effect.ts";
import { writePermissionsApply } from "../permission.ts";
import { isReadOnly } from "../read-only.ts";
import { tableOf, type Scope } from "../scope.ts";
import { mayMake } from "./rights.ts";
import { homeOf, readDefinitions, storeDefinition } from "./store-definition.ts";

/**
 * The table of that name; one that is not there is defined as it is written to, by who may.
 * @throws QueryError in a STRICT database, whose tables are those that were defined
 */
export function* ensureTable(name: string, scope: Scope): Effect<TableDefinition | undefined> {
  const found = tableOf(scope, name);
  if (found !== undefined) return found;
  if (isStrict(scope) || isReadOnly(scope.env.alone)) throw tableMissing(name);
  // Who writes only what everybody may writes nothing into a table that nobody defined, and is told as little as of one that is closed.
  if (writePermissionsApply(scope)) return undefined;
  mayMake("table", scope);
  yield* ensureDatabase(scope);
  if (tableOf(scope, name) === undefined) yield* storeDefinition(homeOf("database", scope), "table", name, plainTable(name), scope);
  return tableOf(scope, name);
}

/** Whether the database in use is STRICT. */
function isStrict({ env: { definitions, session } }: Scope): boolean {
  return definitions.namespace?.children.get(session.database ?? "")?.tree.strict === true;
}

function plainTable(name: string): DefineTable {
  return {
    statement: "define",
    what: "table",
    name: { kind: "literal", value: name },
    whenTaken: "error",
    comment: undefined,
    drop: false,
    schemafull: false,
    type: { type: "any" },
    view: undefined,
    changefeed: undefined,
    permissions: { select: false, create: false, update: false, delete: false },
  };
}

/** The namespace in use must be there; one that is not is defined. */
export function* ensureNamespace(scope: Scope): Effect<void> {
  const { namespace } = scope.env.session;
  if (namespace === undefined) throw namespaceNeeded();
  if (scope.env.definitions.namespace === undefined) yield* defineSpace("namespace", namespace, scope);
}

/** The database in use, likewise. */
export function* ensureDatabase(scope: Scope): Effect<void> {
  const { database } = scope.env.session;
  if (database === undefined) throw databaseNeeded();
  yield* ensureNamespace(scope);
  if (scope.env.definitions.database === undefined) yield* defineSpace("database", database, scope);
}

function* defineSpace(what: "namespace" | "database", name: string, scope: Scope): Effect<void> {
  mayMake(what, scope);
  const plain = { statement: "define", name: { kind: "literal", value: name }, whenTaken: "error", comment: undefined } as const;
  const define =
    what === "namespace" ? ({ ...plain, what } as const) : ({ ...plain, what, strict: false, changefeed: undefined } as const);
  yield* storeDefinition(homeOf(what === "namespace" ? "root" : "namespace", scope), what, name, define, scope);
  yield* readDefinitions(scope);
}
