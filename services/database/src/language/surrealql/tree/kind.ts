import type { Expression } from "./expression.ts";

/** A type that a field, parameter or cast names, as in `option<array<record<person>, 5>>`. `option<T>` is `none | T`. */
export type Kind =
  | { readonly kind: PlainKind }
  | { readonly kind: "record"; readonly tables: readonly string[] }
  | { readonly kind: "table"; readonly tables: readonly string[] }
  | { readonly kind: "geometry"; readonly shapes: readonly GeometryKind[] }
  | { readonly kind: "array" | "set"; readonly of: Kind | undefined; readonly length: number | undefined }
  | { readonly kind: "either"; readonly options: readonly Kind[] }
  | { readonly kind: "file"; readonly buckets: readonly string[] }
  | { readonly kind: "function"; readonly parameters: readonly Kind[] | undefined; readonly returns: Kind | undefined }
  | { readonly kind: "literal"; readonly literal: KindLiteral };

export type PlainKind =
  | "any"
  | "none"
  | "null"
  | "bool"
  | "bytes"
  | "datetime"
  | "decimal"
  | "duration"
  | "float"
  | "int"
  | "number"
  | "object"
  | "string"
  | "uuid"
  | "regex"
  | "range";

export type GeometryKind = "feature" | "point" | "line" | "polygon" | "multipoint" | "multiline" | "multipolygon" | "collection";

/** A type of exactly one value, or of arrays and objects of given shape, as in `"a" | 1 | { type: "b", n: int }`. */
export type KindLiteral =
  | { readonly of: "value"; readonly value: Expression }
  | { readonly of: "array"; readonly items: readonly Kind[] }
  | { readonly of: "object"; readonly fields: readonly (readonly [name: string, kind: Kind])[] };
