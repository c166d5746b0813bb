import type { Alter, Change, Define, DefineField, DefineTable } from "../../language/surrealql/tree/index.ts";
import type { QueryError } from "../../errors.ts";
import { accessMissing, compactionUnsupported, definitionMissing, tableMissing, userMissing } from "../../messages/define.ts";
import { printRaw } from "../../values/print.ts";
import type { Value } from "../../values/value.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { noteDefined } from "../feed.ts";
import { databaseOf, tableOf, type Scope } from "../scope.ts";
import { literal } from "./define.ts";
import { fillIndex } from "./index-definition.ts";
import { defineEnd } from "./table.ts";
import { fieldOf, nameOf, settled } from "./literal.ts";
import { hashPassword } from "./password.ts";
import { mayDefine } from "./rights.ts";
import { homeOf, storeDefinition, type Home } from "./store-definition.ts";
import { levelOf, ownerOf } from "./taken.ts";

type Named = Exclude<Alter, { what: "namespace" | "database" | "system" }>;

function isNamed(alter: Alter): alter is Named {
  return alter.what !== "namespace" && alter.what !== "database" && alter.what !== "system";
}

/** Runs an ALTER: the definition as it was, with what changes. */
export function* runAlter(statement: Alter, scope: Scope): Effect<Value> {
  mayDefine(statement, scope);
  if (!isNamed(statement) && statement.compact) throw compactionUnsupported();
  // The longest time of a query is of the engine that keeps the data, and here Postgres's own business.
  if (!isNamed(statement)) return undefined;
  const { home, name, old, missing } = yield* altered(statement, scope);
  if (old === undefined) {
    if (statement.ifExists) return undefined;
    throw missing;
  }
  if (statement.what === "table" && statement.compact) throw compactionUnsupported();
  const define = yield* changed(old, statement, scope);
  yield* storeDefinition(home, statement.what, name, withComment(define, statement.comment), scope);
  if (statement.what === "table" && statement.type?.type === "relation") {
    yield* defineEnd("in", statement.type.from, define as DefineTable, name, home, scope);
    yield* defineEnd("out", statement.type.to, define as DefineTable, name, home, scope);
  }
  if (statement.what === "index") yield* fillIndex(String(home.table), name, scope);
  const hadFeed = old.what === "table" && old.changefeed !== undefined;
  if (hadFeed && statement.what === "table" && statement.changefeed !== undefined) yield* noteDefined(name, scope);
  return undefined;
}

interface Found {
  readonly home: Home;
  readonly name: string;
  readonly old: Define | undefined;
  readonly missing: QueryError;
}

function* altered(statement: Named, scope: Scope): Effect<Found> {
  if (statement.what === "field") {
    const { name } = yield* fieldOf(statement.name, scope);
    const table = yield* nameOf(statement.table, scope, "table name");
    const home: Home = { ...homeOf("database", scope), level: "table", table };
    return { home, name, old: tableOf(scope, table)?.fields.get(name)?.tree, missing: definitionMissing("field", name) };
  }
  const name = yield* nameOf(statement.name, scope, `${statement.what} name`);
  const home = homeOf("database", scope);
  const database = databaseOf(scope);
  switch (statement.what) {
    case "table":
      return { home, name, old: tableOf(scope, name)?.tree, missing: tableMissing(name) };
    case "index":
    case "event": {
      const table = yield* nameOf(statement.table, scope, "table name");
      const things = statement.what === "index" ? tableOf(scope, table)?.indexes : tableOf(scope, table)?.events;
      return {
        home: { ...home, level: "table", table },
        name,
        old: things?.get(name)?.tree,
        missing: definitionMissing(statement.what, name),
      };
    }
    case "sequence":
      return { home, name, old: database?.sequences.get(name)?.tree, missing: definitionMissing("sequence", name) };
    case "param":
      return { home, name, old: database?.params.get(name)?.tree, missing: definitionMissing("param", `$${name}`) };
    case "function":
      return { home, name, old: database?.functions.get(name)?.tree, missing: definitionMissing("function", `fn::${name}`) };
    case "user":
    case "access": {
      const owner = ownerOf(statement.on, scope.env.session);
      const level = levelOf(statement.on, scope);
      const old = statement.what === "user" ? level?.users.get(name)?.tree : level?.accesses.get(name)?.tree;
      return {
        home: homeOf(statement.on, scope),
        name,
        old,
        missing: statement.what === "user" ? userMissing(name, owner) : accessMissing(name, owner),
      };
    }
  }
}

function withComment(define: Define, comment: Change<string>): Define {
  if (comment === undefined) return define;
  return { ...define, comment: "set" in comment ? literal(comment.set) : undefined };
}

/** A setting after a change. */
function after<T>(old: T | undefined, change: Change<T>): T | undefined {
  return change === undefined ? old : "set" in change ? change.set : undefined;
}

function* changed(old: Define, alter: Named, scope: Scope): Effect<Define> {
  if (alter.what === "table" && old.what === "table") return changedTable(old, alter);
  if (alter.what === "field" && old.what === "field") return changedField(old, alter);
  if (alter.what === "sequence" && old.what === "sequence") {
    return { ...old, timeout: alter.timeout === undefined ? old.timeout : yield* settled(alter.timeout, scope) };
  }
  if (alter.what === "index" && old.what === "index") return alter.prepareRemove ? { ...old, prepareRemove: true } : old;
  if (alter.what === "event" && old.what === "event") {
    return {
      ...old,
      async: after(old.async, alter.async),
      when: after(old.when, alter.when) ?? { kind: "literal", value: true },
      then: alter.then ?? old.then,
    };
  }
  if (alter.what === "param" && old.what === "param") {
    const value = alter.value === undefined ? old.value : ((yield* settled(alter.value, scope)) ?? old.value);
    return { ...old, value, permissions: alter.permissions ?? old.permissions };
  }
  if (alter.what === "function" && old.what === "function") {
    const { parameters, returns, body, permissions } = alter;
    return {
      ...old,
      parameters: parameters ?? old.parameters,
      returns: after(old.returns, returns),
      body: body ?? old.body,
      permissions: permissions ?? old.permissions,
    };
  }
  if (alter.what === "user" && old.what === "user") {
    const password =
      alter.password === undefined ? undefined : yield* hashPassword(printRaw(yield* evaluate(alter.password, scope)), scope);
    const passhash = password === undefined ? (alter.passhash ?? old.passhash) : literal(password);
    return { ...old, passhash, roles: alter.roles ?? old.roles, durations: { ...old.durations, ...given(alter.durations) } };
  }
  if (alter.what === "access" && old.what === "access") {
    return {
      ...old,
      authenticate: after(old.authenticate, alter.authenticate),
      durations: { ...old.durations, ...given(alter.durations) },
    };
  }
  return old;
}

function given<T extends object>(durations: T): Partial<T> {
  return Object.fromEntries(Object.entries(durations).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function changedTable(old: DefineTable, alter: Extract<Alter, { what: "table" }>): DefineTable {
  return {
    ...old,
    schemafull: alter.schemafull ?? old.schemafull,
    type: alter.type ?? old.type,
    changefeed: after(old.changefeed, alter.changefeed),
    permissions: alter.permissions ?? old.permissions,
  };
}

function changedField(old: DefineField, alter: Extract<Alter, { what: "field" }>): DefineField {
  return {
    ...old,
    flexible: after(old.flexible ? true : undefined, alter.flexible) ?? false,
    readonly: after(old.readonly ? true : undefined, alter.readonly) ?? false,
    type: after(old.type, alter.type),
    value: after(old.value, alter.value),
    assert: after(old.assert, alter.assert),
    default: after(old.default, alter.default),
    reference: after(old.reference, alter.reference),
    permissions: alter.permissions ?? old.permissions,
  };
}
