/**
 * How values lie in FlatBuffers, as the SDK of the language for Rust and the command line on it send them: schema `surrealdb.protocol.v1`, published
 * with the crate `surrealdb-protocol` 0.15 (Apache-2.0). A value is a table of a union: field 0 tells the kind, field 1 holds a table of that kind.
 *
 * | table | fields |
 * |---|---|
 * | bool, int, float, string, table, regex, decimal (its digits), bytes, uuid (16 bytes) | the value |
 * | datetime, duration | seconds (64 bits, signed), nanoseconds (32 bits, unsigned) |
 * | array, set | list of values |
 * | object | list of tables: key, value |
 * | record | table, key (a union as a value is) |
 * | file | bucket, key |
 * | range, of values and of keys | begin (a union: two fields), end (two fields) |
 * | geometry | a union: point (longitude, latitude), line (points), polygon (outer line, inner lines), and lists of these |
 */
export const valueKind = {
  none: 0,
  null: 1,
  bool: 2,
  int: 3,
  float: 4,
  decimal: 5,
  string: 6,
  bytes: 7,
  duration: 8,
  datetime: 9,
  uuid: 10,
  geometry: 11,
  table: 12,
  record: 13,
  file: 15,
  range: 16,
  regex: 17,
  object: 18,
  array: 19,
  set: 20,
  /** NONE again, as a table: newer clients may send it. */
  noneTable: 21,
} as const;

/** The kinds of a record's key. */
export const keyKind = { int: 1, string: 2, uuid: 3, array: 4, range: 5, object: 6 } as const;

/** The kinds of a range's end; that of an open one is a table without fields. */
export const boundKind = { inclusive: 1, exclusive: 2, unbounded: 3 } as const;

export const shapeKind = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
} as const;
