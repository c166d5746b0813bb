/** The tags by which values travel that CBOR itself does not have. Those of texts are read, and never written where there is a shorter form. */
export const tag = {
  datetimeText: 0,
  positiveBignum: 2,
  negativeBignum: 3,
  none: 6,
  table: 7,
  record: 8,
  uuidText: 9,
  decimal: 10,
  datetime: 12,
  durationText: 13,
  duration: 14,
  uuid: 37,
  range: 49,
  included: 50,
  excluded: 51,
  file: 55,
  set: 56,
  point: 88,
  line: 89,
  polygon: 90,
  multiPoint: 91,
  multiLine: 92,
  multiPolygon: 93,
  collection: 94,
} as const;

/** Arrays, objects and tags within one another, at most. */
export const deepest = 128;
