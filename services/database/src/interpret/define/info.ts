import type { DatabaseDefinitions, Defined } from "../../catalog/definitions.ts";
import type { Define, Info, Level } from "../../language/surrealql/tree/index.ts";
import { printDefinition } from "../../language/surrealql/print/index.ts";
import { definitionMissing, userMissing } from "../../messages/define.ts";
import { unsupported } from "../../messages/unsupported.ts";
import { compareTexts } from "../../values/order.ts";
import type { Datetime, Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { databaseOf, tableOf, type Scope } from "../scope.ts";
import { ensureDatabase, ensureNamespace } from "./ensure.ts";
import { nameOf } from "./literal.ts";
import { defaultsOf } from "./defaults.ts";
import { mayInform } from "./rights.ts";
import { structureOf } from "./structure.ts";
import { versionOf } from "../select/version.ts";
import { levelOf, ownerOf } from "./taken.ts";

/** Runs an INFO: definitions by their names, as text, or as objects (STRUCTURE). */
export function* runInfo(info: Info, scope: Scope): Effect<Value> {
  mayInform(info, scope);
  const { of, structure } = info;
  const version = yield* versionOf(info.version, scope);
  const past = version !== undefined && version.nanos < scope.env.outside.now().nanos ? version : undefined;
  const shown: Shown = structure ? structures : texts;
  if ("level" in of) {
    if (past !== undefined) yield* ensureDatabase(scope);
    return yield* infoForLevel(of.level, shown, structure, past === undefined ? scope : before(past, databaseOf(scope), scope));
  }
  if ("user" in of) {
    const name = yield* nameOf(of.user, scope);
    const level = of.on ?? "database";
    const user = levelOf(level, scope)?.users.get(name);
    if (user === undefined) throw userMissing(name, ownerOf(level, scope.env.session));
    return structure ? structureOf(user.tree, name) : printDefinition(user.tree);
  }
  const table = yield* nameOf(of.table, scope);
  if ("index" in of) {
    const name = yield* nameOf(of.index, scope);
    const index = tableOf(scope, table)?.indexes.get(name);
    if (index === undefined) throw definitionMissing("index", name);
    return new Map([["building", readyIndex]]);
  }
  yield* ensureDatabase(scope);
  return infoForTable(table, shown, past === undefined ? scope : before(past, tableOf(scope, table), scope));
}

const nothingDefined: DatabaseDefinitions = {
  madeMs: Infinity,
  tables: new Map(),
  params: new Map(),
  functions: new Map(),
  analyzers: new Map(),
  sequences: new Map(),
  configs: new Map(),
  apis: new Map(),
  users: new Map(),
  accesses: new Map(),
};

/** A place where nothing was defined yet. @throws QueryError where something was: it may have changed since */
function before({ nanos }: Datetime, defined: { readonly madeMs: number } | undefined, scope: Scope): Scope {
  if (Number(nanos / 1_000_000n) >= (defined?.madeMs ?? Infinity)) throw unsupported("INFO of a moment in the past");
  const { definitions } = scope.env;
  return { ...scope, env: { ...scope.env, definitions: { ...definitions, database: nothingDefined } } };
}

type Shown = (definitions: ReadonlyMap<string, Defined<Define>> | undefined) => Value;

function texts(definitions: ReadonlyMap<string, Defined<Define>> | undefined): Value {
  return new Map([...(definitions ?? [])].map(([name, { tree }]) => [name, printDefinition(tree)] as const));
}

function structures(definitions: ReadonlyMap<string, Defined<Define>> | undefined): Value {
  const sorted = [...(definitions ?? [])].toSorted(([a], [b]) => compareTexts(a, b));
  return sorted.map(([name, { tree, number }]) => structureOf(tree, name, number));
}

function* infoForLevel(level: Level, shown: Shown, structure: boolean, scope: Scope): Effect<Value> {
  const none: Value = structure ? [] : new Map();
  if (level === "root") {
    const { children, users, accesses } = scope.env.definitions.root;
    return new Map<string, Value>([
      ["accesses", shown(accesses)],
      ["config", new Map([["QUERY_TIMEOUT", undefined]])],
      ["defaults", new Map(Object.entries(defaultsOf(scope)))],
      ["namespaces", shown(children)],
      ["nodes", none],
      ["system", systemFacts],
      ["users", shown(users)],
    ]);
  }
  if (level === "namespace") {
    yield* ensureNamespace(scope);
    const found = scope.env.definitions.namespace;
    return new Map([
      ["accesses", shown(found?.accesses)],
      ["databases", shown(found?.children)],
      ["users", shown(found?.users)],
    ]);
  }
  yield* ensureDatabase(scope);
  const found = databaseOf(scope);
  return new Map([
    ["accesses", shown(found?.accesses)],
    ["analyzers", shown(found?.analyzers)],
    ["apis", shown(found?.apis)],
    ["buckets", none],
    ["configs", shown(found?.configs)],
    ["functions", shown(found?.functions)],
    ["models", none],
    ["modules", none],
    ["params", shown(found?.params)],
    ["sequences", shown(found?.sequences)],
    ["tables", shown(found?.tables)],
    ["users", shown(found?.users)],
  ]);
}

/** Indexes are made within the statement that defines them. */
const readyIndex: Value = new Map<string, Value>([
  ["initial", 0n],
  ["pending", 0n],
  ["status", "ready"],
  ["updated", 0n],
]);

/** What the language tells of its machine, and Loci does not. */
const systemFacts: Value = new Map<string, Value>([
  ["available_parallelism", 0n],
  ["cpu_usage", 0],
  ["load_average", [0, 0, 0]],
  ["memory_allocated", 0n],
  ["memory_usage", 0n],
  ["physical_cores", 0n],
]);

function infoForTable(name: string, shown: Shown, scope: Scope): Value {
  const table = tableOf(scope, name);
  const database = databaseOf(scope);
  const views = new Map(
    (table?.views ?? []).flatMap((view) => {
      const definition = database?.tables.get(view);
      return definition === undefined ? [] : [[view, definition] as const];
    }),
  );
  return new Map([
    ["events", shown(table?.events)],
    ["fields", shown(table?.fields)],
    ["indexes", shown(table?.indexes)],
    ["lives", shown(undefined)],
    ["tables", shown(views)],
  ]);
}
