/**
 * The layout of keys: bytes in whose order (compared as bytes without a sign, the shorter first) the values stand in their total order, and of which
 * none is the beginning of another. Each value begins with the byte of its kind; what has parts ends with `end`, which is below every other byte
 * that could stand there.
 */
export const end = 0x00;
/** Before each entry of an object and each part of coordinates. */
export const next = 0x02;

/** A text or bytes end with 00 01; a 00 within is 00 FF. */
export const textEnd = 0x01;
export const textZero = 0xff;

export const kindByte = {
  none: 0x10,
  null: 0x11,
  false: 0x12,
  true: 0x13,
  number: 0x20,
  string: 0x30,
  duration: 0x31,
  datetime: 0x32,
  uuid: 0x33,
  array: 0x40,
  set: 0x41,
  object: 0x42,
  geometry: 0x50,
  bytes: 0x51,
  table: 0x52,
  record: 0x53,
  file: 0x54,
  regex: 0x55,
  range: 0x56,
  function: 0x57,
} as const;

/** How a number begins, behind its kind: the infinities and NaN are nothing more. */
export const numberByte = {
  negativeInfinity: 0x01,
  negative: 0x02,
  zero: 0x03,
  positive: 0x04,
  positiveInfinity: 0x05,
  notANumber: 0x06,
} as const;

/** Behind a number in the key of a record: of which kind it is. Keys of indexes lack it, so that 1, 1f and 1dec are one there. */
export const numberKind = { int: 0x01, float: 0x02, decimal: 0x03 } as const;

/** Ends of ranges. */
export const boundByte = { unbounded: 0x01, included: 0x02, excluded: 0x03 } as const;

/** Added to the nanoseconds of a datetime, so that none is negative in 96 bits. */
export const datetimeBias = 2n ** 95n;

export const shapesInOrder = [
  "Point",
  "LineString",
  "Polygon",
  "MultiPoint",
  "MultiLineString",
  "MultiPolygon",
  "GeometryCollection",
] as const;
