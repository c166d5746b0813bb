import { printObjectKey } from "../../../values/print-text.ts";
import { printValue } from "../../../values/print.ts";
import { Geometry } from "../../../values/value.ts";
import type {
  Callee,
  ClosureExpression,
  Expression,
  KnnExpression,
  MatchesExpression,
  MockCount,
  Parameter,
} from "../tree/index.ts";
import { printBlock } from "./block.ts";
import { printGeometry } from "./geometry.ts";
import { printIdiom } from "./idiom.ts";
import { list } from "./join.ts";
import { printKind } from "./kind.ts";
import { builtinPath, functionPath, innerName, leadingName, parameterName } from "./names.ts";
import { isNegative, needsParentheses, needsParenthesesInRange, needsParenthesesInUnary } from "./operators.ts";
import { printRecordId } from "./record-id.ts";
import { printStatement } from "./statement.ts";

/** An expression in its canonical text. A statement within stands in parentheses, but for those that leave a block (RETURN, THROW, BREAK, CONTINUE). */
export function printExpression(expression: Expression): string {
  if (expression.kind !== "statement") return printOther(expression);
  const text = printStatement(expression.statement);
  switch (expression.statement.statement) {
    case "return":
    case "throw":
    case "break":
    case "continue":
    case "expression":
      return text;
    default:
      return `(${text})`;
  }
}

/** An expression where a statement needs no parentheses. */
export function printBare(expression: Expression): string {
  return expression.kind === "statement" ? printStatement(expression.statement) : printOther(expression);
}

function printOther(expression: Exclude<Expression, { kind: "statement" }>): string {
  switch (expression.kind) {
    case "literal":
      return expression.value instanceof Geometry ? printGeometry(expression.value.shape) : printValue(expression.value);
    case "array":
      return `[${list(expression.items, printExpression)}]`;
    case "set":
      return printSet(expression.items);
    case "object":
      return `{ ${list(expression.entries, ([key, value]) => `${printObjectKey(key)}: ${printExpression(value)}`)} }`;
    case "record-id":
      return printRecordId(expression);
    case "range":
      return printRange(expression);
    case "param":
      return parameterName(expression.name);
    case "table":
      return leadingName(expression.name);
    case "idiom":
      return printIdiom(expression);
    case "prefix":
      return printPrefix(expression);
    case "cast":
      return `<${printKind(expression.to)}> ${inParentheses(expression.operand, needsParenthesesInUnary(expression.operand))}`;
    case "binary":
      return printBinary(expression);
    case "matches":
      return printMatches(expression);
    case "knn":
      return printKnn(expression);
    case "call":
      return printCall(expression.callee, expression.args);
    case "constant":
      return printConstant(expression.name);
    case "closure":
      return printClosure(expression);
    case "block":
      return printBlock(expression.statements);
    case "mock":
      return `|${innerName(expression.table)}:${printCount(expression.count)}|`;
  }
}

/** What is in parentheses needs none of its own. */
export function inParentheses(expression: Expression, needed: boolean): string {
  return needed ? `(${printBare(expression)})` : printExpression(expression);
}

/** A comma tells an empty set from an object, and a set of one from a block. */
function printSet(items: readonly Expression[]): string {
  return items.length < 2 ? `{${list(items, printExpression)},}` : `{${list(items, printExpression)}}`;
}

function printRange({ begin, end }: Extract<Expression, { kind: "range" }>): string {
  const bound = (of: Expression): string => inParentheses(of, needsParenthesesInRange(of));
  const from = begin === undefined ? "" : `${bound(begin.value)}${begin.inclusive ? "" : ">"}`;
  const to = end === undefined ? "" : `${end.inclusive ? "=" : ""}${bound(end.value)}`;
  return `${from}..${to}`;
}

/** Two minus signs would begin a comment. */
function printPrefix({ operator, operand }: Extract<Expression, { kind: "prefix" }>): string {
  const doubled = operator === "-" && (isNegative(operand) || (operand.kind === "prefix" && operand.operator === "-"));
  return `${operator}${inParentheses(operand, doubled || needsParenthesesInUnary(operand))}`;
}

function printBinary({ operator, left, right }: Extract<Expression, { kind: "binary" }>): string {
  const shown = operator === "&&" ? "AND" : operator === "||" ? "OR" : operator;
  return `${inParentheses(left, needsParentheses(left, operator))} ${shown} ${inParentheses(right, needsParentheses(right, operator))}`;
}

function printMatches({ reference, words, left, right }: MatchesExpression): string {
  const details = [reference === undefined ? "" : String(reference), words === "OR" ? "OR" : ""].filter((detail) => detail !== "");
  return `${inParentheses(left, needsParentheses(left, "@@"))} @${details.join(",")}@ ${inParentheses(right, needsParentheses(right, "@@"))}`;
}

function printKnn({ k, by, left, right }: KnnExpression): string {
  const how = by === undefined ? "" : `,${"ef" in by ? by.ef : printDistance(by.distance)}`;
  return `${inParentheses(left, needsParentheses(left, "<|"))} <|${k}${how}|> ${inParentheses(right, needsParentheses(right, "<|"))}`;
}

export function printDistance(distance: Extract<NonNullable<KnnExpression["by"]>, { distance: unknown }>["distance"]): string {
  return typeof distance === "string" ? distance : `MINKOWSKI ${distance.minkowski}`;
}

function printCall(callee: Callee, args: readonly Expression[]): string {
  const printed = `(${list(args, printExpression)})`;
  return callee.of === "script" ? `function${printed} ${callee.body}` : `${printCallee(callee)}${printed}`;
}

function printCallee(callee: Exclude<Callee, { of: "script" }>): string {
  switch (callee.of) {
    case "builtin":
      return builtinPath(callee.name);
    case "custom":
      return functionPath(callee.name);
    case "value":
      return `(${printBare(callee.value)})`;
  }
}

/** `math::PI`. */
function printConstant(path: string): string {
  const name = path.lastIndexOf("::") + 2;
  return path.slice(0, name) + path.slice(name).toUpperCase();
}

/** A closure within a statement. */
function printClosure(closure: ClosureExpression): string {
  return `${printClosureHead(closure)} ${printExpression(closure.body)}`;
}

/** A closure that is a value: unlike within a statement, its body needs no parentheses. */
export function printClosureValue(closure: ClosureExpression): string {
  return `${printClosureHead(closure)} ${printBare(closure.body)}`;
}

function printClosureHead({ parameters, returns }: ClosureExpression): string {
  const result = returns === undefined ? "" : ` -> ${printKind(returns)}`;
  return `|${list(parameters, printClosureParameter)}|${result}`;
}

/** A bar ends the parameters: alternatives stand in angle brackets. */
function printClosureParameter(parameter: Parameter): string {
  const kind = printKind(parameter.type);
  return `${parameterName(parameter.name)}: ${parameter.type.kind === "either" ? `<${kind}>` : kind}`;
}

export function printParameters(parameters: readonly Parameter[]): string {
  return list(parameters, ({ name, type }) => `${parameterName(name)}: ${printKind(type)}`);
}

function printCount(count: MockCount): string {
  return "random" in count ? String(count.random) : `${count.from ?? ""}..${count.inclusive ? "=" : ""}${count.to ?? ""}`;
}
