import { printString } from "../../../values/print-text.ts";
import type { Alter, Change, Durations, Expression } from "../tree/index.ts";
import { printBlock } from "./block.ts";
import { printChangefeed, printDefault, printReference, printTableType, printType } from "./define.ts";
import { printAsync } from "./define-others.ts";
import { printDefinedName } from "./defined-name.ts";
import { printExpression, printParameters } from "./expression.ts";
import { printIdiom } from "./idiom.ts";
import { clause, list, words } from "./join.ts";
import { printKind } from "./kind.ts";
import { printLevel } from "./manage.ts";
import { printPermission, printPermissions } from "./permissions.ts";

type Of<What extends Alter["what"]> = Extract<Alter, { what: What }>;

export function printAlter(alter: Alter): string {
  const what = `ALTER ${alter.what.toUpperCase()}`;
  switch (alter.what) {
    case "namespace":
    case "database":
    case "system":
      return words(what, change(alter.queryTimeout, "QUERY_TIMEOUT", withKeyword("QUERY_TIMEOUT")), alter.compact && "COMPACT");
    default:
      return words(what, alter.ifExists && "IF EXISTS", printAltered(alter));
  }
}

function printAltered(alter: Exclude<Alter, { what: "namespace" | "database" | "system" }>): string {
  switch (alter.what) {
    case "table":
      return printTable(alter);
    case "field":
      return printField(alter);
    case "index":
      return words(nameOn(alter), alter.prepareRemove && "PREPARE REMOVE", comment(alter.comment));
    case "sequence":
      return words(name(alter.name), clause("TIMEOUT", alter.timeout, printExpression));
    case "event":
      return words(
        nameOn(alter),
        change(alter.async, "ASYNC", printAsync),
        change(alter.when, "WHEN", withKeyword("WHEN")),
        clause("THEN", alter.then, (then) => list(then, printExpression)),
        comment(alter.comment),
      );
    case "param":
      return words(
        printDefinedName("param", alter.name),
        clause("VALUE", alter.value, printExpression),
        comment(alter.comment),
        alter.permissions !== undefined && printPermission(alter.permissions),
      );
    case "function":
      return printFunction(alter);
    case "user":
      return words(
        name(alter.name),
        `ON ${printLevel(alter.on)}`,
        clause("PASSWORD", alter.password, printExpression),
        clause("PASSHASH", alter.passhash, printExpression),
        clause("ROLES", alter.roles, (roles) => roles.join(", ").toUpperCase()),
        printDurations(alter.durations),
        comment(alter.comment),
      );
    case "access":
      return words(
        name(alter.name),
        `ON ${printLevel(alter.on)}`,
        change(alter.authenticate, "AUTHENTICATE", withKeyword("AUTHENTICATE")),
        printDurations(alter.durations),
        comment(alter.comment),
      );
  }
}

function printTable(alter: Of<"table">): string {
  return words(
    name(alter.name),
    alter.type && printTableType(alter.type),
    alter.schemafull !== undefined && (alter.schemafull ? "SCHEMAFULL" : "SCHEMALESS"),
    comment(alter.comment),
    change(alter.changefeed, "CHANGEFEED", printChangefeed),
    alter.compact && "COMPACT",
    alter.permissions && printPermissions(alter.permissions),
  );
}

function printField(alter: Of<"field">): string {
  return words(
    `${printIdiom(alter.name)} ON ${name(alter.table)}`,
    change(alter.type, "TYPE", printType),
    change(alter.flexible, "FLEXIBLE", () => "FLEXIBLE"),
    change(alter.readonly, "READONLY", () => "READONLY"),
    change(alter.value, "VALUE", withKeyword("VALUE")),
    change(alter.assert, "ASSERT", withKeyword("ASSERT")),
    change(alter.default, "DEFAULT", printDefault),
    alter.permissions && printPermissions(alter.permissions),
    comment(alter.comment),
    change(alter.reference, "REFERENCE", printReference),
  );
}

function printFunction(alter: Of<"function">): string {
  const parameters = alter.parameters === undefined ? "" : `(${printParameters(alter.parameters)})`;
  return words(
    `${printDefinedName("function", alter.name)}${parameters}`,
    change(alter.returns, "RETURNS", (kind) => `-> ${printKind(kind)}`),
    alter.body && printBlock(alter.body.statements),
    comment(alter.comment),
    alter.permissions !== undefined && printPermission(alter.permissions),
  );
}

function printDurations({ grant, token, session }: Durations): string | undefined {
  const parts = [
    clause("FOR GRANT", grant, printExpression),
    clause("FOR TOKEN", token, printExpression),
    clause("FOR SESSION", session, printExpression),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `DURATION ${parts.join(", ")}`;
}

function change<T>(to: Change<T>, keyword: string, print: (to: T) => string): string | undefined {
  if (to === undefined) return undefined;
  return "drop" in to ? `DROP ${keyword}` : print(to.set);
}

function withKeyword(keyword: string): (of: Expression) => string {
  return (of) => `${keyword} ${printExpression(of)}`;
}

function comment(to: Change<string>): string | undefined {
  return change(to, "COMMENT", (text) => `COMMENT ${printString(text)}`);
}

function nameOn({ name: of, table }: { readonly name: Expression; readonly table: Expression }): string {
  return `${name(of)} ON ${name(table)}`;
}

function name(of: Expression): string {
  return printDefinedName("inner", of);
}
