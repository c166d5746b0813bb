import { isDeepStrictEqual } from "node:util";
import type { AccessKind, Define, DefineField, DefineTable, Expression } from "../../language/surrealql/tree/index.ts";
import { printRaw } from "../../values/print.ts";
import type { Value } from "../../values/value.ts";
import { keyLeftOut } from "../../messages/access.ts";
import { keysDiffer, tableMissing } from "../../messages/define.ts";
import type { Effect } from "../effect.ts";
import { plainly } from "../closure.ts";
import { evaluate } from "../evaluate.ts";
import { tableOf, type Scope } from "../scope.ts";
import { unsupported } from "../../messages/unsupported.ts";
import { defineField } from "./field.ts";
import { defineIndex } from "./index-definition.ts";
import { apiNameOf, parseApiPath } from "../api/path.ts";
import { ensureDatabase, ensureNamespace, ensureTable } from "./ensure.ts";
import { literalOf, nameOf, settled, settledText, tableNameOf } from "./literal.ts";
import { settledSequence } from "./sequence.ts";
import { hashPassword } from "./password.ts";
import { homeOf, storeDefinition, type Home } from "./store-definition.ts";
import { defineTable } from "./table.ts";
import { taken } from "./taken.ts";
import { defaultsName } from "./defaults.ts";
import { mayDefine } from "./rights.ts";

/** Runs a DEFINE. */
export function* runDefine(statement: Define, scope: Scope): Effect<Value> {
  mayDefine(statement, scope);
  const home = yield* homeOfDefine(statement, scope);
  if (statement.what === "field") return yield* defineField(statement, home, scope);
  const name =
    statement.what === "config"
      ? configName(statement.config.of)
      : statement.what === "table"
        ? yield* tableNameOf(statement.name, scope)
        : statement.what === "api"
          ? parseApiPath(yield* apiNameOf(statement.name, scope)).text
          : yield* nameOf(statement.name, scope, `${statement.what} name`);
  const refusal = taken(statement, name, home.table, scope);
  if (refusal !== undefined && statement.whenTaken === "ignore") return undefined;
  if (refusal !== undefined && statement.whenTaken === "error" && scope.env.session.importing !== true) throw refusal;
  const comment = yield* settledText(statement.comment, scope);
  const named: Define = { ...statement, name: { kind: "literal", value: name }, comment };
  if (named.what === "table") return yield* defineTable(named, name, home, scope);
  if (named.what === "index") return yield* defineIndex(named, name, home, scope);
  yield* storeDefinition(home, named.what, name, yield* completed(named, home, scope), scope);
  return undefined;
}

function configName(of: string): string {
  return of === "graphql" ? "GraphQL" : of === "api" ? "API" : defaultsName;
}

/** What is defined in a database needs one; what is defined on a table, that table. */
function* homeOfDefine(statement: Define, scope: Scope): Effect<Home> {
  switch (statement.what) {
    case "namespace":
      return homeOf("root", scope);
    case "config":
      if (statement.config.of === "default") return homeOf("root", scope);
      yield* ensureDatabase(scope);
      return homeOf("database", scope);
    case "database":
      yield* ensureNamespace(scope);
      return homeOf("namespace", scope);
    case "user":
    case "access":
      if (statement.on === "namespace") yield* ensureNamespace(scope);
      if (statement.on === "database") yield* ensureDatabase(scope);
      return homeOf(statement.on, scope);
    case "field":
    case "index":
    case "event": {
      const table = yield* nameOf(statement.table, scope, "table name");
      // Whether it may be flexible is asked of its table, which no field makes that asks.
      if (statement.what === "field" && statement.flexible && tableOf(scope, table) === undefined) throw tableMissing(table);
      yield* ensureTable(table, scope);
      return { ...homeOf("database", scope), level: "table", table };
    }
    default:
      yield* ensureDatabase(scope);
      return homeOf("database", scope);
  }
}

/** The definition as it is kept: what is evaluated when it is defined has its value. */
function* completed(define: Exclude<Define, DefineField | DefineTable>, home: Home, scope: Scope): Effect<Define> {
  switch (define.what) {
    case "param":
      return { ...define, value: literalOf(yield* plainly(evaluate(define.value, scope))) };
    case "event":
      return { ...define, table: literal(String(home.table)) };
    case "user": {
      if (define.password === undefined) return { ...define, passhash: yield* settled(define.passhash, scope) };
      const passhash = yield* hashPassword(printRaw(yield* evaluate(define.password, scope)), scope);
      return { ...define, password: undefined, passhash: literal(passhash) };
    }
    case "access":
      checkKeys(define.access);
      return { ...define, access: withKeys(define.access, scope) };
    case "sequence":
      return { ...define, ...(yield* settledSequence(define, scope)) };
    case "analyzer":
      if (define.filters.some(({ filter }) => filter === "mapper")) throw unsupported("The filter MAPPER, which reads a file,");
      if (define.filters.some((one) => one.filter === "snowball" && one.language === "greek")) throw unsupported("SNOWBALL(greek)");
      return define;
    default:
      return define;
  }
}

/** What INFO and an export show in the place of a key. */
const redacted = "[REDACTED]";

/** A secret that signs is the secret that verifies. */
function checkKeys(access: AccessKind): void {
  if (access.kind === "bearer" || access.jwt === undefined || !("algorithm" in access.jwt.verify)) return;
  const { verify, issuer } = access.jwt;
  if (issuer === undefined || !verify.algorithm.startsWith("HS") || isDeepStrictEqual(issuer.key, verify.key)) return;
  throw keysDiffer(verify.algorithm);
}

/**
 * Record access that names no key signs its tokens with one of its own. So does one whose key an export left out: that text is known to all.
 * @throws QueryError where others' tokens are verified by a key that was left out
 */
function withKeys(access: AccessKind, { env }: Scope): AccessKind {
  const key =
    access.kind === "bearer" || access.jwt === undefined || "url" in access.jwt.verify ? undefined : access.jwt.verify.key;
  const isLeftOut = key?.kind === "literal" && key.value === redacted;
  if (access.kind === "jwt" && isLeftOut) throw keyLeftOut();
  if (access.kind !== "record" || (access.jwt !== undefined && !isLeftOut)) return access;
  const own = literal(Buffer.from(env.outside.randomBytes(96)).toString("base64url"));
  return { ...access, jwt: { verify: { algorithm: "HS512", key: own }, issuer: { algorithm: "HS512", key: own } } };
}

export function literal(value: string): Expression {
  return { kind: "literal", value };
}
