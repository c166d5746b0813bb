import type { Expression, Remove } from "../../language/surrealql/tree/index.ts";
import {
  accessMissing,
  databaseMissing,
  definitionMissing,
  namespaceMissing,
  tableHasViews,
  tableMissing,
  userMissing,
} from "../../messages/define.ts";
import type { QueryError } from "../../errors.ts";
import { compareTexts } from "../../values/order.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { databaseOf, tableOf, type Scope } from "../scope.ts";
import { ensureDatabase, ensureNamespace } from "./ensure.ts";
import { fieldOf, nameOf, tableNameOf } from "./literal.ts";
import { mayDefine } from "./rights.ts";
import { homeOf, storeDefinition, type Home } from "./store-definition.ts";
import { levelOf, ownerOf } from "./taken.ts";

/** Runs a REMOVE. */
export function* runRemove(statement: Remove, scope: Scope): Effect<Value> {
  mayDefine(statement, scope);
  if (statement.what === "bucket") {
    // No statement defines one.
    if (statement.ifExists) return undefined;
    throw definitionMissing("bucket", yield* nameOf(statement.name, scope, `${statement.what} name`));
  }
  const { home, name, missing } = yield* found(statement, scope);
  if (missing !== undefined && statement.ifExists) return undefined;
  if (missing !== undefined) throw missing;
  const views = statement.what === "table" ? [...(tableOf(scope, name)?.views ?? [])].toSorted(compareTexts) : [];
  if (views.length > 0) throw tableHasViews(name, views);
  yield* storeDefinition(home, statement.what, name, undefined, scope);
  return undefined;
}

interface Found {
  readonly home: Home;
  readonly name: string;
  /** The refusal where there is no such thing. */
  readonly missing: QueryError | undefined;
}

function* found(statement: Remove, scope: Scope): Effect<Found> {
  switch (statement.what) {
    case "namespace": {
      const name = yield* nameOf(statement.name, scope, `${statement.what} name`);
      const there = scope.env.definitions.root.children.has(name);
      return { home: homeOf("root", scope), name, missing: there ? undefined : namespaceMissing(name) };
    }
    case "database": {
      yield* ensureNamespace(scope);
      const name = yield* nameOf(statement.name, scope, `${statement.what} name`);
      const there = scope.env.definitions.namespace?.children.has(name) === true;
      return { home: homeOf("namespace", scope), name, missing: there ? undefined : databaseMissing(name) };
    }
    case "user":
    case "access": {
      const name = yield* nameOf(statement.name, scope, `${statement.what} name`);
      const owner = ownerOf(statement.on, scope.env.session);
      const level = levelOf(statement.on, scope);
      const there = statement.what === "user" ? level?.users.has(name) : level?.accesses.has(name);
      const missing = statement.what === "user" ? userMissing(name, owner) : accessMissing(name, owner);
      return { home: homeOf(statement.on, scope), name, missing: there === true ? undefined : missing };
    }
    case "field":
    case "index":
    case "event":
      return yield* foundOnTable(statement, scope);
    default:
      return yield* foundInDatabase(statement, scope);
  }
}

function* foundOnTable(statement: Extract<Remove, { what: "field" | "index" | "event" }>, scope: Scope): Effect<Found> {
  const table = yield* nameOf(statement.table, scope, "table name");
  const { name, said } =
    statement.what === "field"
      ? yield* fieldOf(statement.name, scope)
      : yield* plainly(statement.name, `${statement.what} name`, scope);
  const definition = tableOf(scope, table);
  const names: ReadonlyMap<string, unknown> | undefined = {
    field: definition?.fields,
    index: definition?.indexes,
    event: definition?.events,
  }[statement.what];
  const missing = names?.has(name) === true ? undefined : definitionMissing(statement.what, said);
  return { home: { ...homeOf("database", scope), level: "table", table }, name, missing };
}

function* plainly(expression: Expression, what: string, scope: Scope): Effect<{ readonly name: string; readonly said: string }> {
  const name = yield* nameOf(expression, scope, what);
  return { name, said: name };
}

interface InDatabase {
  readonly what: "table" | "param" | "function" | "analyzer" | "sequence" | "api";
  readonly name: Expression;
}

function* foundInDatabase(statement: Remove, scope: Scope): Effect<Found> {
  yield* ensureDatabase(scope);
  const { what, name: expression } = statement as InDatabase;
  const name = what === "table" ? yield* tableNameOf(expression, scope) : yield* nameOf(expression, scope, `${what} name`);
  const database = databaseOf(scope);
  const all: Readonly<Record<InDatabase["what"], ReadonlyMap<string, unknown> | undefined>> = {
    table: database?.tables,
    param: database?.params,
    function: database?.functions,
    analyzer: database?.analyzers,
    sequence: database?.sequences,
    api: database?.apis,
  };
  const names = all[what];
  const shown = what === "param" ? `$${name}` : what === "function" ? `fn::${name}` : what === "api" ? `/${name}` : name;
  const refusal = what === "table" ? tableMissing(name) : definitionMissing(what, shown);
  return { home: homeOf("database", scope), name, missing: names?.has(name) === true ? undefined : refusal };
}
