import type { Cursor } from "../parse/cursor.ts";
import { parseExpression, parseFieldExpression } from "../parse/expression.ts";
import { parseInteger } from "../parse/number.ts";
import type { ApiAction, ApiSettings, Config, Define, Expression, Permission, Shown } from "../tree/index.ts";
import { literal, parseClauses, parseComment, parseFunctionPath, parseList, parseName, parseWhenTaken } from "./clauses.ts";
import { parsePermission } from "./permissions.ts";

type Of<What extends Define["what"]> = Extract<Define, { what: What }>;

export function parseDefineConfig(cursor: Cursor): Of<"config"> {
  const whenTaken = parseWhenTaken(cursor);
  const config = parseConfig(cursor);
  return { statement: "define", what: "config", name: literal(config.of), whenTaken, comment: undefined, config };
}

function parseConfig(cursor: Cursor): Config {
  if (cursor.eat("GRAPHQL")) return parseGraphql(cursor);
  if (cursor.eat("API")) return { of: "api", ...parseApiSettings(cursor) };
  if (cursor.eat("DEFAULT")) return parseDefaults(cursor);
  throw cursor.unexpected("a type of config");
}

function parseGraphql(cursor: Cursor): Config {
  let tables: Shown = "none";
  let functions: Shown = "none";
  let depth: bigint | undefined;
  let complexity: bigint | undefined;
  let introspection = true;
  parseClauses(cursor, {
    AUTO: () => (tables = functions = "auto"),
    NONE: () => (tables = functions = "none"),
    TABLES: () => (tables = parseShown(cursor, (inner) => inner.identifier("a table config"))),
    FUNCTIONS: () => (functions = parseShown(cursor, parseFunctionPath)),
    DEPTH: () => (depth = parseInteger(cursor)),
    COMPLEXITY: () => (complexity = parseInteger(cursor)),
    INTROSPECTION: () => {
      introspection = cursor.eat("AUTO");
      if (!introspection) cursor.expect("NONE");
    },
  });
  return { of: "graphql", tables, functions, depth, complexity, introspection };
}

function parseShown(cursor: Cursor, parse: (cursor: Cursor) => string): Shown {
  if (cursor.eat("AUTO")) return "auto";
  if (cursor.eat("NONE")) return "none";
  if (cursor.eat("INCLUDE")) return { include: parseList(cursor, parse) };
  if (cursor.eat("EXCLUDE")) return { exclude: parseList(cursor, parse) };
  throw cursor.unexpected("`NONE`, `AUTO`, `INCLUDE` or `EXCLUDE`");
}

function parseDefaults(cursor: Cursor): Config {
  let namespace: Expression | undefined;
  let database: Expression | undefined;
  parseClauses(cursor, {
    NAMESPACE: () => (namespace = parseName(cursor)),
    DATABASE: () => (database = parseName(cursor)),
  });
  if (namespace === undefined && database === undefined) throw cursor.unexpected("a namespace or database name");
  return { of: "default", namespace, database };
}

function parseApiSettings(cursor: Cursor): ApiSettings {
  let middleware: readonly Expression[] = [];
  let permissions: Permission = true;
  parseClauses(cursor, {
    MIDDLEWARE: () => (middleware = parseList(cursor, parseExpression)),
    PERMISSIONS: () => (permissions = parsePermission(cursor)),
  });
  return { middleware, permissions };
}

export function parseDefineApi(cursor: Cursor): Of<"api"> {
  const whenTaken = parseWhenTaken(cursor);
  const name = parseFieldExpression(cursor);
  let fallback: Of<"api">["fallback"] = { middleware: [], permissions: true, action: undefined };
  const actions: ApiAction[] = [];
  while (cursor.eat("FOR")) {
    if (cursor.eat("ANY")) {
      const settings = parseApiSettings(cursor);
      fallback = { ...settings, action: cursor.eat("THEN") ? parseExpression(cursor) : undefined };
      continue;
    }
    const methods = parseList(cursor, parseMethod);
    const settings = parseApiSettings(cursor);
    cursor.expect("THEN");
    actions.push({ ...settings, methods, action: parseExpression(cursor) });
  }
  const comment = cursor.eat("COMMENT") ? parseComment(cursor) : undefined;
  return { statement: "define", what: "api", name, whenTaken, comment, fallback, actions };
}

const methodNames = new Set(["DELETE", "GET", "PATCH", "POST", "PUT", "TRACE"]);

function parseMethod(cursor: Cursor): string {
  const { key } = cursor.peek();
  if (!methodNames.has(key)) throw cursor.unexpected("one of `DELETE`, `GET`, `PATCH`, `POST`, `PUT` or `TRACE`");
  cursor.next();
  return key.toLowerCase();
}
