import type { DestructureField, GraphPart, GraphTable, Idiom, Part, RecursePart } from "../tree/index.ts";
import { inParentheses, printBare, printExpression } from "./expression.ts";
import { clause, list, words } from "./join.ts";
import { innerName, leadingName } from "./names.ts";
import { needsParenthesesInPath } from "./operators.ts";
import { printKeyOrRange } from "./record-id.ts";
import { printFields, printGroup, printOrder } from "./select.ts";

/** A path in its canonical text. */
export function printIdiom({ start, parts }: Idiom): string {
  if (start === undefined) return printPath(parts);
  return `${inParentheses(start, needsParenthesesInPath(start))}${list(parts, printPart, "")}`;
}

/** A path without a start: no dot before its first field. */
function printPath([first, ...rest]: readonly Part[]): string {
  if (first === undefined) return "";
  return `${printFirst(first)}${list(rest, printPart, "")}`;
}

function printFirst(part: Part): string {
  switch (part.part) {
    case "field":
      return leadingName(part.name);
    case "all":
      return "*";
    case "repeat":
      return "@";
    default:
      return printPart(part);
  }
}

function printPart(part: Part): string {
  switch (part.part) {
    case "field":
      return `.${innerName(part.name)}`;
    case "all":
      return ".*";
    case "last":
      return "[$]";
    case "flatten":
      return "…";
    case "index":
      return `[${printBare(part.index)}]`;
    case "where":
      return `[WHERE ${printBare(part.condition)}]`;
    case "graph":
      return printGraph(part);
    case "destructure":
      return `.${printDestructure(part.fields)}`;
    case "optional":
      return ".?";
    case "method":
      return `.${innerName(part.name)}(${list(part.args, printExpression)})`;
    case "recurse":
      return printRecurse(part);
    case "repeat":
      return ".@";
  }
}

function printDestructure(fields: readonly DestructureField[]): string {
  return `{ ${list(fields, printDestructured)} }`;
}

function printDestructured(field: DestructureField): string {
  const name = innerName(field.name);
  switch (field.field) {
    case "all":
      return `${name}.*`;
    case "name":
      return name;
    case "aliased":
      return `${name}: ${inParentheses(field.value, field.value.kind !== "idiom" && needsParenthesesInPath(field.value))}`;
    case "nested":
      return `${name}.${printDestructure(field.fields)}`;
  }
}

function printRecurse({ min, max, path, instruction }: RecursePart): string {
  const count = min !== undefined && min === max ? String(min) : `${min ?? ""}..${max ?? ""}`;
  const within = path === undefined ? "" : `(${list(path, printPart, "")})`;
  return `.{${count}${printInstruction(instruction)}}${within}`;
}

function printInstruction(instruction: RecursePart["instruction"]): string {
  if (instruction === undefined) return "";
  const to = instruction.find === "shortest" ? `=${printExpression(instruction.to)}` : "";
  return `+${instruction.find}${to}${instruction.inclusive ? "+inclusive" : ""}`;
}

const arrows = { out: "->", in: "<-", both: "<->", reference: "<~" };

function printGraph(part: GraphPart): string {
  const [table, ...others] = part.tables;
  const subject = part.tables.length === 0 ? "?" : list(part.tables, printTable);
  const inner = words(
    part.select === undefined ? subject : `SELECT ${printFields(part.select)} FROM ${subject}`,
    clause("WHERE", part.where, printExpression),
    part.split.length > 0 && `SPLIT ON ${list(part.split, printIdiom)}`,
    part.group && printGroup(part.group),
    part.order && printOrder(part.order),
    clause("LIMIT", part.limit, printExpression),
    clause("START", part.start, printExpression),
    clause("AS", part.alias, printIdiom),
  );
  const isOpen = table?.key?.key === "range" && table.key.end === undefined;
  const simple = inner === subject && others.length === 0 && table?.field === undefined && !isOpen;
  return `${arrows[part.direction]}${simple ? inner : `(${inner})`}`;
}

function printTable({ table, key, field }: GraphTable): string {
  return words(
    key === undefined ? innerName(table) : `${innerName(table)}:${printKeyOrRange(key)}`,
    clause("FIELD", field, innerName),
  );
}
