import type { Expression, Idiom, RecordKeyExpression, KeyBound } from "./expression.ts";
import type { Fields, Order, Group } from "./select.ts";

/** One step of a path. */
export type Part =
  | { readonly part: "field"; readonly name: string }
  /** `.*` and `[*]`. */
  | { readonly part: "all" }
  /** `[$]`. */
  | { readonly part: "last" }
  /** `…` and `...`: one level of arrays less. */
  | { readonly part: "flatten" }
  /** `[0]`, `["key"]`, `[$i]`. */
  | { readonly part: "index"; readonly index: Expression }
  /** `[WHERE age > 18]` and `[? age > 18]`. */
  | { readonly part: "where"; readonly condition: Expression }
  | GraphPart
  | { readonly part: "destructure"; readonly fields: readonly DestructureField[] }
  /** `.?`: what follows is left out where there is nothing. */
  | { readonly part: "optional" }
  | { readonly part: "method"; readonly name: string; readonly args: readonly Expression[] }
  | RecursePart
  /** `@` within a recursed path: go on from here. As the first part of a path without a start it is the current document. */
  | { readonly part: "repeat" };

/** `->likes`, `<-likes`, `<->likes`, `<~comment` (record references), also `->(likes, follows WHERE since > 2020 AS l)`. */
export interface GraphPart {
  readonly part: "graph";
  readonly direction: "out" | "in" | "both" | "reference";
  /** Empty: `->?`, any table. */
  readonly tables: readonly GraphTable[];
  readonly select: Fields | undefined;
  readonly where: Expression | undefined;
  readonly split: readonly Idiom[];
  readonly group: Group | undefined;
  readonly order: Order | undefined;
  readonly limit: Expression | undefined;
  readonly start: Expression | undefined;
  readonly alias: Idiom | undefined;
}

export interface GraphTable {
  readonly table: string;
  /** Only these edges: one key, or a range of them. */
  readonly key:
    | RecordKeyExpression
    | { readonly key: "range"; readonly begin: KeyBound | undefined; readonly end: KeyBound | undefined }
    | undefined;
  /** `<~(comment FIELD author)`: the field that refers. */
  readonly field: string | undefined;
}

/** `{ name, address.city, friend: ->knows->person, tags.* , inner.{ a } }`. */
export type DestructureField =
  | { readonly field: "all"; readonly name: string }
  | { readonly field: "name"; readonly name: string }
  | { readonly field: "aliased"; readonly name: string; readonly value: Expression }
  | { readonly field: "nested"; readonly name: string; readonly fields: readonly DestructureField[] };

/** `.{1..3}`, `.{..}(->knows->person)`, `.{1..5+path+inclusive}`; `path` absent takes the rest of the idiom. */
export interface RecursePart {
  readonly part: "recurse";
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly path: readonly Part[] | undefined;
  readonly instruction:
    | { readonly find: "path" | "collect"; readonly inclusive: boolean }
    | { readonly find: "shortest"; readonly to: Expression; readonly inclusive: boolean }
    | undefined;
}
