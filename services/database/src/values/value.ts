import type { Decimal } from "decimal.js";

/**
 * A value of the database. What JavaScript can tell apart is itself: NONE is undefined, NULL is null, an int is a bigint (64 bits, checked by
 * arithmetic), a float is a number (also where it is integral), an object is a Map. Everything else is an instance of a class of this file.
 */
export type Value =
  | undefined
  | null
  | boolean
  | bigint
  | number
  | Decimal
  | string
  | Duration
  | Datetime
  | Uuid
  | readonly Value[]
  | SetValue
  | ObjectValue
  | Geometry
  | Uint8Array
  | TableName
  | RecordId
  | FilePointer
  | Regex
  | Range
  | Closure;

/** An object. The order of its keys means nothing: whoever prints, walks or compares takes them sorted (`sortedEntries`). */
export type ObjectValue = ReadonlyMap<string, Value>;

/** A span of time in nanoseconds, never negative. */
export class Duration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A moment in nanoseconds since 1970-01-01T00:00:00Z. */
export class Datetime {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A UUID as 36 lower-case characters. */
export class Uuid {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A set: its members in the total order of values, each once. Made by `setOf` (order.ts), which sorts. */
export class SetValue {
  readonly members: readonly Value[];
  constructor(members: readonly Value[]) {
    this.members = members;
  }
}

/** The name of a table, as a value of its own: `type::table("person")` is no string. */
export class TableName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** What identifies a record within its table. `person:1` and `person:⟨1⟩` are two records: an int and a string. */
export type RecordKey = bigint | string | Uuid | readonly Value[] | ObjectValue;

/** A record id, or with a `KeyRange` as its key all records of the table whose keys lie in that range. */
export class RecordId {
  readonly table: string;
  readonly key: RecordKey | KeyRange;
  constructor(table: string, key: RecordKey | KeyRange) {
    this.table = table;
    this.key = key;
  }
}

/** One end of a range: absent is unbounded. */
export interface Bound<T> {
  readonly value: T;
  readonly inclusive: boolean;
}

/** A range of record keys, as in `person:1..=9`. */
export class KeyRange {
  readonly begin: Bound<RecordKey> | undefined;
  readonly end: Bound<RecordKey> | undefined;
  constructor(begin: Bound<RecordKey> | undefined, end: Bound<RecordKey> | undefined) {
    this.begin = begin;
    this.end = end;
  }
}

/** A range of values, as in `1..10` (begin included, end not, unless marked). */
export class Range {
  readonly begin: Bound<Value> | undefined;
  readonly end: Bound<Value> | undefined;
  constructor(begin: Bound<Value> | undefined, end: Bound<Value> | undefined) {
    this.begin = begin;
    this.end = end;
  }
}

/** Longitude and latitude, in that order (GeoJSON, RFC 7946). */
export type Position = readonly [number, number];

/** The shapes of RFC 7946. A polygon is its outer ring, then its holes; a ring closes itself. */
export type Shape =
  | { readonly type: "Point"; readonly coordinates: Position }
  | { readonly type: "LineString"; readonly coordinates: readonly Position[] }
  | { readonly type: "Polygon"; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: "MultiPoint"; readonly coordinates: readonly Position[] }
  | { readonly type: "MultiLineString"; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: "GeometryCollection"; readonly geometries: readonly Shape[] };

export class Geometry {
  readonly shape: Shape;
  constructor(shape: Shape) {
    this.shape = shape;
  }
}

/** A pointer to a file in a bucket. Loci has no buckets; the value exists so that literals and codecs are whole. */
export class FilePointer {
  readonly bucket: string;
  readonly key: string;
  constructor(bucket: string, key: string) {
    this.bucket = bucket;
    this.key = key;
  }
}

/** A regular expression; `source` is the text between the slashes. */
export class Regex {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** An anonymous function. `text` is how it prints; `definition` is the interpreter's alone (tree and captured variables). */
export class Closure {
  readonly text: string;
  readonly definition: object;
  constructor(text: string, definition: object) {
    this.text = text;
    this.definition = definition;
  }
}
