import type { Expression, If, Statement } from "../tree/index.ts";
import { printBare, printExpression } from "./expression.ts";
import { list } from "./join.ts";
import { printStatement } from "./statement.ts";

export function printBlock(statements: readonly Statement[]): string {
  const [first, ...others] = statements;
  if (first === undefined) return "{;}";
  if (others.length === 0) return `{ ${printStatement(first)} }`;
  return `{ ${list(statements, (statement) => `${printStatement(statement)};`, " ")} }`;
}

/** With braces where every branch is a block, else with THEN and END. */
export function printIf({ branches, otherwise }: If): string {
  const thens = branches.map(({ then }) => then);
  const braces = [...thens, ...(otherwise === undefined ? [] : [otherwise])].every((branch) => branch.kind === "block");
  if (braces) {
    const tested = list(branches, ({ condition, then }) => `IF ${printExpression(condition)} ${printBranch(then)}`, " ELSE ");
    return otherwise === undefined ? tested : `${tested} ELSE ${printBranch(otherwise)}`;
  }
  const tested = list(branches, ({ condition, then }) => `IF ${printExpression(condition)} THEN ${printBare(then)}`, " ELSE ");
  return `${tested}${otherwise === undefined ? "" : ` ELSE ${printExpression(otherwise)}`} END`;
}

/** The block of a branch: several statements stand on lines of their own, indented where none of them computes anything. */
function printBranch(branch: Expression): string {
  if (branch.kind !== "block") return printExpression(branch);
  if (branch.statements.length < 2) return printBlock(branch.statements);
  const indent = branch.statements.every(isPlain) ? "\t" : "";
  return `{\n${list(branch.statements, (statement) => `${indent}${printStatement(statement)};\n`, "")}}`;
}

const plainKinds: ReadonlySet<Expression["kind"]> = new Set([
  "literal",
  "array",
  "set",
  "object",
  "record-id",
  "param",
  "table",
  "idiom",
]);

function isPlain(statement: Statement): boolean {
  return statement.statement === "expression" && plainKinds.has(statement.expression.kind);
}
