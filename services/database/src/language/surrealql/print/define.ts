import type { Changefeed, Define, DefineField, DefineTable, Kind, TableType } from "../tree/index.ts";
import { printDefinedAccess, printUser } from "./define-access.ts";
import { printAnalyzer, printApi, printConfig, printEvent, printFunction, printSequence } from "./define-others.ts";
import { printIndex } from "./define-index.ts";
import { printDefinedName } from "./defined-name.ts";
import { printExpression } from "./expression.ts";
import { clause, list, words } from "./join.ts";
import { printKind } from "./kind.ts";
import { innerName } from "./names.ts";
import { printPermission, printPermissions } from "./permissions.ts";
import { printSelect } from "./select.ts";

/** A DEFINE as a statement, as in the body of a function. */
export function printDefine(define: Define): string {
  return words("DEFINE", keyword(define), whenTaken(define), printDefined(define), ending(define));
}

function keyword({ what }: Define): string {
  return what.toUpperCase();
}

function whenTaken(define: Define): string | undefined {
  return define.whenTaken === "overwrite" ? "OVERWRITE" : define.whenTaken === "ignore" ? "IF NOT EXISTS" : undefined;
}

/** What only the running of the statement is about, and no definition shows. */
function ending(define: Define): string | undefined {
  return define.what === "index" && define.concurrently ? "CONCURRENTLY" : undefined;
}

/** The name and the clauses. */
function printDefined(define: Define): string {
  switch (define.what) {
    case "namespace":
      return words(name(define), comment(define));
    case "database":
      return words(
        name(define),
        define.strict && "STRICT",
        comment(define),
        define.changefeed && printChangefeed(define.changefeed),
      );
    case "table":
      return printTable(define, printPermissions(define.permissions));
    case "field":
      return printField(define, printPermissions(define.permissions));
    case "index":
      return printIndex(define);
    case "event":
      return printEvent(define);
    case "param":
      return words(name(define), `VALUE ${printExpression(define.value)}`, comment(define), printPermission(define.permissions));
    case "function":
      return printFunction(define);
    case "analyzer":
      return printAnalyzer(define);
    case "user":
      return printUser(define);
    case "access":
      return printDefinedAccess(define);
    case "sequence":
      return printSequence(define);
    case "config":
      return printConfig(define.config);
    case "api":
      return printApi(define);
  }
}

function name(define: Exclude<Define, { what: "field" | "config" }>): string {
  return printDefinedName(define.what, define.name);
}

export function comment(define: Define): string | undefined {
  return clause("COMMENT", define.comment, printExpression);
}

/** A table, its permissions printed already. */
export function printTable(table: DefineTable, permissions: string): string {
  return words(
    name(table),
    printTableType(table.type),
    table.drop && "DROP",
    table.schemafull ? "SCHEMAFULL" : "SCHEMALESS",
    comment(table),
    clause("AS", table.view, printSelect),
    table.changefeed && printChangefeed(table.changefeed),
    permissions,
  );
}

export function printTableType(type: TableType): string {
  if (type.type !== "relation") return `TYPE ${type.type.toUpperCase()}`;
  const tables = (names: readonly string[]): string | undefined => (names.length === 0 ? undefined : list(names, innerName, " | "));
  return words(
    "TYPE RELATION",
    clause("IN", tables(type.from), String),
    clause("OUT", tables(type.to), String),
    type.enforced && "ENFORCED",
  );
}

export function printChangefeed({ expiry, includeOriginal }: Changefeed): string {
  return words(`CHANGEFEED ${printExpression(expiry)}`, includeOriginal && "INCLUDE ORIGINAL");
}

/** A field, its permissions printed already. */
export function printField(field: DefineField, permissions: string): string {
  return words(
    `${printDefinedName("field", field.name)} ON ${printDefinedName("table", field.table)}`,
    field.type && printType(field.type),
    field.flexible && "FLEXIBLE",
    field.default && printDefault(field.default),
    field.readonly && "READONLY",
    clause("VALUE", field.value, printExpression),
    clause("ASSERT", field.assert, printExpression),
    clause("COMPUTED", field.computed, printExpression),
    field.reference && printReference(field.reference),
    comment(field),
    permissions,
  );
}

export function printType(type: Kind): string {
  return `TYPE ${printKind(type)}`;
}

export function printDefault({ value, always }: NonNullable<DefineField["default"]>): string {
  return words("DEFAULT", always && "ALWAYS", printExpression(value));
}

export function printReference({ onDelete }: NonNullable<DefineField["reference"]>): string {
  return `REFERENCE ON DELETE ${typeof onDelete === "string" ? onDelete.toUpperCase() : `THEN ${printExpression(onDelete.then)}`}`;
}
