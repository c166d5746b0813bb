import { Decimal } from "decimal.js";
import type { GeometryKind } from "../../language/surrealql/tree/index.ts";
import { isArray, isNumber, isObject } from "../../values/kind-of.ts";
import { Datetime, Duration, Geometry, Range, RecordId, SetValue, Uuid, type Value } from "../../values/value.ts";
import { any, optional, string } from "../arguments.ts";
import { family, pure, type Definition } from "../function.ts";
import { kindName, shapeName } from "./kind-name.ts";

const whether = (test: (value: Value) => boolean): Definition => pure([any], ([value]) => test(value));

const ofShape = (kind: GeometryKind): Definition =>
  whether((value) => value instanceof Geometry && shapeName(value.shape) === kind);

/** `type::is_…` and `type::of` */
export const checking = family("type", {
  is_array: whether(isArray),
  is_bool: whether((value) => typeof value === "boolean"),
  is_bytes: whether((value) => value instanceof Uint8Array),
  is_collection: ofShape("collection"),
  is_datetime: whether((value) => value instanceof Datetime),
  is_decimal: whether((value) => value instanceof Decimal),
  is_duration: whether((value) => value instanceof Duration),
  is_float: whether((value) => typeof value === "number"),
  is_geometry: whether((value) => value instanceof Geometry),
  is_int: whether((value) => typeof value === "bigint"),
  is_line: ofShape("line"),
  is_multiline: ofShape("multiline"),
  is_multipoint: ofShape("multipoint"),
  is_multipolygon: ofShape("multipolygon"),
  is_none: whether((value) => value === undefined),
  is_null: whether((value) => value === null),
  is_number: whether(isNumber),
  is_object: whether(isObject),
  is_point: ofShape("point"),
  is_polygon: ofShape("polygon"),
  is_range: whether((value) => value instanceof Range),
  is_record: pure([any, optional(string)], ([value, table]) => value instanceof RecordId && (table ?? value.table) === value.table),
  is_set: whether((value) => value instanceof SetValue),
  is_string: whether((value) => typeof value === "string"),
  is_uuid: whether((value) => value instanceof Uuid),
  of: pure([any], ([value]) => kindName(value)),
});
