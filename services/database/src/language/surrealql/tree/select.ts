import type { Expression, Idiom } from "./expression.ts";

export interface Select {
  readonly statement: "select";
  readonly fields: Fields;
  readonly omit: readonly Expression[];
  readonly only: boolean;
  readonly from: readonly Expression[];
  readonly with: WithIndex | undefined;
  readonly where: Expression | undefined;
  readonly split: readonly Idiom[];
  readonly group: Group | undefined;
  readonly order: Order | undefined;
  readonly limit: Expression | undefined;
  readonly start: Expression | undefined;
  readonly fetch: readonly Expression[];
  readonly version: Expression | undefined;
  readonly timeout: Expression | undefined;
  readonly parallel: boolean;
  readonly tempfiles: boolean;
  readonly explain: Explain | undefined;
}

/** `EXPLAIN` before or after a statement; `full` runs it and tells counts. */
export interface Explain {
  readonly full: boolean;
  /** As written: `EXPLAIN [FULL]` after the clauses, or `EXPLAIN [ANALYZE] [FORMAT JSON]` before the statement. */
  readonly position: "before" | "after";
  readonly analyze: boolean;
  readonly format: "text" | "json";
}

/** `SELECT VALUE x` takes one expression, the other form a list with `*` among it. */
export type Fields = { readonly value: SelectedField } | { readonly list: readonly (SelectedField | "*")[] };

export interface SelectedField {
  readonly expression: Expression;
  readonly alias: Idiom | undefined;
}

export type WithIndex = { readonly no: true } | { readonly indexes: readonly string[] };

/** `GROUP ALL`, or `GROUP BY a, b`. */
export type Group = { readonly all: true } | { readonly by: readonly Idiom[] };

export type Order = { readonly random: true } | { readonly by: readonly OrderBy[] };

export interface OrderBy {
  readonly path: Idiom;
  readonly collate: boolean;
  readonly numeric: boolean;
  readonly descending: boolean;
}
