import type { Assignment, Create, Data, Delete, Expression, Insert, Output, Relate, Update } from "../tree/index.ts";
import { printBare, printExpression } from "./expression.ts";
import { printIdiom } from "./idiom.ts";
import { clause, list, words } from "./join.ts";
import { printExplain, printFields, printWith } from "./select.ts";

export function printCreate(create: Create): string {
  return words(
    "CREATE",
    create.only && "ONLY",
    list(create.what, printExpression),
    create.data && printData(create.data),
    ending(create),
  );
}

export function printUpdate(update: Update): string {
  return words(
    update.statement.toUpperCase(),
    update.only && "ONLY",
    list(update.what, printExpression),
    update.with && printWith(update.with),
    update.data && printData(update.data),
    clause("WHERE", update.where, printExpression),
    ending(update),
    update.explain && printExplain(update.explain),
  );
}

export function printDelete(statement: Delete): string {
  return words(
    "DELETE",
    statement.only && "ONLY",
    list(statement.what, printExpression),
    statement.with && printWith(statement.with),
    clause("WHERE", statement.where, printExpression),
    ending(statement),
    statement.explain && printExplain(statement.explain),
  );
}

export function printRelate(relate: Relate): string {
  return words(
    "RELATE",
    relate.only && "ONLY",
    relate.orUpdate && "OR UPDATE",
    `${printExpression(relate.from)} -> ${printEdge(relate.through)} -> ${printExpression(relate.to)}`,
    relate.data && printData(relate.data),
    ending(relate),
  );
}

/** Anything but a table or parameter stands in parentheses. */
function printEdge(edge: Expression): string {
  return edge.kind === "param" || edge.kind === "table" || edge.kind === "idiom" ? printExpression(edge) : `(${printBare(edge)})`;
}

export function printInsert(insert: Insert): string {
  return words(
    "INSERT",
    insert.relation && "RELATION",
    insert.ignore && "IGNORE",
    clause("INTO", insert.into, printExpression),
    printInserted(insert.data),
    insert.onDuplicate && `ON DUPLICATE KEY UPDATE ${list(insert.onDuplicate, printAssignment)}`,
    ending(insert),
  );
}

function printInserted(data: Insert["data"]): string {
  if (data.values === "expression") return printExpression(data.value);
  const rows = list(data.rows, (row) => `(${list(row, printExpression)})`);
  return `(${list(data.columns, printIdiom)}) VALUES ${rows}`;
}

function printData(data: Data): string {
  switch (data.data) {
    case "set":
      return `SET ${list(data.assignments, printAssignment)}`;
    case "unset":
      return `UNSET ${list(data.fields, printIdiom)}`;
    default:
      return `${data.data.toUpperCase()} ${printBare(data.value)}`;
  }
}

function printAssignment({ path, operator, value }: Assignment): string {
  return `${printIdiom(path)} ${operator} ${printExpression(value)}`;
}

function ending({ output, timeout }: { readonly output: Output | undefined; readonly timeout: Expression | undefined }): string {
  return words(output && printOutput(output), clause("TIMEOUT", timeout, printExpression));
}

function printOutput(output: Output): string {
  return `RETURN ${output.output === "fields" ? printFields(output.fields) : output.output.toUpperCase()}`;
}
