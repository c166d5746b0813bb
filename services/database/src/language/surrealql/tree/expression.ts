import type { Value } from "../../../values/value.ts";
import type { Part } from "./idiom.ts";
import type { Kind } from "./kind.ts";
import type { Statement } from "./statement.ts";

/**
 * An expression. Every statement is one too (`{ kind: "statement" }`), with or without parentheses around it; control flow (`RETURN`, `BREAK`) ends
 * the nearest block, loop or function.
 */
export type Expression =
  | { readonly kind: "literal"; readonly value: Value }
  | { readonly kind: "array"; readonly items: readonly Expression[] }
  | { readonly kind: "set"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [key: string, value: Expression])[] }
  | RecordIdExpression
  | { readonly kind: "range"; readonly begin: ExpressionBound | undefined; readonly end: ExpressionBound | undefined }
  | { readonly kind: "param"; readonly name: string }
  | { readonly kind: "table"; readonly name: string }
  | Idiom
  | { readonly kind: "prefix"; readonly operator: "-" | "+" | "!"; readonly operand: Expression }
  | { readonly kind: "cast"; readonly to: Kind; readonly operand: Expression }
  | { readonly kind: "binary"; readonly operator: BinaryOperator; readonly left: Expression; readonly right: Expression }
  | MatchesExpression
  | KnnExpression
  | { readonly kind: "call"; readonly callee: Callee; readonly args: readonly Expression[] }
  | { readonly kind: "constant"; readonly name: string }
  | ClosureExpression
  | { readonly kind: "block"; readonly statements: readonly Statement[] }
  | { readonly kind: "mock"; readonly table: string; readonly count: MockCount }
  | { readonly kind: "statement"; readonly statement: Statement; readonly parenthesised: boolean };

/** `person:1`, `person:[$a, 2]`, `person:ulid()`, `person:1..9`; what is generated is generated each time it is evaluated. */
export interface RecordIdExpression {
  readonly kind: "record-id";
  readonly table: string;
  readonly key:
    | RecordKeyExpression
    | { readonly key: "range"; readonly begin: KeyBound | undefined; readonly end: KeyBound | undefined };
}

export type RecordKeyExpression =
  | { readonly key: "value"; readonly value: Expression }
  | { readonly key: "generated"; readonly by: "rand" | "ulid" | "uuid" };

export interface KeyBound {
  readonly value: RecordKeyExpression;
  readonly inclusive: boolean;
}

export interface ExpressionBound {
  readonly value: Expression;
  readonly inclusive: boolean;
}

/** A path: from `start` (absent: the current document) over its parts. `name` alone is a path of one field. */
export interface Idiom {
  readonly kind: "idiom";
  readonly start: Expression | undefined;
  readonly parts: readonly Part[];
}

/** The names are those that the printer writes. */
export type BinaryOperator =
  | "&&"
  | "||"
  | "??"
  | "?:"
  | "="
  | "=="
  | "!="
  | "*="
  | "?="
  | "<"
  | "<="
  | ">"
  | ">="
  | "+"
  | "-"
  | "*"
  | "/"
  | "%"
  | "**"
  | "CONTAINS"
  | "CONTAINSNOT"
  | "CONTAINSALL"
  | "CONTAINSANY"
  | "CONTAINSNONE"
  | "INSIDE"
  | "NOTINSIDE"
  | "ALLINSIDE"
  | "ANYINSIDE"
  | "NONEINSIDE"
  | "OUTSIDE"
  | "INTERSECTS";

/** Full text: `a @@ b`, `a @1@ b`, `a @1,OR@ b`. */
export interface MatchesExpression {
  readonly kind: "matches";
  readonly reference: number | undefined;
  readonly words: "AND" | "OR";
  readonly left: Expression;
  readonly right: Expression;
}

/** Nearest neighbours: `a <|k|> b` (tree), `a <|k,EUCLIDEAN|> b` (exact), `a <|k,ef|> b` (approximate). */
export interface KnnExpression {
  readonly kind: "knn";
  readonly k: number;
  readonly by: { readonly distance: Distance } | { readonly ef: number } | undefined;
  readonly left: Expression;
  readonly right: Expression;
}

export type Distance =
  | "CHEBYSHEV"
  | "COSINE"
  | "EUCLIDEAN"
  | "HAMMING"
  | "JACCARD"
  | "MANHATTAN"
  | "PEARSON"
  | { readonly minkowski: number };

export type Callee =
  /** A built-in function by its path, `string::len`; aliases are kept as written. */
  | { readonly of: "builtin"; readonly name: string }
  /** `fn::name`, without the `fn::`. */
  | { readonly of: "custom"; readonly name: string }
  /** `function() { … }` in JavaScript, which is never run. */
  | { readonly of: "script"; readonly body: string }
  /** `$f(…)` or `(|$a| $a)(…)`. */
  | { readonly of: "value"; readonly value: Expression };

export interface ClosureExpression {
  readonly kind: "closure";
  readonly parameters: readonly Parameter[];
  readonly returns: Kind | undefined;
  readonly body: Expression;
}

export interface Parameter {
  readonly name: string;
  readonly type: Kind;
}

/** `|person:10|` makes ten random ids, `|person:1..10|` those from 1 to 10, ends included as `inclusive` says. */
export type MockCount =
  | { readonly random: bigint }
  | { readonly from: bigint | undefined; readonly to: bigint | undefined; readonly inclusive: boolean };
