import type { Define } from "../../language/surrealql/tree/index.ts";
import type { QueryError } from "../../errors.ts";
import { accessExists, configExists, definitionExists, userExists } from "../../messages/define.ts";
import { databaseOf, tableOf, type Scope } from "../scope.ts";
import type { Level } from "../../language/surrealql/tree/index.ts";

/** What is defined under a name already, in the words of the refusal; undefined where nothing is. */
export function taken(define: Define, name: string, table: string | undefined, scope: Scope): QueryError | undefined {
  const { definitions, session } = scope.env;
  const database = databaseOf(scope);
  const refusal = (is: boolean | undefined, error: QueryError): QueryError | undefined => (is === true ? error : undefined);
  switch (define.what) {
    case "namespace":
      return refusal(definitions.root.children.has(name), definitionExists("namespace", name));
    case "database":
      return refusal(definitions.namespace?.children.has(name), definitionExists("database", name));
    case "table":
      return refusal(database?.tables.has(name), definitionExists("table", name));
    case "field":
      return refusal(tableOf(scope, String(table))?.fields.has(name), definitionExists("field", name));
    case "index":
      return refusal(tableOf(scope, String(table))?.indexes.has(name), definitionExists("index", name));
    case "event":
      return refusal(tableOf(scope, String(table))?.events.has(name), definitionExists("event", name));
    case "param":
      return refusal(database?.params.has(name), definitionExists("param", `$${name}`));
    case "function":
      return refusal(database?.functions.has(name), definitionExists("function", `fn::${name}`));
    case "analyzer":
      return refusal(database?.analyzers.has(name), definitionExists("analyzer", name));
    case "sequence":
      return refusal(database?.sequences.has(name), definitionExists("sequence", name));
    case "config":
      return refusal((define.config.of === "default" ? definitions.root : database)?.configs.has(name), configExists(name));
    case "user":
      return refusal(levelOf(define.on, scope)?.users.has(name), userExists(name, ownerOf(define.on, session)));
    case "access":
      return refusal(levelOf(define.on, scope)?.accesses.has(name), accessExists(name, ownerOf(define.on, session)));
    case "api":
      // The language takes the new one in the place of the old, whatever is asked.
      return undefined;
  }
}

/** The users and access methods of a level. */
export function levelOf(
  level: Level,
  { env: { definitions } }: Scope,
): Scope["env"]["definitions"]["root"] | Scope["env"]["definitions"]["database"] | Scope["env"]["definitions"]["namespace"] {
  return level === "root" ? definitions.root : level === "namespace" ? definitions.namespace : definitions.database;
}

export function ownerOf(
  level: Level,
  { namespace, database }: Scope["env"]["session"],
): { readonly level: Level; readonly name: string | undefined } {
  return { level, name: level === "namespace" ? namespace : level === "database" ? database : undefined };
}
