import type { Expression } from "../tree/expression.ts";
import type { Token } from "../lexer/token.ts";
import { parseArguments } from "./arguments.ts";
import type { Cursor } from "./cursor.ts";
import { withParts } from "./idiom.ts";
import { parseKnn, parseMatches } from "./index-operators.ts";
import { parseKind } from "./kind.ts";
import { infixOf, isRelational, power, type Infix } from "./operators.ts";
import { beginsExpression, parsePrimary } from "./primary.ts";

/** Operators in a row, as in `a + b + c`, make a tree as deep as they are many: whoever walks it needs room on the stack. */
const longestChain = 2000;

/** An expression; bare names are fields or tables as they are around it. */
export function parseExpression(cursor: Cursor): Expression {
  return cursor.deeper(parseExpressionHere);
}

/** An expression where bare names are tables, as behind FROM or CREATE. */
export function parseTableExpression(cursor: Cursor): Expression {
  return cursor.naming("tables", parseExpression);
}

/** An expression where bare names are fields of the current document. */
export function parseFieldExpression(cursor: Cursor): Expression {
  return cursor.naming("fields", parseExpression);
}

/** An expression that counts as no deeper than what is around it. */
export function parseExpressionHere(cursor: Cursor): Expression {
  return parseFrom(cursor, power.none);
}

/** Parses operators that bind stronger than `least`. */
function parseFrom(cursor: Cursor, least: number): Expression {
  let left = parsePrefix(cursor);
  for (let count = 0; ; count += 1) {
    left = withParts(cursor, left);
    const token = cursor.peek();
    const infix = infixOf(token) ?? refuse(cursor, token);
    if (infix === undefined) return left;
    const found = infix.operator === ">" && beginsRange(cursor) ? { operator: "range" as const, power: power.range } : infix;
    if (found.power <= least) return left;
    if (count === longestChain) throw cursor.error("Exceeded query recursion depth limit", token);
    left = parseInfix(cursor, left, found, token);
    if (isRelational(found.power)) checkChain(cursor, found);
  }
}

/** Assignments are no operators of expressions, nor is a lone question mark. */
function refuse(cursor: Cursor, token: Token): undefined {
  if (token.type !== "symbol") return undefined;
  if (token.key === "+=" || token.key === "-=" || token.key === "+?=") {
    throw cursor.unexpected("an operator", "assignment operators are only allowed in SET and DUPLICATE KEY UPDATE clauses");
  }
  if (token.key === "?") throw cursor.unexpected("`??`");
  return undefined;
}

/** `>..` begins a range without its first value. */
function beginsRange(cursor: Cursor): boolean {
  const next = cursor.peek(1);
  return next.key === ".." && next.start === cursor.peek().end;
}

function parseInfix(cursor: Cursor, left: Expression, infix: Infix, token: Token): Expression {
  switch (infix.operator) {
    case "call":
      return { kind: "call", callee: { of: "value", value: left }, args: parseArguments(cursor) };
    case "range":
      return parseRange(cursor, left);
    case "matches":
      return parseMatches(cursor, left, parseRelated);
    case "knn":
      return parseKnn(cursor, left, parseRelated);
    case "NOT":
      cursor.next();
      cursor.expect("IN");
      return { kind: "binary", operator: "NOTINSIDE", left, right: parseRelated(cursor) };
    default: {
      cursor.next();
      const negated = token.key === "IS" && cursor.eat("NOT");
      return { kind: "binary", operator: negated ? "!=" : infix.operator, left, right: parseFrom(cursor, infix.power) };
    }
  }
}

function parseRelated(cursor: Cursor): Expression {
  return parseFrom(cursor, power.relation);
}

function checkChain(cursor: Cursor, infix: Infix): void {
  const token = cursor.peek();
  const next = infixOf(token);
  if (next === undefined || next.power !== infix.power || next.operator === "==" || (next.operator === ">" && beginsRange(cursor)))
    return;
  cursor.next();
  if (cursor.peek().type === "eof") throw cursor.unexpected("an expression");
  parseFrom(cursor, next.power);
  // What follows is part of what is shown.
  const end = cursor.peek().type === "eof" ? cursor.last.end : cursor.peek().end;
  throw cursor.error(
    "Chained relational operators have no defined associativity.",
    { start: token.start, end },
    "Use parens, '()', to specify which operator must be evaluated first",
  );
}

/** What stands behind `..` or `>..`; the end has to follow without a blank, or there is none. */
function parseRange(cursor: Cursor, begin: Expression | undefined): Expression {
  const exclusive = cursor.eat(">");
  cursor.expect("..");
  const start = begin === undefined ? undefined : { value: begin, inclusive: !exclusive };
  if (cursor.is("=") && cursor.glued) {
    cursor.next();
    return { kind: "range", begin: start, end: { value: parseFrom(cursor, power.range), inclusive: true } };
  }
  if (!cursor.glued || !beginsExpression(cursor.peek())) return { kind: "range", begin: start, end: undefined };
  return { kind: "range", begin: start, end: { value: parseFrom(cursor, power.range), inclusive: false } };
}

function parsePrefix(cursor: Cursor): Expression {
  const token = cursor.peek();
  switch (token.key) {
    case "-":
    case "+":
    case "!":
    case "<":
      return isSignOfNumber(cursor, token) ? parsePrimary(cursor) : parsePrefixes(cursor);
    case "..":
      return parseRange(cursor, undefined);
    default:
      return parsePrimary(cursor);
  }
}

function isSignOfNumber(cursor: Cursor, token: Token): boolean {
  if (token.key !== "-" && token.key !== "+") return false;
  const next = cursor.peek(1);
  return next.start === token.end && (next.type === "digits" || next.text === "Infinity");
}

/** Casts and signs before an operand, gathered in a loop as there may be many. */
function parsePrefixes(cursor: Cursor): Expression {
  const wraps: ((operand: Expression) => Expression)[] = [];
  for (;;) {
    const token = cursor.peek();
    if (token.key === "<") wraps.push(parseCast(cursor));
    else if (token.key === "!" || ((token.key === "-" || token.key === "+") && !isSignOfNumber(cursor, token))) {
      const operator = token.key;
      cursor.next();
      wraps.push((operand) => ({ kind: "prefix", operator, operand }));
    } else break;
    if (wraps.length > longestChain) throw cursor.error("Exceeded query recursion depth limit", token);
  }
  return wraps.reduceRight((operand, wrap) => wrap(operand), parseFrom(cursor, power.prefix));
}

function parseCast(cursor: Cursor): (operand: Expression) => Expression {
  const open = cursor.expect("<");
  const to = parseKind(cursor);
  cursor.expectClosing(">", open);
  return (operand) => ({ kind: "cast", to, operand });
}
