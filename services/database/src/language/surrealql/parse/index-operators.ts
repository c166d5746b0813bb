import type { Distance, Expression } from "../tree/expression.ts";
import type { Cursor } from "./cursor.ts";
import { shownToken } from "../lexer/token.ts";
import { parseSmallInteger } from "../parse-define/small-integer.ts";
import { parseFloat } from "./number.ts";

type ParseRight = (cursor: Cursor) => Expression;

/** `a @@ b`, `a @1@ b`, `a @OR@ b`, `a @1,OR@ b`. */
export function parseMatches(cursor: Cursor, left: Expression, parseRight: ParseRight): Expression {
  if (cursor.eat("@@")) return { kind: "matches", reference: undefined, words: "AND", left, right: parseRight(cursor) };
  cursor.expect("@");
  const reference = cursor.peek().type === "digits" ? parseSmallInteger(cursor, 8) : undefined;
  const other = reference === undefined ? "a match reference, operator or `@`" : "either `AND` or `OR`";
  const words = reference === undefined || cursor.eat(",") ? parseWords(cursor, other) : "AND";
  cursor.expect("@");
  return { kind: "matches", reference, words, left, right: parseRight(cursor) };
}

function parseWords(cursor: Cursor, expected: string): "AND" | "OR" {
  if (cursor.eat("OR")) return "OR";
  if (cursor.eat("AND")) return "AND";
  throw cursor.unexpected(expected);
}

/** `a <|k|> b`, `a <|k,EUCLIDEAN|> b`, `a <|k,ef|> b`. */
export function parseKnn(cursor: Cursor, left: Expression, parseRight: ParseRight): Expression {
  const open = cursor.expect("<|");
  const k = parseSmallInteger(cursor, 32);
  const by = cursor.eat(",") ? parseBy(cursor) : undefined;
  if (!cursor.is("|")) cursor.expectClosing("|>", open);
  cursor.next();
  if (!cursor.is(">") || !cursor.glued) cursor.expectClosing("|>", open);
  cursor.next();
  return { kind: "knn", k, by, left, right: parseRight(cursor) };
}

function parseBy(cursor: Cursor): { readonly distance: Distance } | { readonly ef: number } {
  const token = cursor.peek();
  if (token.type === "digits") return { ef: parseSmallInteger(cursor, 32) };
  const distance = parseDistanceOrNothing(cursor);
  if (distance !== undefined) return { distance };
  const note = "The NN operator accepts either a distance or an EF value (integer)";
  throw cursor.error(`Unexpected token ${shownToken(token)} expected a distance of an integer`, token, note);
}

/** A measure of distance: `EUCLIDEAN`, `MINKOWSKI 3`. */
export function parseDistance(cursor: Cursor): Distance {
  const distance = parseDistanceOrNothing(cursor);
  if (distance === undefined) throw cursor.unexpected("a distance measure");
  return distance;
}

function parseDistanceOrNothing(cursor: Cursor): Distance | undefined {
  const key = cursor.peek().key;
  switch (key) {
    case "CHEBYSHEV":
    case "COSINE":
    case "EUCLIDEAN":
    case "HAMMING":
    case "JACCARD":
    case "MANHATTAN":
    case "PEARSON":
      cursor.next();
      return key;
    case "MINKOWSKI":
      cursor.next();
      return { minkowski: parseFloat(cursor) };
    default:
      return undefined;
  }
}
